import { describe, expect, it } from '@jest/globals'
import { type HealthFacts, judgeHealth } from './health.ts'

const AT = Date.UTC(2026, 10, 24, 12)
const HOUR_MS = 3_600_000
const fine: HealthFacts = {
  webhook: { enabled: true, createdAt: new Date(AT - 100 * HOUR_MS) },
  lastEnd: { isSuccess: true, at: AT - 1000, statusCode: 200, since: AT - 5 * HOUR_MS },
  heldBackSince: undefined,
  day: { success: 40, failed: 3 },
  recent: { deliveries: { success: 4, failed: 0 }, events: 400 },
  at: AT,
}
const of = (over: Partial<HealthFacts>) => {
  const { state, since } = judgeHealth({ ...fine, ...over })
  return { state, since: since?.$date }
}
const failing = { isSuccess: false, at: AT - 1000, statusCode: 500, since: AT - 2 * HOUR_MS }

describe('the health of a webhook', () => {
  it('says what its newest delivery came to, what the day was, and which share of the events it has matched', () => {
    expect(judgeHealth(fine)).toEqual({
      state: 'healthy',
      since: { $date: AT - 5 * HOUR_MS },
      lastAt: { $date: AT - 1000 },
      lastStatusCode: 200,
      day: { success: 40, failed: 3 },
      share: 0.01,
    })
    expect(judgeHealth({ ...fine, lastEnd: undefined, recent: { ...fine.recent, events: 0 } })).toMatchObject({
      state: 'idle',
      lastAt: null,
      lastStatusCode: null,
      share: null,
    })
  })

  it.each<[string, Partial<HealthFacts>, { state: string; since: number | undefined }]>([
    [
      'disabled',
      { webhook: { ...fine.webhook, enabled: false }, lastEnd: failing },
      { state: 'disabled', since: undefined },
    ],
    ['failing before held back', { lastEnd: failing, heldBackSince: AT }, { state: 'failing', since: failing.since }],
    ['held back', { heldBackSince: AT - 7 }, { state: 'held-back', since: AT - 7 }],
    [
      'idle after a day',
      { lastEnd: { ...failing, isSuccess: true, at: AT - 25 * HOUR_MS } },
      { state: 'idle', since: AT - 25 * HOUR_MS },
    ],
    ['idle where it never delivered', { lastEnd: undefined }, { state: 'idle', since: AT - 100 * HOUR_MS }],
    [
      'broad from nine tenths of the events on',
      { recent: { deliveries: { success: 80, failed: 10 }, events: 100 } },
      { state: 'broad', since: AT - 5 * HOUR_MS },
    ],
    [
      'not broad while there were few events',
      { recent: { deliveries: { success: 99, failed: 0 }, events: 99 } },
      { state: 'healthy', since: AT - 5 * HOUR_MS },
    ],
  ])('is %s', (_, over, expected) => expect(of(over)).toEqual(expected))

  it('has no share above all: what is delivered again counts too', () => {
    const recent = { deliveries: { success: 300, failed: 0 }, events: 200 }
    expect(judgeHealth({ ...fine, recent }).share).toBe(1)
  })
})
