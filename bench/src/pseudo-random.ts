/** Whole numbers from 0 that are the same in every run for the same seed (xorshift). */
export function pseudoRandom(seed: number): (below: number) => number {
  let state = (seed + 1) * 2_654_435_761
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}
