import { describe, expect, it } from '@jest/globals'
import { createBoundedCache } from '../src/bounded-cache.ts'

describe('a bounded cache', () => {
  it('forgets what was not used for longest, by weight', () => {
    const cache = createBoundedCache<string, number>(10)
    cache.set('a', 1, 4)
    cache.set('b', 2, 4)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3, 4)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
  })

  it('counts a replaced entry once, and keeps one that is too heavy only while it is alone', () => {
    const cache = createBoundedCache<string, number>(10)
    for (let at = 0; at < 5; at += 1) cache.set('a', at, 6)
    expect(cache.get('a')).toBe(4)
    cache.set('big', 9, 100)
    expect([cache.get('a'), cache.get('big')]).toEqual([undefined, 9])
    cache.set('c', 1, 1)
    expect([cache.get('big'), cache.get('c')]).toEqual([undefined, 1])
  })
})
