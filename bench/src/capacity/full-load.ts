import { setTimeout as wait } from 'node:timers/promises'
import { encodeExchange } from '@sluice/contracts'
import { Pool } from 'undici'
import { type Figure, figureOfRounds } from '../figure.ts'
import { readGauge } from '../read-gauge.ts'
import { exchangeAt } from '../webhooks/exchange-at.ts'
import type { BenchTarget } from '../webhooks/targets.ts'
import { type BenchWebhookWorld, countAtRest } from '../webhooks/webhook-world.ts'
import { carried } from './carried.ts'
import { groupsOf, type ProcessGroup } from './groups.ts'
import { type MixKind, type MixRequest, requestsWith } from './mix.ts'

export const CONNECTIONS = 16
export const WARM_UP_MS = 3_000
export const MEASURED_MS = 5_000
/** Both kinds of events in turn in each round, so that what else the machine does meets both. */
const ROUNDS = 7
const EVENTS = 1_000
const NOWHERE = '/capacity-unmatched'
const MATCHED = '/capacity-matched'
/** The bytes that are stored are counted by each dispatcher once a second. */
const COUNTED_MS = 3_000

/** Which service answers a request behind the gateway, and what it is called there. */
const ASKED: readonly { kind: MixKind; service: string; what: string }[] = [
  { kind: 'read', service: 'data', what: 'reads by id' },
  { kind: 'write', service: 'data', what: 'writes of 300 bytes' },
  { kind: 'query', service: 'graphql-apps', what: 'queries' },
]

/**
 * What one core of each service, and of the store, carries while there is always more to do: requests on 16 connections, each
 * an event; then events alone, of which none matches, or each is delivered once; and what an event takes in the store and
 * on the bus.
 */
export async function measureFullLoad(world: BenchWebhookWorld, target: BenchTarget): Promise<Figure[]> {
  const groups = await groupsOf(world)
  // Perhaps it is there.
  await world.owner.status('POST', '/routes', { _id: 'known', origin: 'SFO', destination: 'LAX' })
  const requests = requestsWith((await world.issue()).key)
  const figures: Figure[] = []
  for (const { kind, service, what } of ASKED) {
    const used = await usedByEach(world, groups, requests[kind])
    for (const who of ['gateway', service, 'MongoDB']) figures.push(carried(who, what, [used.get(who) ?? Number.NaN]))
  }
  return [...figures, ...(await eventFigures(world, target, groups))]
}

/** @returns the µs of a core that one request has cost each group */
async function usedByEach(
  { cluster }: BenchWebhookWorld,
  groups: readonly ProcessGroup[],
  request: MixRequest,
): Promise<ReadonlyMap<string, number>> {
  const pool = new Pool(cluster.gateways[0]?.url ?? '', { connections: CONNECTIONS })
  await sendFor(WARM_UP_MS, pool, request)
  await countAtRest(cluster.dispatchers)
  const before = await usedMs(groups)
  const sent = await sendFor(MEASURED_MS, pool, request)
  const after = await usedMs(groups)
  await pool.close()
  // Whoever answers is done; the store is when it has the events, too.
  await countAtRest(cluster.dispatchers)
  const atRest = await usedMs(groups)
  const used = (name: string, index: number) =>
    ((name === 'MongoDB' ? atRest : after)[index] ?? Number.NaN) - (before[index] ?? Number.NaN)
  return new Map(groups.map(({ name }, index) => [name, (1_000 * used(name, index)) / sent]))
}

const usedMs = (groups: readonly ProcessGroup[]): Promise<number[]> => Promise.all(groups.map(group => group.usedMs()))

class RefusedRequestError extends Error {
  override name = 'RefusedRequestError'
}

/** Sends one request after the other on each connection. @returns how many were answered */
export async function sendFor(ms: number, pool: Pool, request: MixRequest): Promise<number> {
  const end = performance.now() + ms
  let answered = 0
  const sendOn = async () => {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request(request)
      await body.dump()
      if (statusCode >= 300) throw new RefusedRequestError(`${request.method} ${request.path}: ${statusCode}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
  return answered
}

type WorkedOff = { dispatcher: number; store: number; bytes: number }

async function eventFigures(
  world: BenchWebhookWorld,
  target: BenchTarget,
  groups: readonly ProcessGroup[],
): Promise<Figure[]> {
  const id = await world.addWebhook({ path: MATCHED, url: target.url })
  await workOff(world, groups, MATCHED)
  const rounds: { unmatched: WorkedOff; matched: WorkedOff }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const unmatched = await workOff(world, groups, NOWHERE)
    rounds.push({ unmatched, matched: await workOff(world, groups, MATCHED) })
  }
  await world.removeWebhooks([id])
  return figuresOfRounds(rounds)
}

function figuresOfRounds(rounds: readonly { unmatched: WorkedOff; matched: WorkedOff }[]): Figure[] {
  const alone = (of: keyof WorkedOff) => rounds.map(({ unmatched }) => unmatched[of])
  const onTop = (of: keyof WorkedOff) => rounds.map(({ unmatched, matched }) => matched[of] - unmatched[of])
  const costs = (who: string, of: 'dispatcher' | 'store') => [
    carried(who, 'events without a match', alone(of)),
    carried(who, 'deliveries, on top of their events', onTop(of)),
  ]
  const matched = rounds.map(round => round.matched.bytes)
  return [
    ...costs('webhook-dispatcher', 'dispatcher'),
    ...costs('MongoDB', 'store'),
    bytes('stored for an event without a match', alone('bytes')),
    bytes('stored for an event that is delivered once', matched),
    bytes('on the bus for an event', [encodeExchange(exchangeAt(NOWHERE, 0)).length]),
  ]
}

const bytes = (what: string, values: readonly number[]): Figure =>
  figureOfRounds(values, { name: `bytes ${what}`, unit: 'bytes', bar: '' })

/** @returns for one event: the µs of the dispatchers and of the store, and the bytes that the store holds of it */
async function workOff(world: BenchWebhookWorld, groups: readonly ProcessGroup[], path: string): Promise<WorkedOff> {
  const store = groups.find(({ name }) => name === 'MongoDB')
  const bytesBefore = await storedBytes(world)
  const storeBefore = (await store?.usedMs()) ?? Number.NaN
  const dispatchers = groups.find(({ name }) => name === 'webhook-dispatcher')
  const before = (await dispatchers?.usedMs()) ?? Number.NaN
  await world.workOff(Array<string>(EVENTS).fill(path))
  // What was delivered is noted then.
  await countAtRest(world.cluster.dispatchers)
  const used = ((await dispatchers?.usedMs()) ?? Number.NaN) - before
  const storeUsed = ((await store?.usedMs()) ?? Number.NaN) - storeBefore
  const added = (await storedBytes(world)) - bytesBefore
  return { dispatcher: (1_000 * used) / EVENTS, store: (1_000 * storeUsed) / EVENTS, bytes: added / EVENTS }
}

/** What all dispatchers together have stored, as either of them knows. */
async function storedBytes({ cluster: { dispatchers } }: BenchWebhookWorld): Promise<number> {
  await wait(COUNTED_MS)
  const known = dispatchers.map(({ adminUrl }) => readGauge(adminUrl, 'sluice_webhook_event_store_bytes'))
  return Math.max(...(await Promise.all(known)))
}
