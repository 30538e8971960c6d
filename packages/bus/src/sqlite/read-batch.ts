import type { FetchedRecord, FetchResult, MemberPosition } from './protocol.ts'
import type { RecordTable } from './record-table.ts'
import type { PartitionRow } from './topic-table.ts'

const MAX_RECORDS = 500
const MAX_BYTES = 4 * 1024 * 1024

/** Reads bounded batches of several partitions in turn, so that a full one does not starve the others. */
export function createBatchReader(records: RecordTable) {
  let turns = 0

  /** @param pending partitions that hold something from `offset` on; at least one */
  return (pending: readonly (MemberPosition & { row: PartitionRow })[]): FetchResult => {
    const batch: FetchedRecord[] = []
    let size = 0
    const share = Math.ceil(MAX_RECORDS / pending.length)
    const turn = turns++ % pending.length
    for (const { row, offset } of [...pending.slice(turn), ...pending.slice(0, turn)]) {
      for (const record of records.read(row, offset, share)) {
        batch.push(record)
        size += record.value.byteLength
        if (size >= MAX_BYTES) return { kind: 'records', records: batch, hasMore: true }
      }
    }
    const available = pending.reduce((sum, { row, offset }) => sum + row.next - Number(offset), 0)
    return { kind: 'records', records: batch, hasMore: available > batch.length }
  }
}
