import { CircleX, Timer } from 'lucide-react'
import type { SignInFault } from '../session/use-sign-in.ts'
import { Bar } from './bar.tsx'

export function SignInFaultBar({ fault }: { fault: SignInFault }) {
  if (fault.secondsLeft === undefined) {
    return (
      <Bar look="bad" icon={CircleX} role="alert">
        {fault.text}
      </Bar>
    )
  }
  return (
    <Bar look="warn" icon={Timer} role="alert">
      {fault.text} Try again in <span className="figures">{fault.secondsLeft} s</span>.
    </Bar>
  )
}
