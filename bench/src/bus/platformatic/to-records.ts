import { IS_CONTROL, type KafkaRecord, type RecordsBatch } from '@platformatic/kafka'
import type { TopicName } from '../../../../packages/bus/src/kafka/reading/fetch-records.ts'
import type { FetchedBatch, ReadPosition } from '../../../../packages/bus/src/kafka/reading/reading-state.ts'
import type { IncomingRecord } from '../../../../packages/bus/src/port.ts'

type TopicPosition = ReadPosition & { topic: TopicName }

/** A batch is read whole, so it may begin before what was asked for. */
export function toFetched({ topic, partition, offset }: TopicPosition, batches: readonly RecordsBatch[]): FetchedBatch {
  const last = batches.at(-1)
  const next = last ? last.firstOffset + BigInt(last.lastOffsetDelta) + 1n : offset
  const records = batches
    .filter(({ attributes }) => (attributes & IS_CONTROL) === 0)
    .flatMap(batch => batch.records.map(record => toRecord(record, batch, { topic: topic.label, partition })))
  return { partition, offset, next, records: records.filter(record => record.offset >= offset) }
}

/** The bytes are copied: a record that is open for long must not hold all that was fetched with it. */
function toRecord(
  record: KafkaRecord,
  batch: RecordsBatch,
  place: { topic: string; partition: number },
): IncomingRecord {
  return {
    ...place,
    offset: batch.firstOffset + BigInt(record.offsetDelta),
    at: new Date(Number(batch.firstTimestamp + record.timestampDelta)),
    key: textOf(record.key),
    value: Buffer.from(record.value ?? []),
    headers: Object.fromEntries(record.headers.map(([name, held]) => [textOf(name), textOf(held)])),
  }
}

const textOf = (bytes: Buffer | null): string => bytes?.toString('utf8') ?? ''
