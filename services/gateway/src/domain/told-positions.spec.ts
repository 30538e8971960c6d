import { describe, expect, it } from '@jest/globals'
import { createToldPositions } from './told-positions.ts'

describe('what services said of the change log', () => {
  it('is the highest of each topic', () => {
    const told = createToldPositions(100)
    told.note({ keys: 5, acl: 1 }, 0)
    told.note({ keys: 3, acl: 2 }, 1)
    expect(told.current(2)).toEqual({ keys: 5, acl: 2 })
  })

  it('is forgotten in time, also when lower ones are told all the while, as after a restored backup', () => {
    const told = createToldPositions(100)
    told.note({ keys: 500 }, 0)
    for (let at = 0; at <= 150; at += 10) told.note({ keys: 7 }, at)
    expect(told.current(151)).toEqual({ keys: 7 })
    expect(told.current(1000)).toEqual({})
  })
})
