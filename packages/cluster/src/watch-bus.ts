import { setTimeout as wait } from 'node:timers/promises'
import { type Bus, type Consumer, RecordTooLargeError } from '@sluice/bus'
import { topics } from '@sluice/contracts'
import type { Degradation } from '@sluice/service-kit'
import type { Dependency } from './dependency.ts'

/** The bus, and how it is. */
export type WatchedBus = {
  bus: Bus
  /** Undefined while all that is asked of it works. */
  degradation(): Degradation | undefined
  /** Asks it something, again and again, whenever nothing else has for a while; until the signal. */
  keepInTouch(signal: AbortSignal): Promise<void>
}

/** A member that the brokers have not heard from for longer has lost its partitions, or is about to. */
const SILENT_AFTER_MS = 30_000
/** A gateway without requests has nothing to send: so it asks. */
const ASK_AFTER_MS = 15_000
const LOOK_EVERY_MS = 1_000
/** While it fails it is asked less often: each time costs the brokers a connection and a sign-in. */
const LOOK_AT_LEAST_EVERY_MS = 5_000

/** The use of a bus that is tried first: to make its topics. */
export const FIRST_USE = 'topics'

/** @param now epoch ms, as the bus counts heartbeats */
export function watchBus(bus: Bus, dependency: Dependency, now: () => number = Date.now): WatchedBus {
  const consumers = new Map<Consumer, string>()
  let underWay = 0
  let answeredAt = Number.NEGATIVE_INFINITY

  async function watched<T>(use: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    underWay += 1
    try {
      const result = await work()
      answeredAt = now()
      dependency.worked(use, FIRST_USE)
      return result
    } catch (error) {
      // A record that is too large was looked at; what was called off says nothing.
      if (!(error instanceof RecordTooLargeError) && !signal?.aborted) dependency.failed(use, textOf(error))
      throw error
    } finally {
      underWay -= 1
    }
  }

  async function consume(...[options, listener]: Parameters<Bus['consume']>): Promise<Consumer> {
    const consumer = await watched('join', () => bus.consume(options, listener), options.signal)
    const known: Consumer = {
      ...consumer,
      async close() {
        consumers.delete(known)
        await consumer.close()
      },
    }
    consumers.set(known, options.topic)
    return known
  }

  const heardAt = () => Math.max(answeredAt, ...[...consumers.keys()].map(consumer => consumer.lastHeartbeatAt()))
  const createTopics: Bus['createTopics'] = (declared, signal) =>
    watched(FIRST_USE, () => bus.createTopics(declared, signal), signal)

  return {
    bus: {
      ...bus,
      createTopics,
      send: (topic, records, signal) => watched('send', () => bus.send(topic, records, signal), signal),
      consume,
    },
    degradation() {
      for (const [consumer, topic] of consumers) {
        const since = consumer.lastHeartbeatAt()
        if (now() - since > SILENT_AFTER_MS) return { ...silent(topic), since }
      }
      return dependency.degradation()
    },
    keepInTouch: signal =>
      askIfQuiet(() => createTopics(topics, signal), {
        isQuiet: () => underWay === 0 && now() - heardAt() > ASK_AFTER_MS,
        signal,
      }),
  }
}

type BusQuestion = { isQuiet(): boolean; signal: AbortSignal }

async function askIfQuiet(ask: () => Promise<void>, { isQuiet, signal }: BusQuestion): Promise<void> {
  let pauseMs = LOOK_EVERY_MS
  const afterFailureMs = () => Math.min(pauseMs * 2, LOOK_AT_LEAST_EVERY_MS)
  while (!signal.aborted) {
    if (isQuiet()) pauseMs = await ask().then(() => LOOK_EVERY_MS, afterFailureMs)
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

const silent = (topic: string) => ({
  dependency: 'kafka',
  effect: 'No events are read. They wait in Kafka.',
  error: `Kafka has not answered the reader of ${topic}.`,
})

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
