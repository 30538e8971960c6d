import { type Refusal, refuse } from '@sluice/contracts'

type ProcessLoad = {
  inFlight(): number
  /** How long a turn of the event loop takes, in ms. */
  turnMs(): number
}

/** Requests at once. */
const MAX_IN_FLIGHT = 4_000
const MAX_TURN_MS = 200

/** Turns requests away before anything is asked of them. */
export function createShed({ inFlight, turnMs }: ProcessLoad, maxTurnMs = MAX_TURN_MS): () => Refusal | undefined {
  return () => {
    if (inFlight() > MAX_IN_FLIGHT) return refuse('OVERLOADED', 'Too many requests at once. Try again shortly.')
    if (turnMs() > maxTurnMs) return refuse('OVERLOADED', 'This gateway is too busy. Try again shortly.')
    return undefined
  }
}
