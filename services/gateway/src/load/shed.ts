import { type Refusal, refuse } from '@sluice/contracts'

type Load = {
  inFlight(): number
  /** p99 of how far behind the event loop is, in ms. */
  delayMs(): number
}

/** Requests at once. */
const MAX_IN_FLIGHT = 4_000
const MAX_DELAY_MS = 200

/** Turns requests away before anything is asked of them (design: gateway, step 10). */
export function createShed({ inFlight, delayMs }: Load, maxDelayMs = MAX_DELAY_MS): () => Refusal | undefined {
  return () => {
    if (inFlight() > MAX_IN_FLIGHT) return refuse('OVERLOADED', 'Too many requests at once. Try again shortly.')
    if (delayMs() > maxDelayMs) return refuse('OVERLOADED', 'This gateway is too busy. Try again shortly.')
    return undefined
  }
}
