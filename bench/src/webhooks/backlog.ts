import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { encodeExchange, exchangeCompleted, exchangeEvent } from '@sluice/contracts'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { eventually } from '@sluice/testkit'
import { startBackend } from '@sluice/testkit/backends'
import { idsOf, readBlock } from '@sluice/webhook-dispatcher/event-block'
import type { Figure } from '../figure.ts'
import { eventOf } from './fill-log.ts'
import { type BenchDispatcher, createWebhook, openDispatcher } from './open-dispatcher.ts'

const EVENTS = 20_000
const MATCH_EVERY = 10
const BODY = Buffer.from(JSON.stringify({ customer: 'amelia', total: 129, lines: [{ sku: 'A-1', quantity: 2 }] }))
const NO_BODY = new Uint8Array()
const SEND_AT_ONCE = 1_000

/** How fast a dispatcher works off what has gathered while it was away: one event in ten is delivered to a target. */
export const measureBacklog = (events = EVENTS): Promise<Figure[]> =>
  onBothStores((name, store) => measureOn(name, { events, store }))

type NamedStore = [name: string, store: Store | undefined]

/** Measures on the embedded store, then on a MongoDB. */
export async function onBothStores(measure: (...on: NamedStore) => Promise<Figure>): Promise<Figure[]> {
  const backend = await startBackend('mongodb')
  try {
    const mongo = await openMongoStore({ uri: backend.address, prefix: `b${randomUUID().slice(0, 8)}-` })
    return [await measure('embedded store', undefined), await measure('MongoDB', mongo)]
  } finally {
    await backend.stop()
  }
}

async function measureOn(
  name: string,
  { events, store }: { events: number; store: Store | undefined },
): Promise<Figure> {
  const target = await openTarget()
  const dispatcher = await openDispatcher({ store, allowCidrs: [`127.0.0.1/32:${target.port}`] })
  await dispatcher.start()
  await createWebhook(dispatcher, { condition: "path('/matched')", url: `http://127.0.0.1:${target.port}/` })
  await dispatcher.stop()
  await sendEvents(dispatcher, events)
  const start = performance.now()
  await dispatcher.start()
  await eventually(async () => target.received() >= events / MATCH_EVERY && (await countEvents(dispatcher)) >= events, {
    timeoutMs: 600_000,
  })
  const seconds = (performance.now() - start) / 1000
  await dispatcher.stop()
  await dispatcher.close()
  await target.close()
  return { name: `${name}: events a second from a backlog of ${events}`, value: events / seconds, unit: '', bar: '' }
}

/** A target that answers at once, and counts. */
export async function openTarget() {
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      received += 1
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    received: () => received,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}

/** Puts so many events on the bus, of which one in `matchEvery` is about `/matched`. */
export async function sendEvents(
  { platform, sequence }: BenchDispatcher,
  events: number,
  matchEvery = MATCH_EVERY,
): Promise<void> {
  for (let first = 0; first < events; first += SEND_AT_ONCE) {
    const records = Array.from({ length: Math.min(SEND_AT_ONCE, events - first) }, (_, index) => {
      const sample = eventOf(first + index, Date.now(), sequence())
      const path = (first + index) % matchEvery === 0 ? '/matched' : '/other'
      const body = { state: 'captured', length: BODY.length, truncated: false } as const
      const event = exchangeEvent.parse({ ...sample, request: { ...sample.request, path, body } })
      const value = encodeExchange({ event, requestBody: BODY, responseBody: NO_BODY })
      return { key: event.id, value, headers: { 'event-id': event.id } }
    })
    await platform.bus.send(exchangeCompleted.name, records)
  }
}

/** What matched nothing lies in blocks, of which each names its events. */
async function countEvents({ platform: { store, db } }: BenchDispatcher): Promise<number> {
  const collections = (await store.listCollections(db)).filter(name => /^webhook(?:Unmatched)?Events\d/.test(name))
  const rows = await Promise.all(
    collections.map(collection => store.collection({ db, collection }).find({}, { projection: { from: 1, ids: 1 } })),
  )
  return rows
    .flat()
    .map(readBlock)
    .reduce((sum, block) => sum + (block ? idsOf(block).length : 1), 0)
}
