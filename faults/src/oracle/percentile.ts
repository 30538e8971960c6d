import type { Span } from './observations.ts'

// Two busy cores move a p99 by this much with no fault at all.
export const NOISE_MS = 25

/** How long the slowest hundredth took at least, in ms; 0 of none. */
export function p99(requests: readonly { startedAt: number; endedAt: number }[]): number {
  const times = requests.map(({ startedAt, endedAt }) => endedAt - startedAt)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

export const isWithin = (at: number, { from, to }: Span): boolean => at >= from && at <= to
