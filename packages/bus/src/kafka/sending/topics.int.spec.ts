import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Backend, isAbsent, startBackend, startLoneKafka } from '@sluice/testkit/backends'
import { Kafka, logLevel } from 'kafkajs'
import { BusUnavailableError, TopicSettingsError } from '../../errors.ts'
import type { Bus } from '../../port.ts'
import { openKafkaBus } from '../index.ts'

const PROCESSES = 8
const ROUNDS = 10

const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('topics on a broker', () => {
  let backend: Backend
  let buses: Bus[]
  let prefix = ''

  beforeAll(async () => {
    backend = await startBackend('kafka')
    prefix = `${randomUUID().slice(0, 8)}-`
    const open = (number: number) => openKafkaBus({ brokers: [backend.address], clientId: `p${number}`, prefix })
    buses = await Promise.all(Array.from({ length: PROCESSES }, (_, number) => open(number)))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(buses?.map(bus => bus.close()) ?? [])
    await backend?.stop()
  })

  it('are made once when all processes of a new cluster ask for them at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const topics = [{ name: `t${round}`, partitions: 12, retentionMs: 3_600_000 }]
      const made = await Promise.allSettled(buses.map(bus => bus.createTopics(topics)))
      expect(made.filter(({ status }) => status === 'rejected')).toEqual([])
    }
  }, 60_000)

  it('are not made with fewer replicas than the cluster gives to a topic, while brokers of it are away', async () => {
    const lone = await startLoneKafka(2)
    const bus = await openKafkaBus({ brokers: [lone.address], clientId: 'early', prefix })
    const creation = bus.createTopics([{ name: 'early', partitions: 1, retentionMs: 3_600_000 }])
    await expect(creation).rejects.toThrow(BusUnavailableError)
    await expect(creation).rejects.toThrow(/have 2 replicas \(default\.replication\.factor=2\), and 1 of its brokers/)
    const admin = new Kafka({ brokers: [lone.address], clientId: 'admin', logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    expect(await admin.listTopics()).toEqual([])
    await admin.disconnect()
    await bus.close()
    await lone.stop()
  }, 120_000)

  it('are refused when the broker packs them in a way that can not be read, and doubted when they are kept too short or too long', async () => {
    const doubts: string[] = []
    const onLog = ({ message }: { message: string }) => void doubts.push(message)
    const bus = await openKafkaBus({ brokers: [backend.address], clientId: 'doubts', prefix, onLog })
    buses.push(bus)
    const admin = new Kafka({ brokers: [backend.address], clientId: 'admin', logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    const large = { name: 'max.message.bytes', value: '2000000' }
    const packed = { topic: `${prefix}packed`, configEntries: [large, { name: 'compression.type', value: 'lz4' }] }
    const daily = { name: 'segment.ms', value: '86400000' }
    const short = { topic: `${prefix}short`, configEntries: [large, daily, { name: 'retention.ms', value: '60000' }] }
    const long = { topic: `${prefix}long`, configEntries: [large, { name: 'retention.ms', value: '-1' }] }
    await admin.createTopics({ topics: [packed, short, long], waitForLeaders: true })
    await admin.disconnect()
    const create = (name: string) => bus.createTopics([{ name, partitions: 1, retentionMs: 3_600_000 }])
    await expect(create('packed')).rejects.toThrow(TopicSettingsError)
    await expect(create('packed')).rejects.toThrow(/compression\.type=lz4.*Set it to producer/)
    await create('short')
    await create('long')
    expect(doubts).toEqual([
      expect.stringMatching(/short has retention\.ms=60000: events that wait longer are lost\. Set it to 3600000/),
      expect.stringMatching(/long has retention\.ms=-1: .*is delivered again\. Set it to 3600000/),
      expect.stringMatching(/long has segment\.ms=604800000: .*is delivered again\. Set it to 86400000 or less/),
    ])
  }, 30_000)
})
