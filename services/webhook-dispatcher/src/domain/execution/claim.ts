import { z } from 'zod'

/**
 * The claimant that brings an execution to its end, and until when (epoch ms of the store's clock) it is left to it.
 */
export const claim = z.object({
  by: z.string(),
  until: z.number(),
  /** The id is of this claim alone, so that who has put it knows it again. Rows of version 0.1 may have none. */
  id: z.string().optional(),
})
export type ExecutionClaim = z.infer<typeof claim>

/** How old a claim may be when its delivery begins, in ms: longer than a delivery waits for a slot. */
export const START_WITHIN_MS = 10_000
/** For what comes before and after the sending, in ms. */
const MARGIN_MS = 5_000
/** How long a claim holds at least, in ms: whoever was only slow, or stood still for half a minute, is no dead one. */
export const PATIENCE_MS = 40_000

/** A claim that holds until a delivery which begins in time has surely ended and been logged. */
export const claimUntilEnd = (by: string, timeoutMs: number, nowMs: number): ExecutionClaim => ({
  by,
  until: nowMs + Math.max(PATIENCE_MS, START_WITHIN_MS + timeoutMs + MARGIN_MS),
})
