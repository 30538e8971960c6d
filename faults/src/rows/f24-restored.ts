import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '@sluice/testkit'
import { type Db, type Document, MongoClient } from 'mongodb'
import { type BusProbe, openBusProbe } from '../cluster/bus-probe.ts'
import { createWebhook } from '../experiment/create-webhook.ts'
import { backendOf, processesOf } from '../experiment/harm.ts'
import type { FaultMatrixRow, RowSituation } from '../experiment/row.ts'
import { judgeLevel } from '../oracle/judges/judge-level.ts'

/** The change log, and what it is about: as of the backup again. What was delivered since then stays in the logs. */
const RESTORED = ['_changeCounters', '_changes', 'webhooks', 'webhookVersions', 'plugins', 'acl', 'users'] as const
const EPOCH = 'epoch'
/** The stamps of events are this far above the restored change log. */
const SAVES = 40
/** The service's own data are not restored: what was written before is still looked for. */
const LEVEL_WITHIN_MS = 10_000
const WAITED_MS = 60_000

export const f24: FaultMatrixRow = {
  id: 'F24',
  title:
    'the change log goes back to a backup, and its epoch is raised, while events of later stamps wait on the bus and in spools',
  runsOn: ['cluster'],
  bars: { availability: 1, revokedWithinMs: 20_000 },
  extent: { unit: 'seconds', promised: 10 },
  quietWithinMs: 60_000,
  async fault(situation) {
    const { cluster } = situation
    const client = await MongoClient.connect(backendOf(cluster, 'mongodb').address)
    const db = client.db('sluice')
    const bus = await openBusProbe(backendOf(cluster, 'kafka').address)
    try {
      const backup = await readAll(db)
      await makeEventsWait(situation)
      const startedAt = await restore(situation, () => writeBack(db, backup))
      const partitions = await watchLevel(bus, startedAt)
      return () => judgeLevel({ partitions, withinMs: LEVEL_WITHIN_MS })
    } finally {
      await Promise.all([bus.close(), client.close()])
    }
  },
}

type Backup = ReadonlyMap<string, Document[]>

async function readAll(db: Db): Promise<Backup> {
  const read = RESTORED.map(async name => [name, await db.collection(name).find().toArray()] as const)
  return new Map(await Promise.all(read))
}

/** Writes the backup back as it was, and raises its epoch by hand. */
async function writeBack(db: Db, backup: Backup): Promise<void> {
  for (const [name, documents] of backup) {
    await db.collection(name).deleteMany({})
    if (documents.length > 0) await db.collection(name).insertMany(documents)
  }
  const counters = db.collection<{ _id: string; sequence: number }>('_changeCounters')
  await counters.updateOne({ _id: EPOCH }, { $inc: { sequence: 1 } }, { upsert: true })
}

/** Stamps go up; then events wait on the bus, as no dispatcher reads them, and then in the spools. */
async function makeEventsWait({ cluster, service: { owner }, harm, extent }: RowSituation): Promise<void> {
  const id = await createWebhook(owner, {
    name: 'saved often',
    condition: "path('/nowhere')",
    url: 'http://127.0.0.1:1/',
  })
  for (let time = 0; time < SAVES; time += 1) await owner('PATCH', `/webhooks/${id}`, { name: `saved ${time} times` })
  await Promise.all(processesOf(cluster, 'webhook-dispatcher').map(one => one.leave()))
  await harm.phase('events wait on the bus', () => wait(1000 * extent))
  await backendOf(cluster, 'kafka').kill()
  await harm.phase('events wait in spools', () => wait(1000 * extent))
}

/** With everything stopped, as it has to be. @returns when all was started again */
async function restore({ cluster, harm }: RowSituation, work: () => Promise<void>): Promise<number> {
  const [first, ...others] = cluster.processes
  // Dispatchers have left already.
  const stopAll = async (rest: typeof others): Promise<void> => {
    const [next, ...left] = rest
    if (next) return harm.killFor(next, 0, () => stopAll(left))
    await work()
    await backendOf(cluster, 'kafka').restart()
  }
  await harm.hardship({ mayBreak: true, isServiceGone: true, wellAfterMs: 5_000 }, async () => {
    if (first) await harm.killFor(first, 0, () => stopAll(others))
  })
  return Date.now()
}

/**
 * Measures for each partition after how long all that was there at the start was done; undefined where it never was.
 */
async function watchLevel(bus: BusProbe, startedAt: number) {
  const ends = await bus.ends()
  const levelAt = new Map<number, number>()
  const areLevel = async () => {
    const done = await bus.done()
    for (const [partition, end] of ends) {
      if ((done.get(partition) ?? 0) >= end && !levelAt.has(partition)) levelAt.set(partition, Date.now() - startedAt)
    }
    return levelAt.size === ends.size
  }
  await eventually(areLevel, { timeoutMs: WAITED_MS }).catch(() => undefined)
  return [...ends.keys()].map(partition => ({ partition, levelAfterMs: levelAt.get(partition) }))
}
