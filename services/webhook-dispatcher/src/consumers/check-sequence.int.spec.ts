import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentLogStore } from '../adapters/log/document-log-store.ts'
import { createDeliveryMeters } from '../delivery/delivery-meters.ts'
import { createTargetSlots } from '../delivery/target-slots.ts'
import { toEventRow } from '../domain/execution/execution.ts'
import type { LogStore } from '../ports/log-store.ts'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { createSequenceCheck } from './check-sequence.ts'

const EVENTS = 1_000
const FAR_ABOVE = 1_000_000

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.changes.follow({ topic: 'webhooks', reload: async () => {}, apply: async () => {} })
})
afterAll(() => platform.close())

/** The log of the platform, and how often it was asked for events. */
function countedLog() {
  const log = documentLogStore(platform)
  const asked: number[] = []
  const events: LogStore['events'] = (day, ids, options) => {
    asked.push(ids.length)
    return log.events(day, ids, options)
  }
  return { log: { ...log, events }, asked }
}

const checkWith = (log: LogStore) => {
  const slots = createTargetSlots({ total: 1, perTarget: 1, waitingPerTarget: 1, maxWaitMs: 1 })
  return createSequenceCheck({ ...platform, log, meters: createDeliveryMeters(slots) })
}

describe('events from a history that a restored backup has replaced', () => {
  it('are looked for in the log by hundreds where many come at once: a store that is busy answers each question late', async () => {
    const { log, asked } = countedLog()
    const check = checkWith(log)
    const exchanges = Array.from({ length: EVENTS }, () => sampleExchange({ webhooksSequence: FAR_ABOVE }))
    const judged = await Promise.all(exchanges.map(async exchange => check(exchange)))
    expect(new Set(judged.map(({ event }) => event.webhooksSequence < FAR_ABOVE))).toEqual(new Set([true]))
    expect(asked.length).toBeLessThanOrEqual(EVENTS / 50)
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(EVENTS)
  })

  it('keep each the sequence that it was stored with, whatever day it is of', async () => {
    const { log } = countedLog()
    const check = checkWith(log)
    const days = [0, 1, 2].map(day => Date.UTC(2026, 5, 1 + day))
    const stored = days.map(at => sampleExchange({ id: v7({ msecs: at }), at, webhooksSequence: 0, changesEpoch: 0 }))
    for (const one of stored) await log.open(toEventRow(one, []), [])
    const again = stored.map(one => ({ ...one, event: { ...one.event, webhooksSequence: FAR_ABOVE } }))
    const judged = await Promise.all(
      [...again, sampleExchange({ webhooksSequence: FAR_ABOVE })].map(async one => check(one)),
    )
    expect(judged.slice(0, -1).map(({ event }) => [event.id, event.webhooksSequence])).toEqual(
      stored.map(({ event }) => [event.id, 0]),
    )
  })
})
