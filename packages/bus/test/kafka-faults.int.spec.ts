import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startOwnBackend } from '@sluice/testkit/backends'
import { type Admin, Kafka, logLevel } from 'kafkajs'
import { createRecorder } from '../src/conformance/recorder.ts'
import { numbered } from '../src/conformance/scene.ts'
import { BusUnavailableError, TopicSettingsError } from '../src/errors.ts'
import { type KafkaBusOptions, openKafkaBus } from '../src/kafka/index.ts'
import type { AssignedPartition, Bus, IncomingRecord } from '../src/port.ts'
import { runConsumer } from '../src/run-consumer.ts'

const timing = { sessionTimeoutMs: 3_000, rebalanceTimeoutMs: 3_000, heartbeatEveryMs: 200 }
const limits = { sendTimeoutMs: 3_000, requestTimeoutMs: 1_500, joinTimeoutMs: 6_000 }

const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('the bus on a Kafka that fails', () => {
  let backend: Backend
  let topicCount = 0
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    backend = await startOwnBackend('kafka')
  }, 120_000)
  afterAll(() => backend?.stop())
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }, 30_000)

  async function open(options: Partial<KafkaBusOptions> = {}): Promise<Bus> {
    const bus = await openKafkaBus({ brokers: [backend.address], clientId: 'test', ...timing, ...limits, ...options })
    closers.push(() => bus.close())
    return bus
  }

  async function makeTopic(bus: Bus, partitions: number): Promise<string> {
    const name = `faults-${process.pid}-${++topicCount}`
    await bus.createTopics([{ name, partitions, retentionMs: 3_600_000 }])
    return name
  }

  async function administer<T>(task: (admin: Admin) => Promise<T>): Promise<T> {
    const admin = new Kafka({ brokers: [backend.address], clientId: 'admin', logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    return task(admin).finally(() => admin.disconnect())
  }

  /** `wasThere`: the record lay in its partition when that came to the member. */
  type ExpectedStart = { key: string; partition: number; offset: bigint; wasThere: boolean }

  /** A dispatcher of sorts: handles everything at once, and remembers what it was told. */
  async function startMember(bus: Bus, topic: string, handle: (record: IncomingRecord) => Promise<void>) {
    const starts: ExpectedStart[] = []
    const assignments: { generation: number; partitions: readonly AssignedPartition[] }[] = []
    let ends = new Map<number, bigint>()

    /** What a member keeps from one generation to the next one nobody else can have had. */
    function onAssigned(generation: number, partitions: readonly AssignedPartition[]) {
      const kept = assignments.at(-1)?.generation === generation - 1 ? ends : undefined
      ends = new Map(partitions.map(({ partition, end }) => [partition, kept?.get(partition) ?? end]))
      assignments.push({ generation, partitions })
    }

    const consumer = await runConsumer({
      bus,
      topic,
      group: 'g',
      limits: { commitEveryMs: 200 },
      async handler(record) {
        const { key, partition, offset } = record
        starts.push({ key, partition, offset, wasThere: offset < (ends.get(partition) ?? 0n) })
        await handle(record)
        return { kind: 'done' }
      },
      onDead: async () => {},
      onAssigned,
    })
    const stop = () => consumer.stop(10_000)
    closers.push(stop)
    return { starts, assignments, stop, consumer }
  }

  /** Sends one record after the other as a spool does: what fails is sent again, and only an ack counts. */
  function startSender(bus: Bus, topic: string) {
    const acknowledged: string[] = []
    const sentTwice = new Set<string>()
    let isStopped = false
    const done = (async () => {
      for (let count = 0; !isStopped; count++) {
        const key = `key-${count}`
        const send = () =>
          bus.send(topic, [{ key, value: Buffer.from(key), headers: {} }]).then(() => acknowledged.push(key) > 0)
        while (!isStopped && !(await send().catch(() => false))) sentTwice.add(key)
        await new Promise(resolve => setTimeout(resolve, 3))
      }
    })()
    const stop = () => {
      isStopped = true
      return done
    }
    closers.push(stop)
    return { acknowledged, sentTwice, stop }
  }

  const expectOnce = (starts: readonly ExpectedStart[]) =>
    expect(
      Object.entries(Object.groupBy(starts, ({ key }) => key)).filter(([, same]) => same && same.length > 1),
    ).toEqual([])

  const timed = async (task: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await task()
    return performance.now() - startedAt
  }

  it('loses nothing acknowledged when the broker is killed and back, and starts twice only what was sent twice', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 4)
    const member = await startMember(bus, topic, async () => {})
    const sender = startSender(bus, topic)
    for (let round = 0; round < 2; round++) {
      const before = sender.acknowledged.length
      await eventually(() => sender.acknowledged.length > before + 200)
      await backend.kill()
      await backend.restart()
      const handled = member.starts.length
      const backMs = await timed(() => eventually(() => member.starts.length > handled + 50, { timeoutMs: 20_000 }))
      expect(backMs).toBeLessThan(10_000)
    }
    await sender.stop()
    await eventually(() => sender.acknowledged.every(key => member.starts.some(start => start.key === key)))
    const places = member.starts.map(({ partition, offset }) => `${partition}/${offset}`)
    expect(new Set(places).size).toBe(places.length)
    expectOnce(member.starts.filter(({ key }) => !sender.sentTwice.has(key)))
  }, 90_000)

  it('fails a send in bounded time while no broker answers, and is well again by itself after a long outage', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 2)
    const member = await startMember(bus, topic, async () => {})
    await bus.send(topic, numbered(10))
    await eventually(() => member.starts.length === 10)
    await backend.kill()
    try {
      const failed = await timed(() => expect(bus.send(topic, numbered(1, 10))).rejects.toThrow(BusUnavailableError))
      expect(failed).toBeLessThan(limits.sendTimeoutMs + 500)
      const sends = Array.from({ length: 200 }, (_, index) => bus.send(topic, numbered(1, 100 + index)))
      const all = await timed(async () => {
        const ends = await Promise.allSettled(sends)
        expect(ends.every(end => end.status === 'rejected' && end.reason instanceof BusUnavailableError)).toBe(true)
      })
      expect(all).toBeLessThan(limits.sendTimeoutMs + 500)
      // Longer than the session, so that the group has to be joined anew.
      await new Promise(resolve => setTimeout(resolve, timing.sessionTimeoutMs))
    } finally {
      await backend.restart()
    }
    const back = await timed(async () => {
      await eventually(() => bus.send(topic, numbered(1, 1_000)).then(() => true))
      await eventually(() => member.starts.some(({ key }) => key === 'key-1000'), { timeoutMs: 20_000 })
    })
    expect(back).toBeLessThan(10_000)
  }, 60_000)

  it('fails a send in bounded time when the broker is frozen, and goes on when it has thawed', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 2)
    const member = await startMember(bus, topic, async () => {})
    await bus.send(topic, numbered(10))
    await eventually(() => member.starts.length === 10)
    backend.freeze()
    try {
      const firstFailure = async () => {
        for (;;) await bus.send(topic, numbered(1, 10))
      }
      const failed = await timed(() => expect(firstFailure()).rejects.toThrow(BusUnavailableError))
      expect(failed).toBeLessThan(limits.sendTimeoutMs + 500)
      const silentFor = Date.now() - member.consumer.lastHeartbeatAt()
      expect(silentFor).toBeGreaterThan(limits.sendTimeoutMs - 1_000)
    } finally {
      backend.thaw()
    }
    const back = await timed(async () => {
      await eventually(() => bus.send(topic, numbered(1, 1_000)).then(() => true))
      await eventually(() => member.starts.some(({ key }) => key === 'key-1000'), { timeoutMs: 20_000 })
    })
    expect(back).toBeLessThan(10_000)
  }, 60_000)

  it('starts twice only what lay in a partition when that came to another member, or was sent twice', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 6)
    const slowly = () => new Promise<void>(resolve => setTimeout(resolve, 50 + Math.random() * 500))
    const first = await startMember(bus, topic, slowly)
    const sender = startSender(bus, topic)
    await eventually(() => first.starts.length > 100)
    const second = await startMember(await open(), topic, slowly)
    const third = await startMember(await open(), topic, slowly)
    await eventually(() => third.starts.length > 50 && second.starts.length > 50, { timeoutMs: 20_000 })
    await second.stop()
    await eventually(() => first.assignments.at(-1)?.partitions.length === 3 && third.starts.length > 200, {
      timeoutMs: 20_000,
    })
    await sender.stop()
    const all = () => [first, second, third].flatMap(({ starts }) => starts)
    await eventually(() => sender.acknowledged.every(key => all().some(start => start.key === key)))

    const sentOnce = (starts: readonly ExpectedStart[]) => starts.filter(({ key }) => !sender.sentTwice.has(key))
    expectOnce(sentOnce(all().filter(({ wasThere }) => !wasThere)))
    for (const { starts } of [first, second, third]) expectOnce(sentOnce(starts))
    const generations = new Set(first.assignments.map(({ generation }) => generation))
    for (const generation of generations) {
      const owned = [first, second, third].flatMap(({ assignments }) =>
        assignments.filter(told => told.generation === generation).flatMap(told => told.partitions),
      )
      const partitions = owned.map(({ partition }) => partition)
      expect(new Set(partitions).size).toBe(partitions.length)
    }
  }, 90_000)

  it('keeps what it can: who stays loses only the share of who joins', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 6)
    const first = await startMember(bus, topic, async () => {})
    const owned = () => first.assignments.at(-1)?.partitions.map(({ partition }) => partition) ?? []
    expect(owned()).toEqual([0, 1, 2, 3, 4, 5])
    const second = await startMember(await open(), topic, async () => {})
    await eventually(() => owned().length === 3)
    const kept = owned()
    await second.stop()
    await eventually(() => owned().length === 6)
    expect(owned()).toEqual(expect.arrayContaining(kept))
    const generations = first.assignments.map(({ generation }) => generation)
    expect(generations).toEqual([1, 2, 3].map(step => (generations[0] ?? 0) + step - 1))
  }, 30_000)

  it('comes back as a group where it was, after the last member and the broker were gone', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 1)
    await bus.send(topic, numbered(5))
    const before = await startMember(bus, topic, async () => {})
    await eventually(() => before.starts.length === 5)
    await before.stop()
    await backend.kill()
    await backend.restart()
    await eventually(() => bus.send(topic, numbered(1, 5)).then(() => true), { timeoutMs: 20_000 })
    const after = await startMember(bus, topic, async () => {})
    await eventually(() => after.starts.length > 0)
    expect(after.starts.map(({ key }) => key)).toEqual(['key-5'])
    expect(after.assignments[0]?.partitions).toEqual([{ partition: 0, committed: 5n, end: 6n, lost: 0n }])
  }, 60_000)

  it('reads partitions that are added later', async () => {
    const bus = await open({ metadataMaxAgeMs: 500 })
    const topic = await makeTopic(bus, 1)
    const member = await startMember(bus, topic, async () => {})
    await administer(admin => admin.createPartitions({ topicPartitions: [{ topic, count: 4 }] }))
    await eventually(() => member.assignments.at(-1)?.partitions.length === 4, { timeoutMs: 15_000 })
    await bus.send(topic, numbered(50))
    await eventually(() => member.starts.length === 50)
    expect(member.starts.map(({ partition }) => partition)).toContain(3)
  }, 30_000)

  it('reads a topic that was made anew from its beginning', async () => {
    const bus = await open()
    const topic = await makeTopic(bus, 1)
    const recorder = createRecorder(10_000)
    await bus.send(topic, numbered(20))
    const consumer = await bus.consume({ topic, group: 'g' }, recorder.listener)
    await recorder.untilRecords(20)
    await consumer.commit(recorder.assignment().generation, new Map([[0, 20n]]))
    await consumer.close()
    await administer(admin => admin.deleteTopics({ topics: [topic] }))
    await bus.createTopics([{ name: topic, partitions: 1, retentionMs: 3_600_000 }])
    const other = await open()
    await other.send(topic, numbered(3, 100))
    const again = createRecorder(10_000)
    await other.consume({ topic, group: 'g' }, again.listener)
    await again.untilRecords(3)
    expect(again.keys()).toEqual(['key-100', 'key-101', 'key-102'])
  }, 30_000)

  it('names a topic whose settings would lose events, and what to do', async () => {
    const compacted = `faults-${process.pid}-${++topicCount}`
    const small = `faults-${process.pid}-${++topicCount}`
    await administer(admin =>
      admin.createTopics({
        topics: [
          { topic: compacted, configEntries: [{ name: 'cleanup.policy', value: 'compact' }] },
          { topic: small, numPartitions: 3, configEntries: [{ name: 'max.message.bytes', value: '2000' }] },
        ],
      }),
    )
    const bus = await open()
    const create = (name: string) => bus.createTopics([{ name, partitions: 1, retentionMs: 3_600_000 }])
    await expect(create(compacted)).rejects.toThrow(TopicSettingsError)
    await expect(create(compacted)).rejects.toThrow(/cleanup\.policy=compact.*Set it to delete/)
    await expect(create(small)).rejects.toThrow(/max\.message\.bytes=2000/)
    // All others arrive, on whatever partitions they are.
    const tooLarge = { key: 'large', value: Buffer.alloc(4_000), headers: {} }
    const sends = [...numbered(12), tooLarge, ...numbered(12, 12)].map(record => bus.send(small, [record]))
    const ends = await Promise.allSettled(sends)
    expect(ends.flatMap(end => (end.status === 'rejected' ? [end.reason.name] : []))).toEqual(['RecordTooLargeError'])
  }, 30_000)

  it('has nothing to complain of when the topics are there', async () => {
    const said: string[] = []
    const bus = await open({ onLog: ({ message }) => void said.push(message) })
    const topic = await makeTopic(bus, 1)
    await bus.createTopics([{ name: topic, partitions: 1, retentionMs: 3_600_000 }])
    expect(said).toEqual([])
  }, 30_000)

  it('keeps installations apart by their prefix', async () => {
    const ours = await open({ prefix: 'ours.' })
    const theirs = await open({ prefix: 'theirs.' })
    const topic = await makeTopic(ours, 1)
    await theirs.createTopics([{ name: topic, partitions: 1, retentionMs: 3_600_000 }])
    await ours.send(topic, numbered(1))
    await theirs.send(topic, numbered(1, 1))
    const mine = createRecorder(10_000)
    const other = createRecorder(10_000)
    await ours.consume({ topic, group: 'g' }, mine.listener)
    await theirs.consume({ topic, group: 'g' }, other.listener)
    await Promise.all([mine.untilRecords(1), other.untilRecords(1)])
    expect([mine.keys(), other.keys()]).toEqual([['key-0'], ['key-1']])
    expect(mine.record(0).topic).toBe(topic)
  }, 30_000)
})
