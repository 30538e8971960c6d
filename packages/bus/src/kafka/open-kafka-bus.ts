import type { Admin } from 'kafkajs'
import { BusUnavailableError } from '../errors.ts'
import type { Bus } from '../port.ts'
import { createKafka, type KafkaAddress } from './kafka-client.ts'
import { type ConsumerTiming, createKafkaConsumer, type KafkaConsumer } from './kafka-consumer.ts'
import { describeError, isKafkaError } from './kafka-errors.ts'
import { createProducer } from './producer.ts'
import { createSender } from './sender.ts'
import { createMissingTopics } from './topics.ts'

export type KafkaBusOptions = KafkaAddress &
  Partial<ConsumerTiming> & {
    /** Before every topic and group, so that two installations on one Kafka don't meet. Default: nothing. */
    prefix?: string
    /** A record with its key and headers. Default 1 MiB. */
    maxRecordBytes?: number
    /** A `send` that has no answer by then fails. Default 15 s. */
    sendTimeoutMs?: number
  }

const DEFAULT_TIMING: ConsumerTiming = {
  sessionTimeoutMs: 30_000,
  rebalanceTimeoutMs: 8_000,
  heartbeatEveryMs: 1_000,
  joinTimeoutMs: 15_000,
}

/** Room in a batch for what surrounds its records. */
const BATCH_OVERHEAD_BYTES = 64 * 1024
const ADMIN_RETRIES = 8

/**
 * The bus on Kafka. Connections are made when they are needed first; `createTopics` says whether there is a broker.
 * A topic's group is called `<prefix><group>.<topic>` on the brokers, so that every topic of a group is shared out alone.
 */
export async function openKafkaBus(options: KafkaBusOptions): Promise<Bus> {
  const { prefix = '', maxRecordBytes = 1024 * 1024, sendTimeoutMs = 15_000, requestTimeoutMs = 5_000 } = options
  const timing: ConsumerTiming = { ...DEFAULT_TIMING, ...options }
  const producer = createProducer(options, requestTimeoutMs)
  const sender = createSender({ produce: producer.produce, maxRecordBytes, sendTimeoutMs })
  const consumers = new Set<KafkaConsumer>()
  const nameOf = (topic: string) => `${prefix}${topic}`
  let isClosed = false

  function ensureOpen() {
    if (isClosed) throw new BusUnavailableError('The bus is closed.')
  }

  return {
    async createTopics(topics) {
      ensureOpen()
      await withAdmin(options, async admin => {
        const maxMessageBytes = maxRecordBytes + BATCH_OVERHEAD_BYTES
        await createMissingTopics({ admin, maxMessageBytes, nameOf }, topics)
      })
    },

    async send(topic, records) {
      ensureOpen()
      await sender.send(nameOf(topic), records)
    },

    async consume({ topic, group }, listener) {
      ensureOpen()
      const consumer = createKafkaConsumer({
        address: options,
        timing,
        topic: { name: nameOf(topic), label: topic },
        group: `${prefix}${group}.${topic}`,
        listener,
      })
      consumers.add(consumer)
      await consumer.join().catch(error => {
        consumers.delete(consumer)
        throw error
      })
      const close = () => consumer.close().finally(() => consumers.delete(consumer))
      return { ...consumer, close }
    },

    async close() {
      if (isClosed) return
      isClosed = true
      sender.close()
      await Promise.all([...consumers].map(consumer => consumer.close()))
      consumers.clear()
      producer.close()
    },
  }
}

async function withAdmin(address: KafkaAddress, task: (admin: Admin) => Promise<void>): Promise<void> {
  const { client, end } = createKafka(address, ADMIN_RETRIES)
  const admin = client.admin()
  try {
    await admin.connect()
    await task(admin)
  } catch (error) {
    if (isKafkaError(error, 'TopicSettingsError')) throw error
    const where = address.brokers.join(', ')
    throw new BusUnavailableError(`Kafka at ${where} did not make the topics: ${describeError(error)}`)
  } finally {
    end()
  }
}
