import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createRequestCounts, createRequestLimit } from './client-limits.ts'

function limitAt(perMinute: number) {
  let now = 0
  const limit = createRequestLimit({ perMinute, who: 'key', clock: () => now })
  return {
    limit,
    pass(ms: number) {
      now += ms
    },
  }
}

describe('the limit of requests of a client', () => {
  it('lets everything through when it is 0', () => {
    const { limit } = limitAt(0)
    for (let count = 0; count < 1_000; count += 1) expect(limit('a')).toBeUndefined()
  })

  it('lets a minute of requests through at once, says how long to wait, and holds up nobody else', () => {
    const { limit, pass } = limitAt(6)
    for (let count = 0; count < 6; count += 1) expect(limit('a')).toBeUndefined()
    expect(limit('a')).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 10 })
    expect(limit('b')).toBeUndefined()
    pass(10_000)
    expect(limit('a')).toBeUndefined()
    expect(limit('a')).toMatchObject({ retryAfterSeconds: 10 })
  })

  it('is kept by a client who waits as long as it was told', () => {
    const { limit, pass } = limitAt(7)
    for (let count = 0; count < 100; count += 1) {
      const refused = limit('a')
      if (!refused) continue
      pass((refused.retryAfterSeconds ?? 0) * 1000)
      expect(limit('a')).toBeUndefined()
    }
  })

  it('never lets more through in any minute than twice its number, nor fewer of a client who keeps to it', () => {
    const pauses = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), pauses, (perMinute, list) => {
        const { limit, pass } = limitAt(perMinute)
        const passed: number[] = []
        let now = 0
        for (const pause of list) {
          pass(pause)
          now += pause
          if (!limit('a')) passed.push(now)
        }
        return passed.every(from => passed.filter(at => at >= from && at < from + 60_000).length <= 2 * perMinute)
      }),
    )
    const { limit, pass } = limitAt(60)
    for (let count = 0; count < 500; count += 1) {
      expect(limit('a')).toBeUndefined()
      pass(1_000)
    }
  })
})

describe('counts of several processes that tell each other', () => {
  const pairOfCounts = () => {
    let now = 0
    const told: [at: number, ms: number][] = []
    const open = (at: number) =>
      createRequestCounts({ who: 'key', clock: () => now, onCounted: (_, ms) => void told.push([at, ms]) })
    const counts = [open(0), open(1)] as const
    return {
      counts,
      untold: () => told.length,
      pass(ms: number) {
        now += ms
        return now
      },
      tell() {
        for (const [at, ms] of told.splice(0)) counts[1 - at]?.add('a', ms)
      },
    }
  }

  it('let as many through together as one would, but for what came while they had not been told', () => {
    const isTold = fc.integer({ min: 0, max: 30 }).map(drawn => drawn === 0)
    const step = fc.record({ at: fc.constantFrom(0, 1), pause: fc.nat(200), isTold })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 300 }), (perMinute, steps) => {
        const { counts, pass, tell, untold } = pairOfCounts()
        let [passed, mostUntold] = [0, 0]
        return steps.every(({ at, pause, isTold }) => {
          const now = pass(pause)
          if (isTold) tell()
          if (!counts[at]?.count('a', perMinute)) passed += 1
          mostUntold = Math.max(mostUntold, untold())
          return passed <= perMinute + (now / 60_000) * perMinute + mostUntold
        })
      }),
    )
  })

  it('wait for what others have let through beyond the number, too', () => {
    const { counts, pass, tell } = pairOfCounts()
    for (const each of counts) for (let time = 0; time < 6; time += 1) expect(each.count('a', 6)).toBeUndefined()
    tell()
    expect(counts[0].count('a', 6)).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 70 })
    pass(70_000)
    expect(counts[0].count('a', 6)).toBeUndefined()
  })
})
