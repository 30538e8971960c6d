import type { Message } from 'kafkajs'
import { BusUnavailableError, RecordTooLargeError } from '../errors.ts'
import type { OutgoingRecord } from '../port.ts'
import { describeError, isKafkaError } from './kafka-errors.ts'

type SenderOptions = {
  /** One request at a time. Must not send any more once it has failed. */
  produce(batch: Batch, deadlineMs: number): Promise<void>
  maxRecordBytes: number
  sendTimeoutMs: number
}

/** Messages by topic. */
export type Batch = ReadonlyMap<string, readonly Message[]>

/** One call of `send`. */
type Call = { left: number; deadline: number; timer: NodeJS.Timeout; resolve(): void; reject(error: unknown): void }
type Item = { topic: string; message: Message; bytes: number; call: Call }

const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** What a record takes beside its key, value and headers, at most. */
const OVERHEAD_BYTES = 100

/**
 * Sends one batch after the other, each with all that has gathered meanwhile. Never two at once: the client gives the
 * number of a request whose answer is missing to the next one, which the broker would then drop as a repetition.
 */
export function createSender({ produce, maxRecordBytes, sendTimeoutMs }: SenderOptions) {
  let queue: Item[] = []
  let waitingBytes = 0
  let isSending = false

  function settle(items: readonly Item[]) {
    for (const { call } of items) if (--call.left === 0) finish(call, () => call.resolve())
  }

  /** What else such a call has in the queue is dropped: all of it or an error. */
  function fail(call: Call, error: unknown) {
    finish(call, () => call.reject(error))
    const dropped = queue.filter(item => item.call === call)
    waitingBytes -= sumBytes(dropped)
    if (dropped.length > 0) queue = queue.filter(item => item.call !== call)
  }

  function takeBatch(): Item[] {
    let bytes = 0
    const fits = queue.findIndex(item => {
      bytes += item.bytes
      return bytes > maxRecordBytes
    })
    return queue.splice(0, fits === -1 ? queue.length : Math.max(1, fits))
  }

  async function sendBatch(items: readonly Item[]) {
    const deadline = Math.max(...items.map(({ call }) => call.deadline))
    try {
      await produce(byTopic(items), deadline)
      settle(items)
    } catch (error) {
      if (isTooLarge(error) && items.length > 1) for (const item of items) await sendBatch([item])
      else for (const call of new Set(items.map(item => item.call))) fail(call, toBusError(error))
    }
  }

  async function run() {
    if (isSending) return
    isSending = true
    // What is sent in this turn of the event loop goes together.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const items = takeBatch()
      await sendBatch(items)
      waitingBytes -= sumBytes(items)
    }
    isSending = false
  }

  return {
    send(topic: string, records: readonly OutgoingRecord[]): Promise<void> {
      const sizes = records.map(sizeOf)
      const largest = Math.max(0, ...sizes)
      if (largest > maxRecordBytes) return Promise.reject(tooLarge(largest, maxRecordBytes))
      if (waitingBytes > MAX_WAITING_BYTES) return Promise.reject(new BusUnavailableError(TOO_MUCH))
      if (records.length === 0) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const deadline = performance.now() + sendTimeoutMs
        const timer = setTimeout(() => fail(call, new BusUnavailableError(TOO_SLOW)), sendTimeoutMs)
        const call: Call = { left: records.length, deadline, timer, resolve, reject }
        const items = records.map((record, index) => {
          const bytes = (sizes[index] ?? 0) + OVERHEAD_BYTES
          return { topic, message: toMessage(record), bytes, call }
        })
        queue = queue.concat(items)
        waitingBytes += sumBytes(items)
        void run()
      })
    },
    /** Nothing that waits is sent any more. */
    close() {
      for (const call of new Set(queue.map(item => item.call)))
        fail(call, new BusUnavailableError('The bus is closed.'))
    },
  }
}

const TOO_MUCH = 'Too much waits to be sent. Send it again later.'
const TOO_SLOW = 'The brokers of Kafka did not take the records in time. They may have arrived; send them again later.'

function finish(call: Call, end: () => void) {
  clearTimeout(call.timer)
  end()
}

function byTopic(items: readonly Item[]): Batch {
  return new Map(Object.entries(Object.groupBy(items, item => item.topic)).map(toMessages))
}

const toMessages = ([topic, items = []]: [string, Item[]?]): [string, Message[]] => [
  topic,
  items.map(({ message }) => message),
]

const sumBytes = (items: readonly Item[]): number => items.reduce((sum, { bytes }) => sum + bytes, 0)

function sizeOf({ key, value, headers }: OutgoingRecord): number {
  const headerBytes = Object.entries(headers)
    .flat()
    .map(text => Buffer.byteLength(text))
  return Buffer.byteLength(key) + value.byteLength + headerBytes.reduce((sum, bytes) => sum + bytes, 0)
}

function toMessage({ key, value, headers }: OutgoingRecord): Message {
  return { key, value: Buffer.from(value.buffer, value.byteOffset, value.byteLength), headers: { ...headers } }
}

const isTooLarge = (error: unknown) => isKafkaError(error, 'MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE')

const tooLarge = (bytes: number, limit: number) =>
  new RecordTooLargeError(`A record of ${bytes} bytes is larger than the bus takes (${limit}).`)

function toBusError(error: unknown): Error {
  if (error instanceof BusUnavailableError) return error
  if (isTooLarge(error)) return new RecordTooLargeError('A record is larger than its topic in Kafka takes.')
  return new BusUnavailableError(`Kafka did not take the records: ${describeError(error)}`)
}
