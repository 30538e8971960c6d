import { networkOf } from '@sluice/service-kit'
import { LRUCache } from 'lru-cache'
import { createHashQueue, type HashLimits, type HashQueue } from './hash-queue.ts'

/** Two queues of hashes: where somebody has signed in before, nobody waits behind those who guess from elsewhere. */
export type HashLanes<T> = {
  laneOf(address: string): HashQueue<T>
  /** Somebody has signed in from there. */
  signedInFrom(address: string): void
  /** How many wait in both. */
  waiting(): number
}

const MAX_KNOWN_NETWORKS = 10_000

/** @param limits of each lane */
export function createHashLanes<T>(limits: HashLimits<T>): HashLanes<T> {
  const knownNetworks = new LRUCache<string, true>({ max: MAX_KNOWN_NETWORKS })
  const known = createHashQueue(limits)
  const strangers = createHashQueue(limits)
  return {
    laneOf: address => (knownNetworks.get(networkOf(address)) ? known : strangers),
    signedInFrom: address => void knownNetworks.set(networkOf(address), true),
    waiting: () => known.waiting() + strangers.waiting(),
  }
}
