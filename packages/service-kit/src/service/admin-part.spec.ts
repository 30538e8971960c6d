import { describe, expect, it } from '@jest/globals'
import { changeLogReadiness } from './admin-part.ts'

const state = { isTrusted: () => true, secondsSincePoll: () => 1, storeTime: () => Date.now() }

describe('a process is ready', () => {
  it('while it knows the state of keys, users and permissions, and what time it is', () => {
    expect(changeLogReadiness(state)()).toEqual([])
  })

  it.each([9_000, -9_000])('with a clock that is %d ms off', offMs => {
    expect(changeLogReadiness({ ...state, storeTime: () => Date.now() - offMs })()).toEqual([])
  })
})

describe('a process is not ready, and says why', () => {
  it.each([
    [3_600_000, "The clock of this machine is 3600 s ahead of the store's. Set it right (NTP)."],
    [-11_000, "The clock of this machine is 11 s behind the store's. Set it right (NTP)."],
  ])('with a clock that is %d ms off', (offMs, reason) => {
    expect(changeLogReadiness({ ...state, storeTime: () => Date.now() - offMs })()).toEqual([reason])
  })

  it('while the store has not answered for more than 6 s', () => {
    const reasons = changeLogReadiness({ ...state, secondsSincePoll: () => 6.1 })()
    expect(reasons).toEqual(['The store has not answered for 6 seconds.'])
  })

  it('while what it holds must not be used', () => {
    const reasons = changeLogReadiness({ ...state, isTrusted: () => false })()
    expect(reasons).toEqual([expect.stringContaining('is not known')])
  })
})
