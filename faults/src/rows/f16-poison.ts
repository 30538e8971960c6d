import { setTimeout as wait } from 'node:timers/promises'
import { eventually, startHostileTarget } from '@sluice/testkit'
import { type Db, MongoClient } from 'mongodb'
import { type BusProbe, openBusProbe } from '../cluster/bus-probe.ts'
import { backendOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { judgeOutcomes } from '../oracle/judges/judge-outcomes.ts'
import { judgePoison, type Newer, type Poison } from '../oracle/judges/judge-poison.ts'
import { together } from '../oracle/verdict.ts'
import { ASK_BODY, ASK_PATH, makeBroken, readBroken } from './broken-webhooks.ts'
import { askOnce } from './own-requests.ts'
import { HUGE_RECORD_BYTES, makeNewer, POISONS, type PoisonRecord } from './poisons.ts'

const TOPIC = 'exchange.completed.v1'
const LEVEL_WITHIN_MS = 10_000
/** What is not level then is said to be never. */
const WAITED_MS = 30_000
const SETTLE_MS = 2_000
const ALARM = /event\.newer-than-this-dispatcher/

/** The rig's ways past Sluice. */
type PoisonWays = { bus: BusProbe; db: Db }
type PoisonSightings = { poisons: Poison[]; asked: string[]; made: string[] }

export const f16: FaultMatrixRow = {
  id: 'F16',
  title:
    'records that are no events, huge ones, conditions and templates that are none; then an event of a newer version',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'rounds', promised: 3 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { cluster, service, harm, extent } = situation
    const client = await MongoClient.connect(backendOf(cluster, 'mongodb').address)
    const bus = await openBusProbe(backendOf(cluster, 'kafka').address)
    const target = await startHostileTarget('answers-204')
    try {
      const ways = { bus, db: client.db('sluice') }
      await bus.allowBytes(HUGE_RECORD_BYTES)
      await service.owner('PUT', ASK_PATH)
      const broken = await makeBroken(situation, ways.db, target.url)
      await wait(SETTLE_MS)
      const from = Date.now()
      const seen: PoisonSightings = { poisons: [], asked: [], made: [] }
      for (let round = 1; round <= extent; round += 1) {
        await harm.phase(`round ${round}`, () => poisonOnce(situation, ways, seen))
      }
      const executed = await readBroken(situation, broken, { from, ...seen })
      const newer = await sendNewer(situation, ways)
      const poison = judgePoison({ poisons: seen.poisons, newer, withinMs: LEVEL_WITHIN_MS })
      return () => together([poison, judgeOutcomes(executed)])
    } finally {
      target.close()
      await Promise.all([bus.close(), client.close()])
    }
  },
}

/** One of each kind, each on some partition, and a request after each. */
async function poisonOnce(situation: RowSituation, ways: PoisonWays, seen: PoisonSightings): Promise<void> {
  const [current] = await ways.db.collection('webhookVersions').find().sort({ from: -1 }).limit(1).toArray()
  for (const { name, fate, make } of POISONS) {
    const record = make(Number(current?.from))
    const { levelAfterMs, reason } = await put(situation, ways, record)
    seen.poisons.push({ name, fate, levelAfterMs, reason })
    if (fate === 'handled') seen.made.push(record.key)
    const eventId = await askOnce(situation.cluster, { index: seen.poisons.length, path: ASK_PATH, body: ASK_BODY })
    if (eventId) seen.asked.push(eventId)
  }
}

async function put({ random }: RowSituation, { bus, db }: PoisonWays, record: PoisonRecord) {
  const partition = random.integer(0, (await bus.ends()).size)
  const offset = await bus.produce(partition, record)
  const start = performance.now()
  const isLevel = async () => ((await bus.done()).get(partition) ?? 0) > offset
  const hasPassed = await eventually(isLevel, { timeoutMs: WAITED_MS }).catch(() => false)
  const levelAfterMs = hasPassed ? performance.now() - start : undefined
  return { levelAfterMs, reason: await reasonOf(db, partition, offset) }
}

/** Why a record was set aside; undefined when it was not. */
async function reasonOf(db: Db, partition: number, offset: number): Promise<string | undefined> {
  const _id = `${TOPIC}.${partition}.${offset}`
  const row = await db.collection<{ _id: string; reason: string }>('webhookQuarantine').findOne({ _id })
  return row?.reason
}

/** Waits until somebody was told, and until the other partitions have done what was there then. */
async function sendNewer({ cluster, random }: RowSituation, { bus, db }: PoisonWays): Promise<Newer> {
  const partition = random.integer(0, (await bus.ends()).size)
  const offset = await bus.produce(partition, makeNewer())
  const alarms = async () => {
    const lines = await Promise.all(processesOf(cluster, 'webhook-dispatcher').map(one => one.linesWith(ALARM)))
    return lines.flat().length
  }
  await eventually(async () => (await alarms()) > 0, { timeoutMs: WAITED_MS }).catch(() => undefined)
  const ends = [...(await bus.ends())].filter(([other]) => other !== partition)
  const behind = async () => {
    const done = await bus.done()
    return ends.filter(([other, end]) => (done.get(other) ?? 0) < end).map(([other]) => other)
  }
  await eventually(async () => (await behind()).length === 0, { timeoutMs: LEVEL_WITHIN_MS }).catch(() => undefined)
  const committed = (await bus.done()).get(partition) ?? 0
  const isSetAside = (await reasonOf(db, partition, offset)) !== undefined
  return { offset, committed, alarms: await alarms(), isSetAside, othersBehind: await behind() }
}
