import { CircleX, Timer } from 'lucide-react'
import { secondsInSteps } from '../domain/times.ts'
import type { SignInFault } from '../session/use-sign-in.ts'
import { Bar } from './bar.tsx'

const TOLD_EVERY_S = 30

/** Why a sign-in was refused. The seconds that count down are for the eye: a screen reader is interrupted once in 30 of them. */
export function SignInFaultBar({ fault }: { fault: SignInFault }) {
  if (fault.secondsLeft === undefined) {
    return (
      <Bar look="bad" icon={CircleX} role="alert">
        {fault.text}
      </Bar>
    )
  }
  return (
    <Bar look="warn" icon={Timer}>
      <span role="alert">
        {fault.text}
        <span className="hidden-text">
          {' '}
          Try again within {secondsInSteps(fault.secondsLeft, TOLD_EVERY_S)} seconds.
        </span>
      </span>{' '}
      <span aria-hidden="true">
        Try again in <span className="figures">{fault.secondsLeft} s</span>.
      </span>
    </Bar>
  )
}
