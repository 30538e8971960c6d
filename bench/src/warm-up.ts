/** A candidate is warm when two rounds of it differ by less, or after so many more: the busier the machine, the later. */
const WARM_WITHIN = 0.05
const MOST_FURTHER_ROUNDS = 8

/**
 * Lets a candidate serve rounds until it is warm: its first requests cost what they make the compiler do, too.
 * @param costOf serves a round, and tells what a request of it cost
 * @param leastRounds two rounds agree long before V8 has compiled all for good
 */
export async function warmUp(costOf: () => Promise<number>, leastRounds: number): Promise<void> {
  let last = Number.POSITIVE_INFINITY
  for (let round = 0; round < leastRounds + MOST_FURTHER_ROUNDS; round += 1) {
    const cost = await costOf()
    if (round >= leastRounds && Math.abs(cost / last - 1) < WARM_WITHIN) return
    last = cost
  }
}
