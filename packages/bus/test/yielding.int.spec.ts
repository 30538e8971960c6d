import { randomUUID } from 'node:crypto'
import { setTimeout as work } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { openKafkaBus } from '../src/kafka/index.ts'
import type { Circumstances } from '../src/outcome.ts'
import type { Bus, IncomingRecord } from '../src/port.ts'
import { runConsumer } from '../src/run-consumer.ts'

const timing = { sessionTimeoutMs: 6_000, rebalanceTimeoutMs: 6_000, heartbeatEveryMs: 100 }
const PARTITIONS = 4

const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('what one member of a group has alone', () => {
  let backend: Backend
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    backend = await startBackend('kafka')
  }, 120_000)
  afterAll(() => backend?.stop())
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }, 30_000)

  async function openTopic() {
    const prefix = `${randomUUID().slice(0, 8)}-`
    const bus = await openKafkaBus({ brokers: [backend.address], clientId: 'test', prefix, ...timing })
    closers.push(() => bus.close())
    await bus.createTopics([{ name: 'events', partitions: PARTITIONS, retentionMs: 3_600_000 }])
    return bus
  }

  const sendFirst = (bus: Bus, keys: readonly string[]) =>
    bus.send(
      'events',
      keys.map(key => ({ key, value: Buffer.from(key), headers: {}, isFirst: true })),
    )

  async function join(bus: Bus, handle: (record: IncomingRecord, circumstances: Circumstances) => Promise<void>) {
    let assignments = 0
    const consumer = await runConsumer({
      bus,
      topic: 'events',
      group: 'g',
      limits: { commitEveryMs: 50 },
      async handler(record, circumstances) {
        await handle(record, circumstances)
        return { kind: 'done' }
      },
      onDead: async () => {},
      onAssigned: () => {
        assignments += 1
      },
    })
    const stop = () => consumer.stop(10_000)
    closers.push(stop)
    return { assignments: () => assignments, stop }
  }

  it('goes to nobody else before it is released', async () => {
    const bus = await openTopic()
    const written = Promise.withResolvers<void>()
    const alone: string[] = []
    closers.push(async () => written.resolve())
    const first = await join(bus, async ({ key }, { takeHold }) => {
      const hold = takeHold()
      if (!hold) return
      alone.push(key)
      await written.promise
      hold.release()
    })
    await eventually(() => first.assignments() > 0)
    await sendFirst(bus, ['a', 'b', 'c'])
    await eventually(() => alone.length === 3)

    const heard: string[] = []
    const joining = join(bus, async ({ key }) => void heard.push(key))
    // The one that holds hears of the other with its next heartbeat, and the brokers wait for it.
    const state = await Promise.race([joining.then(() => 'joined'), work(1_500).then(() => 'waiting')])
    expect(state).toBe('waiting')
    expect(first.assignments()).toBe(1)
    written.resolve()
    await joining
    await eventually(() => first.assignments() === 2)
    expect(alone.toSorted()).toEqual(['a', 'b', 'c'])
  }, 60_000)

  it('has left its trace for whoever is handed it next, while members come and go', async () => {
    const bus = await openTopic()
    const traces = new Set<string>()
    const alone = new Map<string, number>()
    const untraced: string[] = []
    const handle = async ({ key }: IncomingRecord, { takeHold }: Circumstances) => {
      const hold = takeHold()
      if (!hold && alone.has(key) && !traces.has(key)) untraced.push(key)
      if (hold) alone.set(key, (alone.get(key) ?? 0) + 1)
      await work(30)
      traces.add(key)
      hold?.release()
    }
    const members = [await join(bus, handle)]
    const keys = Array.from({ length: 600 }, (_, index) => `key-${index}`)
    let sent = 0
    const sending = (async () => {
      for (; sent < keys.length; sent += 3) {
        await sendFirst(bus, keys.slice(sent, sent + 3))
        await work(10)
      }
    })()
    for (let round = 0; round < 3; round += 1) {
      members.push(await join(bus, handle))
      const before = sent
      await eventually(() => sent > before + 60 || sent >= keys.length)
      await members.shift()?.stop()
    }
    await sending
    await eventually(() => traces.size === keys.length)
    expect(untraced).toEqual([])
    expect([...alone.values()].filter(times => times > 1)).toEqual([])
    expect(alone.size).toBeGreaterThan(keys.length / 3)
  }, 90_000)
})
