import { BusUnavailableError } from '../../errors.ts'
import { FIRST_HEADER } from '../../first-header.ts'
import type { OutgoingRecord } from '../../port.ts'
import { createKafka, type KafkaAddress } from '../client/kafka-client.ts'
import { isKafkaError } from '../client/kafka-errors.ts'
import { isAllAnswered } from './all-answered.ts'
import { createPartitioner } from './partitioner.ts'
import { patchProduce, RecordMessage } from './patch-produce.ts'
import type { RecordsByTopic } from './sender.ts'

/** Until the deadline. */
const RETRIES = Number.MAX_SAFE_INTEGER
const ACKS_OF_ALL = -1
const HALF_ANSWERED = 'The brokers of Kafka did not answer for all partitions. Send the records again later.'

patchProduce()

/**
 * An idempotent producer that is thrown away whenever a request has failed: whether its records have arrived is not
 * known then, and a new one, with a new producer id, can't have its own records taken for theirs.
 */
export function createProducer(address: KafkaAddress, brokerTimeoutMs: number) {
  let current: ReturnType<typeof open> | undefined
  let isClosed = false

  function open() {
    const { client, end } = createKafka(address, RETRIES)
    const producer = client.producer({ idempotent: true, allowAutoTopicCreation: false, createPartitioner })
    return { producer, connected: producer.connect(), end }
  }

  /** Cuts its connections, so that what it still tries fails at once. */
  function drop() {
    const dropped = current
    current = undefined
    dropped?.end()
    dropped?.connected.catch(() => {})
  }

  async function attempt(batch: RecordsByTopic) {
    current ??= open()
    const { producer, connected } = current
    await connected
    const topicMessages = [...batch].map(([topic, records]) => ({
      topic,
      messages: records.map(record => new RecordMessage(withMark(record))),
    }))
    const answers = await producer.sendBatch({ acks: ACKS_OF_ALL, timeout: brokerTimeoutMs, topicMessages })
    if (!isAllAnswered(topicMessages, answers)) throw new BusUnavailableError(HALF_ANSWERED)
  }

  return {
    /** @param deadline of `performance.now()` */
    async produce(batch: RecordsByTopic, deadline: number): Promise<void> {
      if (isClosed) throw new BusUnavailableError('The bus is closed.')
      const sending = attempt(batch)
      sending.catch(() => {})
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new BusUnavailableError('The brokers of Kafka did not answer in time.')),
        deadline - performance.now(),
      )
      try {
        await Promise.race([sending, late])
      } catch (error) {
        if (!isOneTooLarge(error, batch)) drop()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      isClosed = true
      drop()
    },
  }
}

/** On the wire it is a header. */
const withMark = (record: OutgoingRecord): OutgoingRecord =>
  record.isFirst ? { ...record, headers: { ...record.headers, [FIRST_HEADER]: '' } } : record

/** Nothing of it has arrived. Of several records those of other partitions may have. */
function isOneTooLarge(error: unknown, batch: RecordsByTopic): boolean {
  const records = [...batch.values()].reduce((sum, { length }) => sum + length, 0)
  return records === 1 && isKafkaError(error, 'MESSAGE_TOO_LARGE')
}
