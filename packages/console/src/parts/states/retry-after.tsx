import { useEffect, useState } from 'react'
import { retryAfterSeconds } from '../../http/problem.ts'

const SECOND_MS = 1_000

/** Counts down the seconds until it may be tried again, where the refusal has named them. They are read out once. */
export function RetryAfter({ error }: { error: unknown }) {
  const named = retryAfterSeconds(error) ?? 0
  const [counted, setCounted] = useState({ error, left: named })
  if (counted.error !== error) setCounted({ error, left: named })
  const isCounting = counted.left > 0
  useEffect(() => {
    if (!isCounting) return undefined
    const timer = setInterval(() => setCounted(old => ({ ...old, left: old.left - 1 })), SECOND_MS)
    return () => clearInterval(timer)
  }, [isCounting])
  if (named === 0) return null
  return (
    <span>
      <span className="hidden-text">Try again in {named} s.</span>
      <span className="figures" aria-hidden="true">
        {isCounting ? `Try again in ${counted.left} s.` : 'Try again now.'}
      </span>
    </span>
  )
}
