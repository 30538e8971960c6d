import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createBoundedMap } from './bounded-map.ts'

describe('a bounded map', () => {
  it('never holds more than its capacity, and always the last used', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('get', 'set', 'delete'), fc.nat(9)), { maxLength: 60 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (list, capacity) => {
        const map = createBoundedMap<number, number>(capacity)
        for (const [step, key] of list) {
          if (step === 'set') map.set(key, key)
          else if (step === 'get') map.get(key)
          else map.delete(key)
          expect(map.size).toBeLessThanOrEqual(capacity)
          if (step === 'set') expect(map.get(key)).toBe(key)
        }
      }),
    )
  })

  it('forgets what was not used for longest', () => {
    const map = createBoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')
    map.set('c', 3)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })
})
