import { useEffect, useState } from 'react'
import { problemOf, retryAfterSeconds } from '../http/problem.ts'
import { session } from './session.ts'

export type SignInFault = { text: string; secondsLeft: number | undefined }

const WRONG = 'That user and password do not belong together.'
const SECOND_MS = 1_000

/** One try after the other, and what came of the last. After too many it counts the seconds down. */
export function useSignIn() {
  const [fault, setFault] = useState<SignInFault>()
  const [isBusy, setIsBusy] = useState(false)
  const isCounting = (fault?.secondsLeft ?? 0) > 0

  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setFault(countDown), SECOND_MS)
    return () => clearInterval(timer)
  }, [isCounting])

  async function signIn(user: string, password: string): Promise<boolean> {
    setIsBusy(true)
    try {
      await session.signIn(user, password)
      return true
    } catch (error) {
      setFault(faultOf(error))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { signIn, fault, isBusy }
}

function countDown(fault: SignInFault | undefined): SignInFault | undefined {
  const left = (fault?.secondsLeft ?? 0) - 1
  return fault && left > 0 ? { ...fault, secondsLeft: left } : undefined
}

function faultOf(error: unknown): SignInFault {
  const { code, detail } = problemOf(error)
  if (code === 'INVALID_CREDENTIALS') return { text: WRONG, secondsLeft: undefined }
  if (code === 'RATE_LIMITED') return { text: 'Too many tries from here.', secondsLeft: retryAfterSeconds(error) }
  return { text: detail, secondsLeft: undefined }
}
