import { setTimeout as wait } from 'node:timers/promises'
import type { Bus, Consumer } from '@sluice/bus'
import { eventually } from '@sluice/testkit'

const VALUE = Buffer.alloc(1_000, 'x')
const COMMIT_EVERY_MS = 1_000
const PROBE_EVERY_MS = 20

/** One batch after the other, each when the one before is acknowledged; events have keys of their own, and lie together. */
export async function sendBatches(
  bus: Bus,
  { topic, batch, batches }: Record<'batch' | 'batches', number> & { topic: string },
) {
  for (let round = 0; round < batches; round++) {
    const keys = Array.from({ length: batch }, (_, index) => `${round}-${index}`)
    await bus.send(
      topic,
      keys.map(key => ({ key, value: VALUE, headers: {}, partitionKey: String(round) })),
    )
  }
}

/** A member that counts what it is handed, and commits all of it once a second, for as long as its process lives. */
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
  setInterval(() => {
    if (offsets.size > 0) void consumer.commit(generation, new Map(offsets)).catch(() => {})
    offsets.clear()
  }, COMMIT_EVERY_MS)

  /** From here on; whoever sends begins after this was called. */
  return async (events: number) => {
    const enough = count + events
    await eventually(() => count >= enough, { what: `${events} events` })
  }
}

/** Sends all the time, and notes when something is acknowledged and when something is read. */
export async function probe(bus: Bus, topic: string) {
  const acknowledged: number[] = []
  const read: number[] = []
  await bus.consume(
    { topic, group: 'probe' },
    {
      assigned: () => {},
      revoked: () => {},
      record: () => void read.push(Date.now()),
    },
  )

  async function sendOne() {
    const key = String(Date.now())
    const sent = bus.send(topic, [{ key, value: VALUE, headers: {} }])
    await sent.then(() => acknowledged.push(Date.now())).catch(() => {})
  }

  async function keepSending() {
    for (;;) await Promise.all([sendOne(), wait(PROBE_EVERY_MS)])
  }
  void keepSending()

  /** @param since epoch ms @returns ms from then to the first acknowledgement, and to the first record read */
  return async (since: number) => {
    const sentAt = await eventually(() => acknowledged.find(at => at >= since) ?? false, { timeoutMs: 60_000 })
    const readAt = await eventually(() => read.find(at => at >= since) ?? false, { timeoutMs: 60_000 })
    return { sentAfterMs: sentAt - since, readAfterMs: readAt - since }
  }
}
