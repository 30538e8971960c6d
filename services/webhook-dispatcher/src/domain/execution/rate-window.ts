/** How many were started in each second of the last minute; seconds and times of one clock, in s and ms. */
export type RateWindow = readonly { second: number; count: number }[]

/** A minute touches this many seconds of the clock: what is counted over them is never too little. */
const SECONDS = 61

const secondOf = (now: number): number => Math.floor(now / 1000)

const current = (window: RateWindow, now: number): RateWindow =>
  window.filter(({ second }) => second > secondOf(now) - SECONDS)

const sum = (window: RateWindow): number => window.reduce((total, { count }) => total + count, 0)

/** How many more may be started now, so that no minute has more than `limit`. */
export const roomIn = (window: RateWindow, limit: number, now: number): number =>
  Math.max(0, limit - sum(current(window, now)))

/** With one less of those that were counted at this time: it was not started after all. */
export const uncountIn = (window: RateWindow, at: number): RateWindow =>
  window.map(one => (one.second === secondOf(at) && one.count > 0 ? { ...one, count: one.count - 1 } : one))

/** With one more that is started now. */
export function countIn(window: RateWindow, now: number): RateWindow {
  const kept = current(window, now)
  const second = secondOf(now)
  const last = kept.at(-1)
  return last?.second === second
    ? [...kept.slice(0, -1), { second, count: last.count + 1 }]
    : [...kept, { second, count: 1 }]
}
