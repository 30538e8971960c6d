export type SeededRandom = {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number, `min` ≤ n < `max`. */
  integer(min: number, max: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min))
  return { next, integer, pick: choices => choices[integer(0, choices.length)] ?? choices[0] }
}
