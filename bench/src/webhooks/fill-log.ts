import { createHash } from 'node:crypto'
import type { ExchangeEvent } from '@sluice/contracts'
import type { Document, Store } from '@sluice/store'
import { packBlocks } from '@sluice/webhook-dispatcher/event-block'
import { packExecution } from '@sluice/webhook-dispatcher/stored-execution'

const DB = 'sluice'
const HOUR_MS = 3_600_000
const BATCH = 2_000
const NO_BODY = { state: 'none', length: 0, truncated: false } as const

export type LogFill = {
  webhookId: string
  /** Stamp of the version that judges them. */
  sequence: number
  events: number
  /** One event in so many is matched. */
  matchEvery: number
  /** One match in so many has failed. */
  failEvery: number
  /** Over how long they are spread, up to now. */
  hours: number
}

/** Rows as a dispatcher stores them, of events without bodies. */
export async function fillLog(store: Store, fill: LogFill): Promise<void> {
  const end = Date.now()
  const indexed = new Set<string>()
  for (let first = 0; first < fill.events; first += BATCH) {
    const placed = Array.from({ length: Math.min(BATCH, fill.events - first) }, (_, index) => first + index).flatMap(
      at => rowsOf(at, Math.floor(end - fill.hours * HOUR_MS * (1 - at / fill.events)), fill),
    )
    for (const [collection, some] of Map.groupBy(placed, ({ place }) => place)) {
      const target = store.collection({ db: DB, collection })
      if (collection.startsWith('webhookExecutions') && !indexed.has(collection)) {
        indexed.add(collection)
        await target.createIndex({ webhookId: 1, eventId: -1 })
        await target.createIndex({ webhookId: 1, status: 1, eventId: -1 })
      }
      await target.insertMany(toRows(collection, some), { ordered: false })
    }
  }
}

type BenchRow = { place: string; row: Document }

/** From one write of blocks to the next, as a dispatcher has it. */
const BLOCKS_EVERY_MS = 250

/** What matched nothing lies in blocks, of what came between two writes. */
function toRows(collection: string, some: readonly BenchRow[]): Document[] {
  const rows = some.map(({ row }) => row)
  if (!collection.startsWith('webhookUnmatchedEvents')) return rows
  const entries = rows.map(row => ({ id: String(row._id), text: String(row.json), row }))
  const written = Map.groupBy(entries, ({ id }) => Math.floor(timeOf(id) / BLOCKS_EVERY_MS))
  return [...written.values()].flatMap(each => packBlocks(each)).map(({ row }) => row)
}

const timeOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

function rowsOf(at: number, time: number, { webhookId, sequence, matchEvery, failEvery }: LogFill): BenchRow[] {
  const hour = new Date(time).toISOString().slice(0, 13).replaceAll(/[-T]/g, '')
  const event = eventOf(at, time, sequence)
  const body = { ...NO_BODY, encoding: 'utf8', text: '' }
  const json = JSON.stringify({ event, requestBody: body, responseBody: body })
  const row = (matched: string[]) => ({ _id: event.id, matched, json })
  if (at % matchEvery !== 0) return [{ place: `webhookUnmatchedEvents${hour}`, row: row([]) }]
  const hasFailed = (at / matchEvery) % failEvery === 0
  return [
    { place: `webhookEvents${hour.slice(0, 8)}`, row: row([webhookId]) },
    { place: `webhookExecutions${hour.slice(0, 8)}`, row: executionOf(event, webhookId, hasFailed) },
  ]
}

/** The time in front, as in a UUIDv7, and the number behind it. */
function idAt(time: number, version: 7 | 8, rest: string): string {
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-${version}${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

export function eventOf(at: number, time: number, webhooksSequence: number): ExchangeEvent {
  return {
    schemaVersion: 1,
    id: idAt(time, 7, at.toString(16).padStart(18, '0')),
    service: { id: 'bench' },
    at: time,
    durationMs: 3,
    outcome: 'completed',
    aborted: false,
    webhooksSequence,
    chain: [],
    principal: { id: null, roles: [], via: 'none' },
    request: {
      method: at % 3 === 0 ? 'POST' : 'GET',
      path: `/orders/${at}`,
      query: '',
      headers: [
        ['host', 'api.example.com'],
        ['accept', 'application/json'],
        ['authorization', '[redacted]'],
        ['content-type', 'application/json'],
        ['user-agent', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'],
        ['accept-encoding', 'gzip, deflate, br'],
        ['accept-language', 'en-GB,en;q=0.9'],
        ['x-forwarded-for', '203.0.113.7'],
      ],
      remoteAddress: '203.0.113.7',
      secure: true,
      body: NO_BODY,
    },
    response: {
      statusCode: 200,
      headers: [
        ['content-type', 'application/json'],
        ['etag', '"66f0c0ffee"'],
        ['x-request-id', 'the same'],
      ],
      body: NO_BODY,
    },
  }
}

function executionOf(event: ExchangeEvent, webhookId: string, hasFailed: boolean): Document {
  const digest = createHash('sha256').update(`${event.id}\n${webhookId}`).digest('hex')
  const text = JSON.stringify({ id: event.id, timestamp: new Date(event.at).toISOString(), request: event.request })
  const body = { state: 'captured', length: text.length, truncated: false, encoding: 'utf8', text } as const
  const status = hasFailed ? 'failed' : 'success'
  return packExecution({
    _id: idAt(event.at, 8, digest),
    webhookId,
    webhookVersion: 1,
    eventId: event.id,
    at: new Date(event.at),
    incoming: { method: event.request.method, path: event.request.path },
    status,
    attempt: 1,
    result: {
      status,
      attempt: 1,
      durationMs: 12,
      validJson: true,
      outgoing: { type: 'http', method: 'POST', url: 'https://hooks.example.com/orders', headers: [], body },
      response: { statusCode: hasFailed ? 500 : 200, headers: [], body: { ...NO_BODY, encoding: 'utf8', text: '' } },
      error: hasFailed ? { stage: 'response', code: 'STATUS_NOT_2XX', message: 'The target answered 500.' } : null,
    },
  })
}
