import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { type Db, MongoClient } from 'mongodb'
import { backendOf, processesOf, redisProxyOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { drawById } from '../load/draw-by-id.ts'
import { startRecordingTarget } from '../load/start-recording-target.ts'
import { judgeSwitches, type SwitchedEvent, type SwitchedExecution } from '../oracle/judges/judge-switches.ts'
import { askOnce } from './own-requests.ts'
import { openSwitchboard, SWITCHED_PATH, type Switchboard } from './switchboard.ts'

const EVENT_EVERY_MS = 200
const LOOK_EVERY_MS = 250
const SETTLE_MS = 2_000
const ENDED_WITHIN_MS = 60_000
/** So few at first that no breaker opens. */
const UNWELL_SHARE = 1 / 3
/** How old the configuration may be that a gateway stamps events with: with its notices, and without. */
const BEHIND_MS = 2_000
const BEHIND_WITHOUT_REDIS_MS = 6_000
const EXECUTIONS = /^webhookExecutions\d+$/

type WatchedExecution = Omit<SwitchedExecution, 'seenAt'>

export const f21: FaultMatrixRow = {
  id: 'F21',
  title:
    'webhooks are made, switched off and on, and so is the plugin, while deliveries wait and a dispatcher hears no notices; then without Redis',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 6_000 },
  extent: { unit: 'seconds', promised: 60, short: 12 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { cluster, harm, service } = situation
    const client = await MongoClient.connect(backendOf(cluster, 'mongodb').address)
    const target = await startRecordingTarget(({ deliveryId, time }) => ({
      status: time === 1 && drawById(deliveryId) < UNWELL_SHARE ? 503 : 204,
    }))
    await service.owner('PUT', SWITCHED_PATH)
    const board = await openSwitchboard(service.owner, `http://127.0.0.1:${target.port}/`)
    const skips = watchSkips(client.db('sluice'), board)
    await wait(SETTLE_MS)
    const events: SwitchedEvent[] = []
    try {
      // Whoever asks the first gateway asks the first dispatcher.
      const [first, second = first] = processesOf(cluster, 'webhook-dispatcher')
      const deaf = redisProxyOf(cluster, second)
      deaf.cut()
      await harm.phase('a dispatcher without notices', async () => {
        events.push(...(await switchAll(situation, board, BEHIND_MS)))
      })
      deaf.heal()
      const redis = backendOf(cluster, 'redis')
      await redis.kill()
      await harm.phase('no Redis', async () => {
        events.push(...(await switchAll(situation, board, BEHIND_WITHOUT_REDIS_MS)))
      })
      await redis.restart()
      await untilEnded(client.db('sluice'), board)
      const seenAt = await skips.stop()
      const executions = (await readExecutions(client.db('sluice'), board, {})).map(one => ({
        ...one,
        seenAt: seenAt.get(one._id) ?? Date.now(),
      }))
      const { switches, webhookIds } = board
      const deliveries = [...target.deliveries]
      return () => judgeSwitches({ webhookIds, switches, events, executions, deliveries })
    } finally {
      await skips.stop()
      target.close()
      await client.close()
    }
  },
}

/** Events at an even rate, by the gateways in turn, while webhooks and plugin are switched. */
async function switchAll(
  { cluster, harm, extent }: RowSituation,
  board: Switchboard,
  behindMs: number,
): Promise<SwitchedEvent[]> {
  const events: Promise<SwitchedEvent[]>[] = []
  const ended = new AbortController()
  const ask = async (index: number): Promise<SwitchedEvent[]> => {
    const startedAt = Date.now()
    const eventId = await askOnce(cluster, { path: SWITCHED_PATH, body: {}, index })
    return eventId === undefined ? [] : [{ eventId, startedAt, endedAt: Date.now(), behindMs }]
  }
  const asking = (async () => {
    while (!ended.signal.aborted) {
      events.push(ask(events.length))
      await wait(EVENT_EVERY_MS)
    }
  })()
  await harm.switching(() => board.switchFor(extent, behindMs))
  ended.abort()
  await asking
  return (await Promise.all(events)).flat()
}

type StoredExecution = WatchedExecution & { _id: string }

async function readExecutions(db: Db, { webhookIds }: Switchboard, filter: object): Promise<StoredExecution[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray()
  const names = collections.map(({ name }) => name).filter(name => EXECUTIONS.test(name))
  const projection = { eventId: 1, webhookId: 1, status: 1 }
  const found = await Promise.all(
    names.map(name =>
      db
        .collection<StoredExecution>(name)
        .find({ webhookId: { $in: [...webhookIds] }, ...filter }, { projection })
        .toArray(),
    ),
  )
  return found.flat()
}

/** Looks all the time which deliveries have ended as skipped. */
function watchSkips(db: Db, board: Switchboard) {
  const seenAt = new Map<string, number>()
  const ended = new AbortController()
  const look = async () => {
    for (const { _id } of await readExecutions(db, board, { status: 'skipped' })) {
      if (!seenAt.has(_id)) seenAt.set(_id, Date.now())
    }
  }
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await look().catch(() => undefined)
      await wait(LOOK_EVERY_MS)
    }
  })()
  return {
    /** @returns by its id, when each was first seen to be skipped */
    async stop(): Promise<ReadonlyMap<string, number>> {
      ended.abort()
      await watching
      return seenAt
    },
  }
}

/** Until nothing is pending, or the time is over: what there is then is for the oracle. */
async function untilEnded(db: Db, board: Switchboard): Promise<void> {
  const haveEnded = async () => (await readExecutions(db, board, { status: 'pending' })).length === 0
  // What was asked last may not be there yet.
  await wait(SETTLE_MS)
  await eventually(haveEnded, { timeoutMs: ENDED_WITHIN_MS }).catch(() => undefined)
}
