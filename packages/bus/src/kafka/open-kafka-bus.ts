import type { Admin } from 'kafkajs'
import { BusUnavailableError } from '../errors.ts'
import type { Bus } from '../port.ts'
import { untilAborted } from '../until-aborted.ts'
import { createKafka, type KafkaAddress } from './client/kafka-client.ts'
import { describeError, isKafkaError } from './client/kafka-errors.ts'
import { type ConsumerTiming, createKafkaConsumer, type KafkaConsumer } from './group/kafka-consumer.ts'
import { createProducer } from './sending/producer.ts'
import { createSender } from './sending/sender.ts'
import { createMissingTopics } from './sending/topics.ts'

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
 * The bus on Kafka. Opening it asks nothing of a broker: connections are made when they are needed first, and
 * `createTopics` says whether there is one.
 * A topic's group is called `<prefix><group>.<topic>` on the brokers, so that every topic of a group is shared out alone.
 */
export async function openKafkaBus(options: KafkaBusOptions): Promise<Bus> {
  const { prefix = '', maxRecordBytes = 1024 * 1024, sendTimeoutMs = 15_000, requestTimeoutMs = 5_000 } = options
  const timing: ConsumerTiming = { ...DEFAULT_TIMING, ...options }
  const producer = createProducer(options, requestTimeoutMs)
  const sender = createSender({ produce: producer.produce, maxRecordBytes, sendTimeoutMs })
  const consumers = new Set<KafkaConsumer>()
  const nameOf = (topic: string) => `${prefix}${topic}`
  const closing = new AbortController()

  function ensureOpen() {
    if (closing.signal.aborted) throw new BusUnavailableError('The bus is closed.')
  }

  return {
    async createTopics(topics, signal) {
      ensureOpen()
      const ending = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
      await withAdmin(options, ending, async admin => {
        const onDoubt = (message: string) => options.onLog?.({ level: 'warn', message })
        const maxMessageBytes = maxRecordBytes + BATCH_OVERHEAD_BYTES
        await createMissingTopics({ admin, maxMessageBytes, nameOf, onDoubt }, topics)
      })
    },

    async send(topic, records, signal) {
      ensureOpen()
      await sender.send(nameOf(topic), records, signal)
    },

    async consume({ topic, group, member, signal }, listener) {
      ensureOpen()
      const consumer = createKafkaConsumer({
        address: member ? { ...options, clientId: member.name } : options,
        member,
        timing,
        topic: { name: nameOf(topic), label: topic },
        group: `${prefix}${group}.${topic}`,
        listener,
      })
      consumers.add(consumer)
      await consumer.join(signal).catch(error => {
        consumers.delete(consumer)
        throw error
      })
      const close = () => consumer.close().finally(() => consumers.delete(consumer))
      return { ...consumer, close }
    },

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      sender.close()
      await Promise.all([...consumers].map(consumer => consumer.close()))
      consumers.clear()
      producer.close()
    },
  }
}

type AdminTask = (admin: Admin) => Promise<void>

async function withAdmin(address: KafkaAddress, signal: AbortSignal, task: AdminTask): Promise<void> {
  const { client, end } = createKafka(address, ADMIN_RETRIES)
  const admin = client.admin()
  try {
    await untilAborted(signal, async () => {
      await admin.connect()
      await task(admin)
    })
  } catch (error) {
    if (error instanceof BusUnavailableError || isKafkaError(error, 'TopicSettingsError')) throw error
    const where = address.brokers.join(', ')
    throw new BusUnavailableError(`Kafka at ${where} did not make the topics: ${describeError(error)}`)
  } finally {
    end()
  }
}
