import { describe, expect, it } from '@jest/globals'
import { judgeSwitches, type Switch, type SwitchObservations } from './judge-switches.ts'

const created: Switch = { webhookId: 'w', isOn: true, sentAt: 0, answeredAt: 100 }
const off = (sentAt: number, webhookId: string | undefined = 'w'): Switch => ({
  webhookId,
  isOn: false,
  sentAt,
  answeredAt: sentAt + 100,
})
const on = (sentAt: number, webhookId: string | undefined = 'w'): Switch => ({ ...off(sentAt, webhookId), isOn: true })
const event = { eventId: 'e', startedAt: 10_000, endedAt: 10_050, behindMs: 1_000 }
const delivery = {
  deliveryId: 'e/w',
  eventId: 'e',
  webhookId: 'w',
  tag: '',
  receivedAt: 10_100,
  answeredAt: 10_100,
  status: 204,
}
const ended = (status: 'success' | 'failed' | 'skipped' | 'pending', seenAt = 11_000) => ({
  eventId: 'e',
  webhookId: 'w',
  status,
  seenAt,
})
const told = { executions: [ended('success')], deliveries: [delivery] }
const skipped = { executions: [ended('skipped')], deliveries: [] }
const found = (changes: Partial<SwitchObservations>) =>
  judgeSwitches({ webhookIds: ['w'], switches: [created], events: [event], ...told, ...changes }).findings

describe('what an enabled webhook has matched', () => {
  it('is told to its target', () => {
    expect(found({})).toEqual([])
    expect(found({ executions: [], deliveries: [] })).toEqual([
      'event e and webhook w: nothing came of it, though the webhook was on',
    ])
    expect(found({ executions: [ended('pending')], deliveries: [] })).toHaveLength(1)
    expect(found({ executions: [ended('failed')], deliveries: [] })).toHaveLength(1)
    expect(found({ deliveries: [{ ...delivery, status: 503 }] })).toHaveLength(1)
  })

  it('is not skipped while nobody asks for the end of the webhook', () => {
    expect(found(skipped)).toEqual([
      'event e and webhook w: skipped as disabled after 0 requests, and nobody had asked for that',
    ])
    // That it had been off before its event was stamped is no reason.
    expect(found({ ...skipped, switches: [created, off(2_000), on(4_000)] })).toHaveLength(1)
    expect(found({ ...skipped, switches: [created, off(2_000, undefined), on(4_000, undefined)] })).toHaveLength(1)
    // Nor that somebody asked for it later, or for the end of another one.
    expect(found({ ...skipped, switches: [created, off(11_001)] })).toHaveLength(1)
    expect(found({ ...skipped, switches: [created, off(10_500, 'another')] })).toHaveLength(1)
  })

  it('may be skipped once somebody has asked for that, of the webhook or of the plugin, also in vain', () => {
    expect(found({ ...skipped, switches: [created, off(10_500)] })).toEqual([])
    expect(found({ ...skipped, switches: [created, off(10_500, undefined)] })).toEqual([])
    expect(found({ ...skipped, switches: [created, { ...off(5_000), answeredAt: undefined }] })).toEqual([])
  })

  it('may be skipped when it was asked for so shortly before that the stamp may be older', () => {
    expect(found({ ...skipped, switches: [created, off(8_900), on(9_500)] })).toEqual([])
    expect(found({ ...skipped, switches: [created, off(8_800), on(9_500)] })).toHaveLength(1)
  })

  it('has one entry, which does not contradict the target', () => {
    expect(found({ executions: [ended('success'), ended('success')] })).toHaveLength(1)
    expect(found({ executions: [ended('skipped')], switches: [created, off(10_500)] })).toEqual([
      'event e and webhook w: skipped, and the target was told',
    ])
    expect(found({ executions: [] })).toEqual(['event e and webhook w: the target was told, and there is no entry'])
  })
})

describe('a webhook that may have been off', () => {
  const nothing = { executions: [], deliveries: [] }

  it('need not match', () => {
    expect(found({ ...nothing, switches: [created, off(9_000)] })).toEqual([])
    expect(found({ ...nothing, switches: [{ ...created, sentAt: 9_900, answeredAt: 9_950 }] })).toEqual([])
    expect(found({ ...nothing, switches: [{ ...created, answeredAt: undefined }] })).toEqual([])
    expect(found({ ...nothing, switches: [created, off(7_000, undefined), on(9_500, undefined)] })).toEqual([])
  })

  it('matches as soon as every gateway has to know that it is on', () => {
    expect(found({ ...nothing, switches: [{ ...created, answeredAt: 8_999 }] })).toHaveLength(1)
    expect(found({ ...nothing, switches: [created, off(6_000, undefined), on(8_800, undefined)] })).toHaveLength(1)
  })
})
