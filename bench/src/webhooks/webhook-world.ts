import { setTimeout as wait } from 'node:timers/promises'
import type { Bus } from '@sluice/bus'
import { openKafkaBus } from '@sluice/bus/kafka'
import { encodeExchange, exchangeCompleted } from '@sluice/contracts'
import type { Store } from '@sluice/store'
import { openMongoStore } from '@sluice/store/mongodb'
import { eventually } from '@sluice/testkit'
import { type ClusterWorld, openClusterWorld } from '../cluster/open-cluster-world.ts'
import { cpuMicrosOf } from '../cpu/measured-process.ts'
import { exchangeAt } from './exchange-at.ts'

const SENT_AT_ONCE = 500
const HANDLED_WITHIN_MS = 240_000
const REST_MS = 2_000
/** More than a webhook has by itself: what is measured is not to be held back. */
const MOST_PER_MINUTE = 60_000
const DB = 'sluice'

/** A cluster whose events come straight from here, so that the gateways are no part of what is measured. */
export type BenchWebhookWorld = ClusterWorld & {
  /** @returns its id */
  addWebhook(fields: { path: string; url: string; timeout_ms?: number }): Promise<string>
  removeWebhooks(ids: readonly string[]): Promise<void>
  store: Store
  /** Sends one event for each path; resolves when the bus has them. */
  send(paths: readonly string[]): Promise<void>
  /** The same, judged by the webhooks of this moment, and without asking the store again. */
  sender(): Promise<(paths: readonly string[]) => Promise<void>>
  /**
   * The same, and waits until the dispatchers have handled them, and until `isDone`.
   * @returns what they have used for it of a core, in µs
   */
  workOff(paths: readonly string[], isDone?: () => boolean): Promise<number>
  /** Rows of events and executions, and of bodies, that the store holds. */
  countRows(): Promise<{ rows: number; bodies: number }>
}

/** @param more what every process is told beside the usual */
export async function openWebhookWorld(more: Readonly<Record<string, string>> = {}): Promise<BenchWebhookWorld> {
  const world = await openClusterWorld(more)
  const { MONGODB_URI = '', KAFKA_BROKERS = '', CLUSTER_PREFIX = '' } = world.settings
  const store = await openMongoStore({ uri: MONGODB_URI, prefix: CLUSTER_PREFIX })
  const bus = await openKafkaBus({ brokers: KAFKA_BROKERS.split(','), clientId: 'bench', prefix: CLUSTER_PREFIX })
  const { dispatchers } = world.cluster
  const sender = async () => {
    const stamp = await newestStamp(store)
    return (paths: readonly string[]) => sendEvents(paths, { bus, stamp })
  }
  const send = async (paths: readonly string[]) => (await sender())(paths)
  return {
    ...world,
    store,
    sender,
    async addWebhook({ path, ...fields }) {
      const webhook = { name: path, condition: `path('${path}')`, maxPerMinute: MOST_PER_MINUTE, ...fields }
      return (await world.owner.json<{ _id: string }>('POST', '/webhooks', webhook))._id
    },
    async removeWebhooks(ids) {
      for (const id of ids) await world.owner.text('DELETE', `/webhooks/${id}`)
    },
    send,
    async workOff(paths, isDone = () => true) {
      const wanted = (await countAtRest(dispatchers)) + paths.length
      const usedBefore = await cpuOf(dispatchers)
      await send(paths)
      const options = { timeoutMs: HANDLED_WITHIN_MS, what: `${paths.length} events are handled` }
      await eventually(async () => (await countHandled(dispatchers)) >= wanted && isDone(), options)
      return (await cpuOf(dispatchers)) - usedBefore
    },
    countRows: () => countRows(store),
    async stop() {
      await bus.close()
      await store.close()
      await world.stop()
    },
  }
}

async function newestStamp(store: Store): Promise<number> {
  const versions = store.collection({ db: DB, collection: 'webhookVersions' })
  const [newest] = await versions.find({}, { sort: { from: -1 }, limit: 1 })
  return Number(newest?.from ?? 0)
}

async function sendEvents(paths: readonly string[], { bus, stamp }: { bus: Bus; stamp: number }): Promise<void> {
  for (let at = 0; at < paths.length; at += SENT_AT_ONCE) {
    const exchanges = paths.slice(at, at + SENT_AT_ONCE).map(path => exchangeAt(path, stamp))
    const records = exchanges.map(exchange => {
      const { id } = exchange.event
      return { key: id, value: encodeExchange(exchange), headers: { 'event-id': id }, isFirst: true }
    })
    await bus.send(exchangeCompleted.name, records)
  }
}

type Dispatchers = BenchWebhookWorld['cluster']['dispatchers']

/** Events that these have handled since they were started. */
export async function countHandled(dispatchers: Dispatchers): Promise<number> {
  const texts = await Promise.all(dispatchers.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()))
  const lines = texts.join('\n').matchAll(/^sluice_webhook_events_total\S* (\d+)/gm)
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Once the events of what was asked of the gateways before have been handled too. */
export async function countAtRest(dispatchers: Dispatchers): Promise<number> {
  for (let before = await countHandled(dispatchers); ; ) {
    await wait(REST_MS)
    const now = await countHandled(dispatchers)
    if (now === before) return now
    before = now
  }
}

const cpuOf = (dispatchers: Dispatchers): Promise<number> => cpuMicrosOf(dispatchers.map(({ pid }) => ({ pid: pid() })))

async function countRows(store: Store): Promise<{ rows: number; bodies: number }> {
  const names = await store.listCollections(DB)
  const count = async (pattern: RegExp) => {
    const found = names.filter(name => pattern.test(name)).map(collection => store.collection({ db: DB, collection }))
    return (await Promise.all(found.map(each => each.count({})))).reduce((sum, rows) => sum + rows, 0)
  }
  return {
    rows: await count(/^webhook(?:Events|UnmatchedEvents|Executions)\d+$/),
    bodies: await count(/^webhook(?:Unmatched)?Bodies\d+$/),
  }
}
