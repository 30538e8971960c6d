import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import kafkajs, { logLevel } from 'kafkajs'
import { openKafkaBus } from '../src/kafka/index.ts'
import type { Bus, IncomingRecord } from '../src/port.ts'
import { runConsumer } from '../src/run-consumer.ts'

const { CompressionCodecs, CompressionTypes, Kafka } = kafkajs
const describeHere = isAbsent('kafka') ? describe.skip : describe

/** All of it as one literal: its length, the mark of a literal whose length has two bytes, that length less one. */
function packAsSnappy(bytes: Buffer): Buffer {
  const head = Buffer.from([(bytes.length & 127) | 128, bytes.length >> 7, 61 << 2, 0, 0])
  head.writeUInt16LE(bytes.length - 1, 3)
  return Buffer.concat([head, bytes])
}

/** A frame of one block that is marked as not packed. */
function packAsLz4(bytes: Buffer): Buffer {
  const head = Buffer.from('04224d1860408200000080', 'hex')
  head.writeUInt16LE(bytes.length, 7)
  return Buffer.concat([head, bytes, Buffer.alloc(4)])
}

type CompressionPack = {
  type: typeof CompressionTypes.Snappy | typeof CompressionTypes.LZ4 | typeof CompressionTypes.ZSTD
  pack(bytes: Buffer): Buffer
}

const unknownPackings: (CompressionPack & { name: string })[] = [
  { name: 'snappy', type: CompressionTypes.Snappy, pack: packAsSnappy },
  { name: 'LZ4', type: CompressionTypes.LZ4, pack: packAsLz4 },
]

describeHere('a batch of records that another program has packed', () => {
  let backend: Backend
  let bus: Bus
  const topics: string[] = []

  beforeAll(async () => {
    backend = await startBackend('kafka')
    bus = await openKafkaBus({ brokers: [backend.address], clientId: 'test', sessionTimeoutMs: 6_000 })
  }, 120_000)
  // The broker is everybody's, and what nobody can read would stop the next who reads it all.
  afterAll(async () => {
    await bus?.close()
    const admin = new Kafka({ brokers: [backend.address], clientId: 'admin', logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    await admin.deleteTopics({ topics })
    await admin.disconnect()
    await backend?.stop()
  })

  async function makeTopic(): Promise<string> {
    const name = `packed-${process.pid}-${Date.now()}-${topics.length}`
    topics.push(name)
    await bus.createTopics([{ name, partitions: 2, retentionMs: 3_600_000 }])
    return name
  }

  /** Three records in one batch, in partition 0. */
  async function sendForeignBatch(topic: string, { type, pack }: CompressionPack) {
    const own = CompressionCodecs[type]
    const client = new Kafka({ brokers: [backend.address], clientId: 'foreign', logLevel: logLevel.NOTHING })
    const producer = client.producer()
    CompressionCodecs[type] = () => ({ compress: async ({ buffer }: { buffer: Buffer }) => pack(buffer) })
    try {
      await producer.connect()
      const messages = ['foreign-0', 'foreign-1', 'foreign-2'].map(key => ({ key, value: key, partition: 0 }))
      await producer.send({ topic, messages, compression: type })
    } finally {
      CompressionCodecs[type] = own
      await producer.disconnect()
    }
  }

  async function startMember(topic: string) {
    const handled: string[] = []
    const setAside: (IncomingRecord & { reason: string })[] = []
    const consumer = await runConsumer({
      bus,
      topic,
      group: 'g',
      limits: { commitEveryMs: 50 },
      async handler({ key }) {
        handled.push(key)
        return { kind: 'done' }
      },
      onDead: async (record, reason) => void setAside.push({ ...record, reason }),
    })
    return { handled, setAside, stop: () => consumer.stop(5_000) }
  }

  const keysFrom = (first: number) => Array.from({ length: 20 }, (_, index) => `key-${first + index}`)
  const send = (topic: string, keys: readonly string[]) =>
    bus.send(
      topic,
      keys.map(key => ({ key, value: Buffer.from(key), headers: {} })),
    )

  it.each(unknownPackings)(
    'by $name is set aside once, and holds up nothing behind it or beside it',
    async packing => {
      const topic = await makeTopic()
      await send(topic, keysFrom(0))
      await sendForeignBatch(topic, packing)
      await send(topic, keysFrom(100))
      const first = await startMember(topic)
      const expected = [...keysFrom(0), ...keysFrom(100)].toSorted()
      await eventually(() => expect(first.handled.toSorted()).toEqual(expected))
      const reason = expect.stringMatching(
        /^3 records in one batch, offsets \d+ to \d+, can't be read: .*not implemented/,
      )
      expect(first.setAside).toMatchObject([{ topic, partition: 0, key: '', headers: {}, reason }])
      const [batch] = first.setAside
      expect(Buffer.from(batch?.value ?? []).includes('foreign-2')).toBe(true)
      expect(Math.abs(Date.now() - Number(batch?.at))).toBeLessThan(60_000)
      await first.stop()

      await sendForeignBatch(topic, packing)
      const second = await startMember(topic)
      await eventually(() => expect(second.setAside).toHaveLength(1))
      await second.stop()
      const third = await startMember(topic)
      await send(topic, keysFrom(200))
      await eventually(() => expect(third.handled.toSorted()).toEqual(keysFrom(200).toSorted()))
      expect([second.handled, third.setAside]).toEqual([[], []])
      await third.stop()
    },
    60_000,
  )

  it('by zstd is read as any other', async () => {
    const topic = await makeTopic()
    await sendForeignBatch(topic, { type: CompressionTypes.ZSTD, pack: zstdCompressSync })
    const member = await startMember(topic)
    await eventually(() => expect(member.handled).toEqual(['foreign-0', 'foreign-1', 'foreign-2']))
    expect(member.setAside).toEqual([])
    await member.stop()
  }, 60_000)
})
