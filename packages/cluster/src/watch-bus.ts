import type { Bus, Consumer } from '@sluice/bus'

/** What the bus is seen to do, from its use: the port asks nothing of a broker of its own accord. */
export type WatchedBus = {
  bus: Bus
  /** What does not work at the moment, in words for the operator. */
  degradation(): readonly string[]
}

/** A member that the brokers have not heard from for longer has lost its partitions, or is about to. */
const SILENT_AFTER_MS = 30_000

/** @param now epoch ms, as the bus counts heartbeats */
export function watchBus(bus: Bus, now: () => number = Date.now): WatchedBus {
  const consumers = new Map<Consumer, string>()
  let failingSince: number | undefined

  async function send(...[topic, records]: Parameters<Bus['send']>): Promise<void> {
    try {
      await bus.send(topic, records)
      failingSince = undefined
    } catch (error) {
      failingSince ??= now()
      throw error
    }
  }

  async function consume(...[options, listener]: Parameters<Bus['consume']>): Promise<Consumer> {
    const consumer = await bus.consume(options, listener)
    const watched: Consumer = {
      ...consumer,
      async close() {
        consumers.delete(watched)
        await consumer.close()
      },
    }
    consumers.set(watched, options.topic)
    return watched
  }

  return {
    bus: { ...bus, send, consume },
    degradation() {
      const silent = [...consumers].filter(([consumer]) => now() - consumer.lastHeartbeatAt() > SILENT_AFTER_MS)
      const complaints = silent.map(([, topic]) => `Kafka has not answered the reader of ${topic} for 30 seconds.`)
      if (failingSince === undefined) return complaints
      const seconds = Math.round((now() - failingSince) / 1000)
      return [...complaints, `Kafka has taken no events for ${seconds} seconds. They wait in the gateway's spool.`]
    },
  }
}
