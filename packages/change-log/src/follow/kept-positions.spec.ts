import { describe, expect, it } from '@jest/globals'
import { createKeptPositions } from './kept-positions.ts'

describe('sequences of the change log that were heard of', () => {
  it('is the highest of each topic', () => {
    const kept = createKeptPositions(100)
    kept.note({ keys: 5, acl: 1 }, 0)
    kept.note({ keys: 3, acl: 2 }, 1)
    expect(kept.current(2)).toEqual({ keys: 5, acl: 2 })
  })

  it('is forgotten in time, also when lower ones are told all the while, as after a restored backup', () => {
    const kept = createKeptPositions(100)
    kept.note({ keys: 500 }, 0)
    for (let at = 0; at <= 150; at += 10) kept.note({ keys: 7 }, at)
    expect(kept.current(151)).toEqual({ keys: 7 })
    expect(kept.current(1000)).toEqual({})
  })
})
