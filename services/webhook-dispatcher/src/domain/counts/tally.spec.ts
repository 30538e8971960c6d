import { describe, expect, it } from '@jest/globals'
import { ALL_WEBHOOKS, createTally, type EndedDelivery } from './tally.ts'

const MINUTE_MS = 60_000
const end = (over: Partial<EndedDelivery>): EndedDelivery => ({
  webhookId: 'w',
  eventAt: 0,
  endedAt: 10,
  isSuccess: true,
  durationMs: 5,
  statusCode: 200,
  ...over,
})

describe('a tally', () => {
  it('counts by webhook and minute of the event, and all together, and begins anew when it was taken', () => {
    const tally = createTally(100)
    tally.event(MINUTE_MS + 1)
    tally.ended(end({}))
    tally.ended(end({ eventAt: MINUTE_MS, isSuccess: false, durationMs: undefined }))
    tally.ended(end({ webhookId: 'v', eventAt: MINUTE_MS - 1 }))
    const { minutes = [] } = tally.take() ?? {}
    const told = minutes.map(({ webhookId, minute, counts: { success, failed, events, latencies } }) => [
      `${webhookId || 'all'} ${minute}`,
      success,
      failed,
      events,
      [...latencies.values()],
    ])
    expect(told.toSorted()).toEqual([
      ['all 0', 2, 0, 0, [2]],
      ['all 1', 0, 1, 1, []],
      ['v 0', 1, 0, 0, [1]],
      ['w 0', 1, 0, 0, [1]],
      ['w 1', 0, 1, 0, []],
    ])
    expect(tally.take()).toBeUndefined()
  })

  it('knows how each webhook has ended last, and since when it has been so', () => {
    const tally = createTally(100)
    for (const [isSuccess, endedAt] of [
      [true, 1],
      [false, 2],
      [false, 3],
    ] as const) {
      tally.ended(end({ isSuccess, endedAt, statusCode: isSuccess ? 200 : 500 }))
    }
    tally.ended(end({ webhookId: 'v', endedAt: 4 }))
    expect([...(tally.take()?.lastEnds ?? [])]).toEqual([
      ['w', { isSuccess: false, at: 3, statusCode: 500, since: 2, isChange: true }],
      ['v', { isSuccess: true, at: 4, statusCode: 200, since: 4, isChange: false }],
    ])
  })

  it('holds no more than it may, and says how much it did not count', () => {
    const tally = createTally(3)
    for (let n = 0; n < 10; n += 1) tally.ended(end({ webhookId: `w${n}` }))
    const batch = tally.take()
    expect([batch?.minutes.length, batch?.lastEnds.size]).toEqual([3, 3])
    expect(batch?.minutes.find(({ webhookId }) => webhookId === ALL_WEBHOOKS)?.counts.success).toBe(10)
    expect([tally.takeDropped(), tally.takeDropped()]).toEqual([8, 0])
  })
})
