import { describe, expect, it } from '@jest/globals'
import { createHashLanes } from './hash-lanes.ts'

describe('the lanes of password hashes', () => {
  it('leave room for a network that somebody signed in from, whatever others guess', async () => {
    const lanes = createHashLanes<string>({ atOnce: 1, waiting: 0, isWasted: () => false })
    lanes.signedInFrom('2001:db8:1:2::3')
    const { promise, resolve } = Promise.withResolvers<string>()
    const guess = lanes.laneOf('203.0.113.7').run(() => promise)
    expect(lanes.laneOf('198.51.100.9').run(async () => 'right')).toBeUndefined()
    expect(await lanes.laneOf('2001:db8:1:2::99').run(async () => 'right')).toBe('right')
    resolve('wrong')
    await guess
  })
})
