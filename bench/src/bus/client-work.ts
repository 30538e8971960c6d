import { setTimeout as wait } from 'node:timers/promises'
import type { Bus, Consumer } from '@sluice/bus'
import { eventually } from '@sluice/testkit'

const VALUE = Buffer.alloc(1_000, 'x')
const COMMIT_EVERY_MS = 1_000
const PROBE_EVERY_MS = 20

/** One batch after the other, each when the one before is acknowledged; keys of their own, as events have. */
export async function sendBatches(
  bus: Bus,
  { topic, batch, batches }: Record<'batch' | 'batches', number> & { topic: string },
) {
  for (let round = 0; round < batches; round++) {
    const keys = Array.from({ length: batch }, (_, index) => `${round}-${index}`)
    await bus.send(
      topic,
      keys.map(key => ({ key, value: VALUE, headers: {} })),
    )
  }
}

/** A member that counts what it is handed, and commits all of it once a second. */
export async function joinCounting(bus: Bus, of: { topic: string; group: string }) {
  const offsets = new Map<number, bigint>()
  let generation = -1
  let count = 0
  const consumer: Consumer = await bus.consume(of, {
    assigned: next => {
      generation = next
    },
    revoked: () => offsets.clear(),
    record({ partition, offset }) {
      count++
      offsets.set(partition, offset + 1n)
    },
  })
  const timer = setInterval(() => {
    if (offsets.size > 0) void consumer.commit(generation, new Map(offsets)).catch(() => {})
    offsets.clear()
  }, COMMIT_EVERY_MS)

  return {
    /** From here on; whoever sends begins after this was called. */
    untilRead(events: number) {
      const enough = count + events
      return eventually(() => count >= enough, { what: `${events} events` })
    },
    async leave() {
      clearInterval(timer)
      await consumer.stop()
      await consumer.close()
    },
  }
}

/** Sends all the time, and notes what is acknowledged and what is read: each with the time it was sent. */
export async function probe(bus: Bus, topic: string) {
  const acknowledged: number[] = []
  const read: { sentAt: number; at: number }[] = []
  const isOver = new AbortController()
  await bus.consume(
    { topic, group: 'probe' },
    {
      assigned: () => {},
      revoked: () => {},
      record: ({ key }) => read.push({ sentAt: Number(key), at: Date.now() }),
    },
  )

  async function sendOne() {
    const key = String(Date.now())
    const sent = bus.send(topic, [{ key, value: VALUE, headers: {} }])
    await sent.then(() => acknowledged.push(Date.now())).catch(() => {})
  }

  async function keepSending() {
    while (!isOver.signal.aborted) await Promise.all([sendOne(), wait(PROBE_EVERY_MS)])
  }
  void keepSending()

  return {
    /** @param since epoch ms @returns ms from then to the first acknowledgement, and to the first record sent after it */
    async recovered(since: number) {
      const sentAt = await eventually(() => acknowledged.find(at => at >= since) ?? false, { timeoutMs: 30_000 })
      const seen = await eventually(() => read.find(({ at }) => at >= since) ?? false, { timeoutMs: 60_000 })
      return { sentAfterMs: sentAt - since, readAfterMs: seen.at - since }
    },
    end: () => isOver.abort(),
  }
}
