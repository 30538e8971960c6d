import { randomUUID } from 'node:crypto'
// Unpatched, the client's queue warns of negative time-outs.
import '@sluice/bus/kafka'
import { Redis } from 'ioredis'
import { type Consumer, Kafka, logLevel } from 'kafkajs'
import { MongoClient } from 'mongodb'
import type { Leftover } from './leftover.ts'

const OF_THE_SERVER = new Set(['admin', 'config', 'local'])

/** Everything that is stored in the databases of this prefix, a collection at a time. */
export async function* inStore(uri: string, prefix = ''): AsyncGenerator<Leftover> {
  const client = await MongoClient.connect(uri)
  try {
    const { databases } = await client.db('admin').admin().listDatabases()
    for (const { name } of databases) {
      if (!name.startsWith(prefix) || OF_THE_SERVER.has(name)) continue
      for (const collection of await client.db(name).collections()) {
        const documents: unknown[] = await collection.find({}, { raw: true }).toArray()
        const bytes = Buffer.concat(documents.filter(document => Buffer.isBuffer(document)))
        yield { kind: 'store', where: collection.namespace, bytes }
      }
    }
  } finally {
    await client.close()
  }
}

/** Not all of the bus could be read: what is in the rest, nobody knows. */
class UnreadBusError extends Error {
  override name = 'UnreadBusError'
}

const READ_WITHIN_MS = 120_000

/**
 * Every message of every topic of this prefix.
 * @throws UnreadBusError when some of it can't be read, or not in two minutes
 */
export async function onBus(brokers: string, prefix = ''): Promise<Leftover[]> {
  const kafka = new Kafka({ brokers: brokers.split(','), clientId: 'leftovers', logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  const consumer = kafka.consumer({ groupId: `${prefix}leftovers-${randomUUID()}` })
  await Promise.all([admin.connect(), consumer.connect()])
  try {
    const isWanted = (topic: string) => topic.startsWith(prefix) && !topic.startsWith('__')
    const topics = (await admin.listTopics()).filter(isWanted)
    const ends = await Promise.all(
      topics.map(async topic => (await admin.fetchTopicOffsets(topic)).map(each => ({ ...each, topic }))),
    )
    const wanted = ends.flat().filter(({ high, low }) => Number(high) > Number(low))
    await consumer.subscribe({ topics, fromBeginning: true })
    return await readUpTo(consumer, new Map(wanted.map(end => [`${end.topic}/${end.partition}`, Number(end.high)])))
  } finally {
    await Promise.all([admin.disconnect(), consumer.disconnect()])
  }
}

/** @param ends by partition, the offset before which everything is read */
async function readUpTo(consumer: Consumer, ends: Map<string, number>): Promise<Leftover[]> {
  const parts = new Map<string, Buffer[]>()
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(new UnreadBusError(`Not read to the end: ${[...ends.keys()].join(', ')}`))
  const limit = setTimeout(giveUp, READ_WITHIN_MS)
  if (ends.size === 0) resolve()
  await consumer.run({
    eachBatch: async ({ batch }) => {
      const where = `${batch.topic}/${batch.partition}`
      const held = parts.get(where) ?? []
      parts.set(where, held)
      for (const { key, value, headers } of batch.messages) {
        held.push(...[key, value, Buffer.from(JSON.stringify(headers))].flatMap(part => part ?? []))
      }
      const end = ends.get(where)
      if (end !== undefined && Number(batch.lastOffset()) + 1 >= end) ends.delete(where)
      if (ends.size === 0) resolve()
    },
  })
  await done.finally(() => clearTimeout(limit))
  return [...parts].map(([where, buffers]) => ({ kind: 'bus', where, bytes: Buffer.concat(buffers) }))
}

export type Eavesdropper = { heard(): Promise<Leftover[]>; stop(): void }

/** Listens to all signals from now on; what Redis holds is read in the end. */
export async function eavesdrop(url: string): Promise<Eavesdropper> {
  const listener = new Redis(url)
  const reader = new Redis(url)
  const messages: string[] = []
  listener.on('pmessage', (_pattern, channel, message) => messages.push(`${channel} ${message}`))
  await listener.psubscribe('*')
  return {
    async heard() {
      const keys = await reader.keys('*')
      const values = await Promise.all(keys.map(key => readKey(reader, key)))
      const bytes = Buffer.from(JSON.stringify([keys, values, messages]))
      return [{ kind: 'signals', where: 'Redis', bytes }]
    },
    stop() {
      listener.disconnect()
      reader.disconnect()
    },
  }
}

/** Redis holds something that the search can't read. */
class UnknownRedisTypeError extends Error {
  override name = 'UnknownRedisTypeError'
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key)
  switch (type) {
    case 'none':
      return undefined
    case 'string':
      return redis.get(key)
    case 'hash':
      return redis.hgetall(key)
    case 'list':
      return redis.lrange(key, 0, -1)
    case 'set':
      return redis.smembers(key)
    case 'zset':
      return redis.zrange(key, 0, '-1')
    case 'stream':
      return redis.xrange(key, '-', '+')
    default:
      throw new UnknownRedisTypeError(`The key ${key} is of type ${type}.`)
  }
}
