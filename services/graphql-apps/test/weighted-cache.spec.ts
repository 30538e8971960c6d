import { describe, expect, it } from '@jest/globals'
import { createWeightedCache } from '../src/weighted-cache.ts'

const cacheOf = (maxWeight: number) => createWeightedCache<{ weight: number }>(maxWeight, ({ weight }) => weight)

describe('a weighted cache', () => {
  it('forgets what was not used for longest, by weight', () => {
    const cache = cacheOf(10)
    cache.set('a', { weight: 4 })
    cache.set('b', { weight: 4 })
    expect(cache.get('a')).toEqual({ weight: 4 })
    cache.set('c', { weight: 4 })
    expect(['a', 'b', 'c'].map(key => cache.has(key))).toEqual([true, false, true])
  })

  it('counts a replaced entry once, and keeps one that is too heavy only while it is alone', () => {
    const cache = cacheOf(10)
    for (let at = 0; at < 5; at += 1) cache.set('a', { weight: 6 })
    expect([cache.calculatedSize, cache.has('a')]).toEqual([6, true])
    cache.set('big', { weight: 100 })
    expect(['a', 'big'].map(key => cache.has(key))).toEqual([false, true])
    cache.set('big', { weight: 200 })
    expect(cache.has('big')).toBe(true)
    cache.set('c', { weight: 1 })
    expect(['big', 'c'].map(key => cache.has(key))).toEqual([false, true])
  })

  it('takes what weighs nothing', () => {
    const cache = cacheOf(10)
    cache.set('a', { weight: 0 })
    expect(cache.has('a')).toBe(true)
  })
})
