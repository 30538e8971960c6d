import type { Broker, FetchedMessage } from 'kafkajs/src/cluster/index.js'
import { FIRST_HEADER } from '../../first-header.ts'
import type { IncomingRecord } from '../../port.ts'
import { READ_COMMITTED } from '../client/kafka-client.ts'
import type { FetchedBatch, ReadPosition } from './reading-state.ts'

/** `name` is what the brokers call the topic, `label` what we do. */
export type TopicName = { name: string; label: string }

const MAX_WAIT_MS = 1_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_PARTITION_BYTES = 1024 * 1024

/** Waits up to a second for something to be there. @returns what there is, by partition */
export async function fetchRecords(
  broker: Broker,
  topic: TopicName,
  positions: readonly ReadPosition[],
): Promise<readonly FetchedBatch[]> {
  const partitions = positions.map(({ partition, offset }) => ({
    partition,
    fetchOffset: String(offset),
    maxBytes: MAX_PARTITION_BYTES,
  }))
  const { responses } = await broker.fetch({
    isolationLevel: READ_COMMITTED,
    maxWaitTime: MAX_WAIT_MS,
    minBytes: 1,
    maxBytes: MAX_BYTES,
    topics: [{ topic: topic.name, partitions }],
  })
  const asked = new Map(positions.map(({ partition, offset }) => [partition, offset]))
  return responses
    .flatMap(response => response.partitions)
    .flatMap(({ partition, messages }) => {
      const offset = asked.get(partition)
      if (offset === undefined || messages.length === 0) return []
      return [toFetched({ topic: topic.label, partition, offset }, messages)]
    })
}

type FetchPosition = ReadPosition & { topic: string }

function toFetched({ topic, partition, offset }: FetchPosition, messages: readonly FetchedMessage[]): FetchedBatch {
  const last = messages.at(-1)
  // A batch is read whole, so it may begin before what was asked for.
  const own = messages.filter(message => BigInt(message.offset) >= offset && !message.isControlRecord)
  return {
    partition,
    offset,
    next: last && BigInt(last.offset) >= offset ? BigInt(last.offset) + 1n : offset,
    records: own.map(message => toRecord(message, { topic, partition })),
  }
}

/** The bytes are copied: a record that is open for long must not hold all that was fetched with it. */
function toRecord(message: FetchedMessage, place: { topic: string; partition: number }): IncomingRecord {
  const { offset, timestamp, key, value, headers: { [FIRST_HEADER]: first, ...headers } = {}, unreadable } = message
  return {
    ...place,
    offset: BigInt(offset),
    at: new Date(Number(timestamp)),
    key: key ? textOf(key) : '',
    value: Buffer.from(value ?? []),
    headers: Object.fromEntries(Object.entries(headers).map(([name, held]) => [name, headerText(held)])),
    ...(first === undefined ? {} : { isFirst: true }),
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('utf8')

function headerText(held: Uint8Array | Uint8Array[] | undefined): string {
  const last = Array.isArray(held) ? held.at(-1) : held
  return last ? textOf(last) : ''
}
