import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { countIn, type RateWindow, roomIn, uncountIn } from './rate-window.ts'

const MINUTE_MS = 60_000

describe('the number of a minute', () => {
  it('has room for as many as it says, and for none more', () => {
    const full = [0, 10, 20].reduce<RateWindow>(countIn, [])
    expect([roomIn(full, 3, 30), roomIn(full, 4, 30), roomIn(full, 1, 30)]).toEqual([0, 1, 0])
  })

  it('has room again a minute later, for as many as were then', () => {
    const window = [0, 1000, 2000].reduce<RateWindow>(countIn, [])
    expect([60_999, 61_000, 62_000, 63_000].map(now => roomIn(window, 3, now))).toEqual([0, 1, 2, 3])
    expect([60_999, 61_000, 62_000, 63_000].map(now => roomIn(window, 1, now))).toEqual([0, 0, 0, 1])
  })

  it('has room again for what was counted and then not started, whenever that turns out', () => {
    const window = [0, 500, 2_000].reduce<RateWindow>(countIn, [])
    const times = [500, 0, 0, 9_000]
    const rooms = times.map((_, at) => roomIn(times.slice(0, at + 1).reduce(uncountIn, window), 3, 3_000))
    expect(rooms).toEqual([1, 2, 2, 2])
  })

  it('is never passed in any minute, always has room after one without any, and keeps 61 counts at most', () => {
    const arrivals = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 5 }), (gaps, limit) => {
        let [window, now]: [RateWindow, number] = [[], 0]
        const started: number[] = []
        for (const gap of gaps) {
          now += gap
          if (roomIn(window, limit, now + MINUTE_MS + 1000) !== limit) return false
          if (roomIn(window, limit, now) === 0) continue
          window = countIn(window, now)
          started.push(now)
        }
        const isKept = started.every(at => started.filter(to => to >= at && to < at + MINUTE_MS).length <= limit)
        return isKept && window.length <= 61
      }),
    )
  })
})
