import type { DatabaseSync } from 'node:sqlite'
import { FIRST_HEADER } from '../first-header.ts'
import type { PackedRecord } from './protocol.ts'
import { bytes, headers, integer, text } from './rows.ts'
import { type PartitionRow, partitionOf } from './topic-table.ts'

const PURGE_BATCH = 500

/** The records of all partitions. Every method that writes belongs inside a transaction. */
export function createRecordTable(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO records (partition_id, offset, at, key, headers, value) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const setNext = database.prepare('UPDATE partitions SET next_offset = ? WHERE id = ?')
  const setFirst = database.prepare('UPDATE partitions SET first_offset = ? WHERE id = ?')
  const select = database.prepare(
    'SELECT offset, at, key, headers, value FROM records WHERE partition_id = ? AND offset >= ? ORDER BY offset LIMIT ?',
  )
  const selectOldest = database.prepare('SELECT offset, at FROM records WHERE partition_id = ? ORDER BY offset LIMIT ?')
  const deleteBelow = database.prepare('DELETE FROM records WHERE partition_id = ? AND offset < ?')

  return {
    append(partitions: readonly PartitionRow[], records: readonly PackedRecord[]) {
      const at = Date.now()
      const next = partitions.map(partition => partition.next)
      for (const { key, headers: header, value, partitionKey = key } of records) {
        const number = partitionOf(partitionKey, partitions.length)
        const offset = next[number] ?? 0
        insert.run(partitions[number]?.id ?? 0, offset, at, key, header, value)
        next[number] = offset + 1
      }
      partitions.forEach(({ id, next: before }, index) => {
        const after = next[index] ?? before
        if (after !== before) setNext.run(after, id)
      })
    },

    *read(partition: PartitionRow, offset: bigint, limit: number) {
      for (const row of select.iterate(partition.id, offset, limit)) {
        const { [FIRST_HEADER]: first, ...rest } = headers(row, 'headers')
        yield {
          partition: partition.number,
          offset: BigInt(integer(row, 'offset')),
          at: new Date(integer(row, 'at')),
          key: text(row, 'key'),
          headers: rest,
          ...(first === undefined ? {} : { isFirst: true }),
          value: bytes(row, 'value'),
        }
      }
    },

    /** Drops up to 500 records that are older than `cutoff`. @returns whether there may be more */
    purge(partitionId: number, cutoff: number): boolean {
      const oldest = selectOldest.all(partitionId, PURGE_BATCH)
      const kept = oldest.findIndex(row => integer(row, 'at') >= cutoff)
      const last = oldest[(kept === -1 ? oldest.length : kept) - 1]
      if (!last) return false
      const first = integer(last, 'offset') + 1
      deleteBelow.run(partitionId, first)
      setFirst.run(first, partitionId)
      return kept === -1 && oldest.length === PURGE_BATCH
    },
  }
}
export type RecordTable = ReturnType<typeof createRecordTable>
