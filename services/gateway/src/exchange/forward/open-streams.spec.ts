import { describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { createOpenStreams } from './open-streams.ts'

function stream(isAllowed: () => Promise<boolean>) {
  const state = { asked: 0, ended: 0 }
  const open = {
    isAllowed() {
      state.asked += 1
      return isAllowed()
    },
    end() {
      state.ended += 1
    },
  }
  return { state, open }
}

describe('a stream that is open', () => {
  it.each<[string, () => Promise<boolean>]>([
    ['it may not go on', async () => false],
    ['nobody can say', () => Promise.reject(new RangeError('no state'))],
    ['nobody says', () => new Promise(() => {})],
  ])('is ended once when %s', async (_, isAllowed) => {
    const { state, open } = stream(isAllowed)
    const leave = createOpenStreams(5, 20).enter(open)
    await eventually(() => state.ended === 1)
    await eventually(() => state.asked > 2)
    leave()
    expect(state.ended).toBe(1)
  })

  it('goes on as long as it may, and is not asked about when it has ended', async () => {
    const { state, open } = stream(async () => true)
    const leave = createOpenStreams(5).enter(open)
    await eventually(() => state.asked > 3)
    leave()
    const { asked } = state
    const other = stream(async () => true)
    const leaveOther = createOpenStreams(5).enter(other.open)
    await eventually(() => other.state.asked > 3)
    leaveOther()
    expect(state).toEqual({ asked, ended: 0 })
  })

  it('is ended with all others when the gateway stops', () => {
    const streams = createOpenStreams()
    const all = [stream(async () => true), stream(async () => true)]
    const leaves = all.map(({ open }) => streams.enter(open))
    streams.endAll()
    for (const leave of leaves) leave()
    expect(all.map(({ state }) => state.ended)).toEqual([1, 1])
  })
})
