import { describe, expect, it } from '@jest/globals'
import { type WebhookRecord, webhookRecord } from '@sluice/contracts'
import { sampleExchange } from '../../testing/sample-exchange.ts'
import { sampleVersion } from '../../testing/sample-version.ts'
import { judgeLate } from './judge-late.ts'

const isOwn = () => false
const versionWith = (changes: Partial<WebhookRecord>) => ({
  ...sampleVersion,
  webhook: webhookRecord.parse({ ...sampleVersion.webhook, ...changes }),
})
const orders = sampleExchange({ path: '/orders' })

describe('what was put aside to be judged', () => {
  it('is a match where the condition holds, as it is when its event is handled', () => {
    expect(judgeLate(sampleVersion, orders, isOwn)).toBe('matched')
    expect(judgeLate(sampleVersion, sampleExchange({ path: '/others' }), isOwn)).toBe('not-matched')
  })

  it('is none of a webhook that was off, or that led to the exchange itself', () => {
    expect(judgeLate(versionWith({ enabled: false }), orders, isOwn)).toBe('not-matched')
    const led = sampleExchange({ path: '/orders', chain: [sampleVersion.webhook._id] })
    expect(judgeLate(sampleVersion, led, isOwn)).toBe('not-matched')
  })

  it('is not judged by a condition that can not be read', () => {
    expect(judgeLate(versionWith({ condition: "of-a-newer-version('/orders')" }), orders, isOwn)).toBe('unreadable')
  })
})
