import type { SeededRandom } from '../../load/seeded-random.ts'
import { type NetworkWay, startNetworkWay } from './network-way.ts'

/** The way of one process to Redis, in the hands of the rig. */
export type RedisProxy = Omit<NetworkWay, 'url'> & {
  /** The URL at which the process finds Redis. */
  url: string
  /** Keeps that share of the publications to itself; 0 ends it. */
  dropMessages(share: number, random: SeededRandom): void
  /** Chunks of publications that were kept, so far. */
  dropped(): number
}

const MESSAGE = /^[*>]3\r\n\$7\r\nmessage\r\n/
const MESSAGE_HEAD_BYTES = 17

/** @param redisUrl of the real one; it may come and go */
export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  let isKept = (): boolean => false
  let dropped = 0
  const way = await startNetworkWay(new URL(redisUrl), {
    back: client => chunk => {
      // A chunk may hold more than a message, or end within one. What is left is no answer then, and the process
      // connects anew: a fault too.
      if (MESSAGE.test(chunk.toString('latin1', 0, MESSAGE_HEAD_BYTES)) && isKept()) {
        dropped += 1
        return true
      }
      return client.write(chunk)
    },
  })
  return {
    ...way,
    url: way.url.href,
    dropMessages(share, random) {
      isKept = () => random.next() < share
    },
    dropped: () => dropped,
  }
}
