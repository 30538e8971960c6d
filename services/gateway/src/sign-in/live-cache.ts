import type { ChangeLog } from '@sluice/change-log'
import type { ChangeTopic } from '@sluice/contracts'
import { UnavailableError } from '@sluice/service-kit'
import { LRUCache } from 'lru-cache'

/** What was asked for lately of a topic, too much of which is stored to hold it all. A value is replaced, never altered. */
export type LiveCache<V> = {
  /** Starts following changes. */
  start(): Promise<void>
  /** What is held now: `unknown` is not held, `missing` is known not to exist. */
  peek(id: string): V | 'missing' | 'unknown'
  /** What is held, else what is stored. @throws StoreUnavailableError, UnavailableError */
  get(id: string): Promise<V | 'missing'>
}

type Options<V> = {
  changes: ChangeLog
  topic: ChangeTopic
  /** What is stored under `id` at some time after the call. */
  read(id: string): Promise<V | 'missing'>
}
type CacheLoad<V> = { promise: Promise<V | 'missing'>; isStale: boolean }

const CAPACITY = 10_000
/** Apart from the rest: whoever asks for many that do not exist drives out none that do. */
const MISSING_CAPACITY = 1_000
const MAX_READS = 5

/** Drops what the change log names. A reading that a change has overtaken is read again. */
export function createLiveCache<V extends object>({ changes, topic, read }: Options<V>): LiveCache<V> {
  const held = new LRUCache<string, V>({ max: CAPACITY })
  const missing = new LRUCache<string, 'missing'>({ max: MISSING_CAPACITY })
  const loadings = new Map<string, CacheLoad<V>>()

  function keep(id: string, value: V | 'missing'): void {
    if (value === 'missing') missing.set(id, value)
    else held.set(id, value)
  }

  async function load(id: string, loading: { isStale: boolean }): Promise<V | 'missing'> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      loading.isStale = false
      const value = await read(id)
      if (loading.isStale) continue
      keep(id, value)
      return value
    }
    throw new UnavailableError(`Something of the ${topic} changes faster than it can be read.`)
  }

  return {
    start: () =>
      changes.follow({
        topic,
        async reload() {
          held.clear()
          missing.clear()
          for (const loading of loadings.values()) loading.isStale = true
        },
        async apply(id) {
          held.delete(id)
          missing.delete(id)
          const loading = loadings.get(id)
          if (loading) loading.isStale = true
        },
      }),
    peek: id => held.get(id) ?? missing.get(id) ?? 'unknown',
    async get(id) {
      const found = held.get(id) ?? missing.get(id)
      if (found) return found
      const running = loadings.get(id)
      if (running) return running.promise
      const loading: CacheLoad<V> = { isStale: false, promise: Promise.resolve('missing') }
      loading.promise = load(id, loading).finally(() => loadings.delete(id))
      loadings.set(id, loading)
      return loading.promise
    },
  }
}
