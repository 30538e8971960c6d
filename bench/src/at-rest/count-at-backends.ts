import { Redis } from 'ioredis'
import { MongoClient } from 'mongodb'
import { z } from 'zod'
import type { ClusterWorld } from '../cluster/open-cluster-world.ts'
import type { CommandCounts } from './counting-way.ts'

const REDIS_LINE = /^cmdstat_(\S+):calls=(\d+)/gm
const storeStatus = z.object({
  metrics: z.object({ commands: z.record(z.string(), z.unknown()) }),
})
const commandTotal = z.object({ total: z.number() })

/** What the backends themselves say that they were asked, since they were started. */
export type BackendCounts = { store: CommandCounts; redis: CommandCounts }

/** Asks both backends; each count holds the few commands of asking, too. */
export async function countAtBackends({ database, redis }: ClusterWorld): Promise<BackendCounts> {
  const [store, signals] = await Promise.all([countAtStore(database.address), countAtRedis(redis.address)])
  return { store, redis: signals }
}

async function countAtStore(uri: string): Promise<CommandCounts> {
  const client = await MongoClient.connect(uri)
  try {
    const { metrics } = storeStatus.parse(await client.db('admin').command({ serverStatus: 1 }))
    return new Map(
      Object.entries(metrics.commands).map(([name, counts]) => [name, commandTotal.safeParse(counts).data?.total ?? 0]),
    )
  } finally {
    await client.close()
  }
}

async function countAtRedis(url: string): Promise<CommandCounts> {
  const client = new Redis(url)
  try {
    const lines = (await client.info('commandstats')).matchAll(REDIS_LINE)
    return new Map(Array.from(lines, ([, name = '', calls]) => [name, Number(calls)]))
  } finally {
    client.disconnect()
  }
}
