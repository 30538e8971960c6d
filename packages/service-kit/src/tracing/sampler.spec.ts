import { describe, expect, it } from '@jest/globals'
import { createSampler } from './sampler.ts'

describe('the choice of what is recorded', () => {
  it('takes the share that was asked for', () => {
    const draws = [0.009, 0.01, 0.5, 0.0]
    const sample = createSampler(0.01, { random: () => draws.shift() ?? 1 })
    expect([sample(false), sample(false), sample(false), sample(false)]).toEqual([true, false, false, true])
  })

  it('takes nothing at 0 and everything at 1', () => {
    expect(createSampler(0, { random: () => 0 })(false)).toBe(false)
    expect(createSampler(1, { random: () => 0.999_999 })(false)).toBe(true)
  })

  it('grants ten wishes of clients a second, of all together', () => {
    let ms = 5_000
    const sample = createSampler(0, { now: () => ms })
    const wish = () => Array.from({ length: 15 }, () => sample(true)).filter(Boolean).length
    expect(wish()).toBe(10)
    ms += 999
    expect(wish()).toBe(0)
    ms += 1
    expect(wish()).toBe(10)
  })
})
