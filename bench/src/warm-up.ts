/** A candidate is warm when two rounds of it differ by less, or after so many more: the busier the machine, the later. */
const WARM_WITHIN = 0.05
const MOST_FURTHER_ROUNDS = 8

/** Serves a round. @returns what a request of it cost */
export type ServedRound = () => Promise<number>

/**
 * Lets candidates serve rounds, in turn, until each has been warm: their first requests cost what they make the compiler do,
 * too. In turn, as one that rests meanwhile collects its garbage and drops compiled code.
 * @param leastRounds two rounds agree long before V8 has compiled all for good
 */
export async function warmUp(candidates: readonly ServedRound[], leastRounds: number): Promise<void> {
  const last = new Map<ServedRound, number>()
  const warm = new Set<ServedRound>()
  for (let round = 0; round < leastRounds + MOST_FURTHER_ROUNDS && warm.size < candidates.length; round += 1) {
    for (const serve of candidates) {
      const cost = await serve()
      const isSteady = Math.abs(cost / (last.get(serve) ?? Number.POSITIVE_INFINITY) - 1) < WARM_WITHIN
      if (round >= leastRounds && isSteady) warm.add(serve)
      last.set(serve, cost)
    }
  }
}
