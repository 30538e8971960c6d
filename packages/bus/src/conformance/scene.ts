import type { Bus, Consumer, OutgoingRecord } from '../port.ts'
import type { BusHarness } from './harness.ts'
import { createRecorder, type ListenerRecorder } from './recorder.ts'

/** What the conformance tests share: one backend, one bus, names that nobody else has. */
export function createBusScene() {
  let started: { harness: BusHarness; bus: Bus } | undefined
  let count = 0

  function running() {
    if (!started) throw new Error('The backend is not started.')
    return started
  }

  async function topic(partitions = 1, retentionMs = 3_600_000): Promise<string> {
    const name = `conformance-${process.pid}-${++count}`
    await running().bus.createTopics([{ name, partitions, retentionMs }])
    return name
  }

  async function join(of: { topic: string; group: string }, bus = running().bus) {
    const recorder: ListenerRecorder = createRecorder(running().harness.patienceMs)
    const consumer: Consumer = await bus.consume(of, recorder.listener)
    return { recorder, consumer, [Symbol.asyncDispose]: () => consumer.close() }
  }

  return {
    async begin(harness: BusHarness) {
      started = { harness, bus: await harness.open() }
    },
    async end() {
      await started?.bus.close()
      await started?.harness.stop()
    },
    bus: () => running().bus,
    harness: () => running().harness,
    topic,
    join,
  }
}
export type BusScene = ReturnType<typeof createBusScene>

/** `count` records with the keys key-0, key-1, … and the key as value. */
export function numbered(count: number, from = 0): OutgoingRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const key = `key-${from + index}`
    return { key, value: Buffer.from(key), headers: {} }
  })
}
