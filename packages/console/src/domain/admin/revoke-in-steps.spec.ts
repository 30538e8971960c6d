import { describe, expect, it } from '@jest/globals'
import { revokeInSteps } from './revoke-in-steps.ts'

/** Keys of which a request ends so many. */
function keysOf(count: number, most: number) {
  let left = count
  let requests = 0
  return {
    requests: () => requests,
    revokeSome: async () => {
      requests += 1
      const matched = left
      const revoked = Math.min(most, left)
      left -= revoked
      return { matched, revoked }
    },
  }
}

describe('keys that match', () => {
  it.each([
    { count: 2_500, most: 1_000, requests: 3, left: 0 },
    { count: 1_000, most: 1_000, requests: 1, left: 0 },
    { count: 0, most: 1_000, requests: 1, left: 0 },
    { count: 7, most: 0, requests: 1, left: 7 },
  ])('$count of them, $most a request, are revoked in $requests requests, with $left left', async each => {
    const keys = keysOf(each.count, each.most)
    const steps: number[] = []
    const end = await revokeInSteps({ ...keys, onStep: revoked => steps.push(revoked), isStopped: () => false })
    expect([keys.requests(), end]).toEqual([each.requests, { left: each.left }])
    expect(steps.reduce((sum, revoked) => sum + revoked, 0)).toBe(each.count - each.left)
  })

  it('are left where somebody has stopped it', async () => {
    const keys = keysOf(2_500, 1_000)
    const end = await revokeInSteps({ ...keys, onStep: () => undefined, isStopped: () => keys.requests() === 1 })
    expect(end).toEqual({ left: 1_500 })
  })
})
