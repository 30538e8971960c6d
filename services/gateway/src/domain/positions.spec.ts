import { describe, expect, it } from '@jest/globals'
import { changeTopic } from '@sluice/contracts'
import fc from 'fast-check'
import { isLevelWith, isSamePlace, mergePositions, parsePositions } from './positions.ts'

const positions = fc.dictionary(fc.constantFrom(...changeTopic.options), fc.nat())

describe('positions in the change log', () => {
  it('are read from a header, and what is not understood is left out', () => {
    expect(parsePositions('keys=3,users=12')).toEqual({ keys: 3, users: 12 })
    expect(parsePositions('keys=-1,other=2,users,acl=x, apps=4')).toEqual({ apps: 4 })
    expect(parsePositions('')).toEqual({})
  })

  it('merge to what both have seen', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const merged = mergePositions(a, b)
        return isLevelWith(merged, a) && isLevelWith(merged, b)
      }),
    )
  })

  it('are one place where each topic is at the same, in whatever order', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const isSame = changeTopic.options.every(topic => a[topic] === b[topic])
        return isSamePlace(a, b) === isSame && isSamePlace(a, Object.fromEntries(Object.entries(a).toReversed()))
      }),
    )
    expect([isSamePlace({ keys: 0 }, {}), isSamePlace({}, { keys: 0 })]).toEqual([false, false])
  })

  it('are compared for known topics alone', () => {
    expect(isLevelWith({ keys: 3 }, { keys: 3, apps: 9 })).toBe(true)
    expect(isLevelWith({ keys: 3 }, { keys: 4 })).toBe(false)
    expect(isLevelWith({ keys: 3 }, {})).toBe(true)
  })
})
