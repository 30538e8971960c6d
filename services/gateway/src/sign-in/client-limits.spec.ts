import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createRequestLimit } from './client-limits.ts'

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
