import { CircleX, Timer } from 'lucide-react'
import { Bar } from '../../parts/bar.tsx'
import type { SignInFault } from './use-sign-in.ts'

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
