import { z } from 'zod'

/** What a client's process is told to do; each order has one report. */
export const order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('send'), topic: z.string(), batch: z.int(), batches: z.int() }),
  z.object({ kind: z.literal('join'), topic: z.string(), group: z.string() }),
  z.object({ kind: z.literal('read'), events: z.int() }),
  z.object({ kind: z.literal('rest'), ms: z.int() }),
  z.object({ kind: z.literal('probe'), topic: z.string() }),
  z.object({ kind: z.literal('recovered'), since: z.number() }),
  z.object({ kind: z.literal('handle'), topic: z.string(), group: z.string() }),
  z.object({ kind: z.literal('finish') }),
])
export type ClientOrder = z.infer<typeof order>

/** One event that was begun. `delayMs`: since it was sent. */
const start = z.object({ key: z.string(), at: z.number(), delayMs: z.number() })
export type ClientStart = z.infer<typeof start>

export const report = z.object({
  /** The CPU time of the process, in microseconds, from the order to its report. */
  cpuUs: z.number(),
  wallMs: z.number(),
  residentMb: z.number(),
  /** After the broker was back: the first record that was taken, and the first one sent since that came. */
  recovery: z.object({ sentAfterMs: z.number(), readAfterMs: z.number() }).optional(),
  starts: z.array(start).optional(),
})
export type ClientReport = z.infer<typeof report>
