import { compatibilityPartitioner, type MessageToProduce, Producer, stringSerializer } from '@platformatic/kafka'
import { BusUnavailableError } from '../../../../packages/bus/src/errors.ts'
import type { RecordsByTopic } from '../../../../packages/bus/src/kafka/sending/sender.ts'
import type { OutgoingRecord } from '../../../../packages/bus/src/port.ts'
import { type BrokerAddress, clientOptions, REQUEST_TIMEOUT_MS } from './address.ts'
import { isProtocolError } from './protocol-errors.ts'

type TextProducer = Producer<string, Buffer, string, string>
type TextMessage = MessageToProduce<string, Buffer, string, string>

/** An idempotent producer that is thrown away whenever a request has failed, as in the adapter that ships. */
export function createBatchProducer(address: BrokerAddress) {
  let current: TextProducer | undefined
  let isClosed = false

  function drop() {
    const dropped = current
    current = undefined
    void dropped?.close(true).catch(() => {})
  }

  async function attempt(batch: RecordsByTopic) {
    current ??= openProducer(address)
    const messages = [...batch].flatMap(([topic, ofTopic]) => ofTopic.map(record => toMessage(topic, record)))
    await current.send({ messages })
  }

  return {
    /** @param deadline of `performance.now()` */
    async produce(batch: RecordsByTopic, deadline: number): Promise<void> {
      if (isClosed) throw new BusUnavailableError('The bus is closed.')
      const sending = attempt(batch)
      sending.catch(() => {})
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new BusUnavailableError('No answer in time.')),
        deadline - performance.now(),
      )
      try {
        await Promise.race([sending, late])
      } catch (error) {
        drop()
        throw isTooLarge(error) ? Object.assign(new BusUnavailableError('Too large.'), { type: TOO_LARGE }) : error
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

const TOO_LARGE = 'MESSAGE_TOO_LARGE'
const isTooLarge = (error: unknown) => isProtocolError(error, TOO_LARGE, 'RECORD_LIST_TOO_LARGE')

const openProducer = (address: BrokerAddress): TextProducer =>
  new Producer({
    ...clientOptions(address),
    requestTimeout: REQUEST_TIMEOUT_MS,
    timeout: REQUEST_TIMEOUT_MS,
    idempotent: true,
    retries: true,
    partitioner: message => compatibilityPartitioner(message, Buffer.from(String(message.metadata))),
    serializers: { key: stringSerializer, headerKey: stringSerializer, headerValue: stringSerializer },
  })

function toMessage(topic: string, { key, value, headers, partitionKey = key }: OutgoingRecord): TextMessage {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const message = { topic, key, value: bytes, metadata: partitionKey }
  const entries = Object.entries(headers)
  return entries.length === 0 ? message : { ...message, headers: new Map(entries) }
}
