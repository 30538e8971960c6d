import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentWebhookStore } from '../adapters/document-webhook-store.ts'
import { documentLogStore } from '../adapters/log/document-log-store.ts'
import { toEventRow, toExecutionRow } from '../domain/execution/execution.ts'
import { sampleExchange } from '../testing/sample-exchange.ts'
import { sampleVersion } from '../testing/sample-version.ts'
import type { LogQuery } from './log-query.ts'
import { readLogPage } from './read-log-page.ts'

const HOUR_MS = 3_600_000
const claim = { by: 'somebody', until: Date.now() + 60_000 }
const { webhook } = sampleVersion
const START = Date.UTC(2026, 9, 1, 12)

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  await documentWebhookStore(platform).change(webhook._id, () => ({ kind: 'put', record: webhook }))
})
afterAll(() => platform.close())

const query = (over: Partial<LogQuery>): LogQuery => ({
  webhookId: webhook._id,
  statuses: undefined,
  from: START,
  to: START + 24 * HOUR_MS,
  failedOnlyBefore: 0,
  path: undefined,
  statusCode: undefined,
  text: undefined,
  before: undefined,
  limit: 50,
  ...over,
})
const read = (over: Partial<LogQuery>) =>
  readLogPage(query(over), { log: documentLogStore(platform), webhooks: documentWebhookStore(platform) })
const exchangeAt = (msecs: number) => sampleExchange({ id: v7({ msecs }), path: '/other', webhooksSequence: 1 })

describe('a page of the log', () => {
  it('never parts the executions of one event, so that the next page has all that this one has not', async () => {
    const log = documentLogStore(platform)
    const from = START + 20 * HOUR_MS
    for (let n = 0; n < 6; n += 1) {
      const exchange = exchangeAt(from + n)
      const row = toExecutionRow(exchange, sampleVersion, claim)
      const again = [row, { ...row, _id: v7() }, { ...row, _id: v7() }]
      await log.open(toEventRow(exchange, [sampleVersion]), again)
    }
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const page = await read({ from, to: from + 1000, limit: 4, before })
      expect(page.items.length % 3).toBe(0)
      seen.push(...page.items.map(({ _id }) => _id))
      if (page.next === null) break
      before = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([18, 18])
  })

  it('is short when 20,000 rows were looked at, and goes on where it ended', async () => {
    const log = documentLogStore(platform)
    const oldest = exchangeAt(START)
    oldest.event.request.path = '/needle'
    const many = Array.from({ length: 20_500 }, (_, n) => exchangeAt(START + 1000 + n))
    await Promise.all([oldest, ...many].map(exchange => log.open(toEventRow(exchange, []), [])))
    const first = await read({ to: START + HOUR_MS, text: '/needle' })
    expect(first.items).toEqual([])
    expect(first.next).toEqual(expect.any(String))
    const second = await read({ to: START + HOUR_MS, text: '/needle', before: first.next ?? undefined })
    expect(second.items.map(({ eventId }) => eventId)).toEqual([oldest.event.id])
    expect(second.next).toBeNull()
  })
})
