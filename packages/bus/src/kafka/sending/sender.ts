import { BusUnavailableError, RecordTooLargeError } from '../../errors.ts'
import type { OutgoingRecord } from '../../port.ts'
import { untilAborted } from '../../until-aborted.ts'
import { describeError, isKafkaError } from '../client/kafka-errors.ts'
import { createSendQueue, type Item, type SendCall } from './send-queue.ts'

type SenderOptions = {
  /** Called for one batch at a time. What it has failed to send it must not send later under a number used again. */
  produce(batch: RecordsByTopic, deadline: number): Promise<void>
  maxRecordBytes: number
  sendTimeoutMs: number
}

/** What one request sends. */
export type RecordsByTopic = ReadonlyMap<string, readonly OutgoingRecord[]>

const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** What a record takes beside its key, value and headers, at most. */
const OVERHEAD_BYTES = 100
const TOO_MUCH = 'Too much waits to be sent. Send it again later.'
const TOO_SLOW = 'The brokers of Kafka did not take the records in time. They may have arrived; send them again later.'

/**
 * Sends one batch after the other, each with all that has gathered meanwhile. Never two at once: the client gives the
 * number of a request whose answer is missing to the next one, which the broker would then drop as a repetition.
 */
export function createSender({ produce, maxRecordBytes, sendTimeoutMs }: SenderOptions) {
  const queue = createSendQueue(maxRecordBytes)
  let isSending = false

  /** What else such a call has in the queue is dropped: all of it or an error. */
  function fail(call: SendCall, error: unknown) {
    queue.drop(call)
    call.reject(error)
  }

  async function sendBatch(items: readonly Item[]) {
    const deadline = Math.max(...items.map(({ call }) => call.deadline))
    try {
      await produce(byTopic(items), deadline)
      for (const { call } of items) if (--call.left === 0) call.resolve()
    } catch (error) {
      // Among several it is not known which one it was.
      if (isTooLarge(error) && items.length > 1) for (const item of items) await sendBatch([sentBefore(item)])
      else for (const call of new Set(items.map(item => item.call))) fail(call, toBusError(error))
    }
  }

  async function run() {
    if (isSending) return
    isSending = true
    // What is sent in this turn of the event loop goes together.
    await new Promise(setImmediate)
    while (!queue.isEmpty()) {
      const items = queue.takeBatch()
      await sendBatch(items)
      queue.done(items)
    }
    isSending = false
  }

  return {
    async send(topic: string, records: readonly OutgoingRecord[], signal?: AbortSignal): Promise<void> {
      const sizes = records.map(sizeOf)
      const largest = Math.max(0, ...sizes)
      if (largest > maxRecordBytes) throw tooLarge(largest, maxRecordBytes)
      if (queue.bytes() > MAX_WAITING_BYTES) throw new BusUnavailableError(TOO_MUCH)
      if (records.length === 0) return
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const call: SendCall = { left: records.length, deadline: performance.now() + sendTimeoutMs, resolve, reject }
      const timer = setTimeout(() => fail(call, new BusUnavailableError(TOO_SLOW)), sendTimeoutMs)
      const sending = () => {
        queue.add(
          records.map((record, index) => ({ topic, record, bytes: (sizes[index] ?? 0) + OVERHEAD_BYTES, call })),
        )
        void run()
        return promise
      }
      try {
        await untilAborted(signal, sending)
      } finally {
        clearTimeout(timer)
        // What waits behind another request is not sent any more for one who has given up.
        if (signal?.aborted) queue.drop(call)
      }
    },
    /** Nothing that waits is sent any more. */
    close() {
      for (const call of queue.calls()) fail(call, new BusUnavailableError('The bus is closed.'))
    },
  }
}

/** Those of other partitions may have arrived. */
const sentBefore = (item: Item): Item => ({ ...item, record: { ...item.record, isFirst: false } })

function byTopic(items: readonly Item[]): RecordsByTopic {
  const topics = Object.entries(Object.groupBy(items, item => item.topic))
  return new Map(topics.map(([topic, ofTopic = []]) => [topic, ofTopic.map(({ record }) => record)]))
}

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  let bytes = Buffer.byteLength(key) + value.byteLength
  for (const [name, text] of Object.entries(headers)) bytes += Buffer.byteLength(name) + Buffer.byteLength(text)
  return bytes
}

const isTooLarge = (error: unknown) => isKafkaError(error, 'MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE')

const tooLarge = (bytes: number, limit: number) =>
  new RecordTooLargeError(`A record of ${bytes} bytes is larger than the bus takes (${limit}).`)

function toBusError(error: unknown): Error {
  if (error instanceof BusUnavailableError) return error
  if (isTooLarge(error)) return new RecordTooLargeError('A record is larger than its topic in Kafka takes.')
  return new BusUnavailableError(`Kafka did not take the records: ${describeError(error)}`)
}
