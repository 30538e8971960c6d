import { connect, createServer, type Socket } from 'node:net'
import type { Random } from '../load/seeded-random.ts'
import { listenLocally, relay } from './relay.ts'

/** The way of one process to Redis, in the hands of the rig. */
export type RedisProxy = {
  /** Where the process finds Redis. */
  url: string
  /** From now on nothing passes, and no connection ends: as a network that is cut. */
  cut(): void
  heal(): void
  /** Keeps that share of the publications to itself; 0 ends it. */
  dropMessages(share: number, random: Random): void
  /** Chunks of publications that were kept, so far. */
  dropped(): number
  close(): void
}

type Way = { client: Socket; redis: Socket | undefined }

const MESSAGE = /^[*>]3\r\n\$7\r\nmessage\r\n/
const MESSAGE_HEAD_BYTES = 17

/** @param redisUrl of the real one; it may come and go */
export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const target = new URL(redisUrl)
  const ways = new Set<Way>()
  let isCut = false
  let isKept = (): boolean => false
  let dropped = 0
  const mayResume = () => !isCut

  function forwardToClient({ client }: Way, chunk: Buffer): boolean {
    // A chunk may hold more than a message, or end within one. What is left is no answer then, and the process
    // connects anew: a fault too.
    if (MESSAGE.test(chunk.toString('latin1', 0, MESSAGE_HEAD_BYTES)) && isKept()) {
      dropped += 1
      return true
    }
    return client.write(chunk)
  }

  function open(way: Way): void {
    const redis = connect({ host: target.hostname, port: Number(target.port) })
    way.redis = redis
    relay(way.client, redis, { forward: chunk => redis.write(chunk), mayResume })
    relay(redis, way.client, { forward: chunk => forwardToClient(way, chunk), mayResume })
  }

  const server = createServer(client => {
    const way: Way = { client, redis: undefined }
    ways.add(way)
    client.on('error', () => client.destroy())
    client.once('close', () => ways.delete(way))
    if (!isCut) open(way)
  })
  const { href: url } = await listenLocally(server, target)

  return {
    url,
    cut() {
      isCut = true
      for (const { client, redis } of ways) for (const end of [client, redis]) end?.pause()
    },
    heal() {
      isCut = false
      for (const way of ways) {
        if (!way.redis) open(way)
        for (const end of [way.client, way.redis]) end?.resume()
      }
    },
    dropMessages(share, random) {
      isKept = () => random.next() < share
    },
    dropped: () => dropped,
    close() {
      for (const { client } of ways) client.destroy()
      server.close()
    },
  }
}
