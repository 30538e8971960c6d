/** What is shared: so much in all, by so many parties. */
type SharedRoom = { total: number; parties: number }
/** What one party has, and what all have. */
type TakenRoom = { mine: number; all: number }

/**
 * How much more one party may take. The last quarter is kept for those that have less than an even part of it, and at
 * least for those that have nothing: however slow some are, another one begins at once.
 */
export function fairRoom({ total, parties }: SharedRoom, { mine, all }: TakenRoom): number {
  const kept = Math.floor(total / 4)
  const even = Math.max(1, Math.floor(kept / Math.max(1, parties)))
  const common = total - kept - all
  return Math.max(0, common, Math.min(even - mine, total - all))
}
