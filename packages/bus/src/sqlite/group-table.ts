import type { DatabaseSync } from 'node:sqlite'
import type { MemberPosition, SqliteMembership } from './protocol.ts'
import { integer } from './rows.ts'
import type { PartitionRow } from './topic-table.ts'

/** Groups, their generation and what they have committed. Every method that writes belongs inside a transaction. */
export function createGroupTable(database: DatabaseSync) {
  const raise = database.prepare(
    `INSERT INTO groups (topic_id, name, generation) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET generation = generation + 1 RETURNING generation`,
  )
  const selectGeneration = database.prepare('SELECT generation FROM groups WHERE topic_id = ? AND name = ?')
  const begin = database.prepare(
    'INSERT INTO commits (partition_id, group_name, offset) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const selectCommit = database.prepare('SELECT offset FROM commits WHERE partition_id = ? AND group_name = ?')
  const advance = database.prepare(
    'UPDATE commits SET offset = MAX(offset, ?) WHERE partition_id = ? AND group_name = ?',
  )

  /** Reads where the group stands. A group that is new stands at the oldest record. */
  function committed(partition: PartitionRow, group: string): number {
    begin.run(partition.id, group, partition.first)
    const row = selectCommit.get(partition.id, group)
    return row ? integer(row, 'offset') : partition.first
  }

  return {
    /** A new generation; the one before is fenced from here on. */
    join(topicId: number, group: string, partitions: readonly PartitionRow[]) {
      const row = raise.get(topicId, group)
      return {
        generation: row ? integer(row, 'generation') : 1,
        partitions: partitions.map(partition => {
          const offset = committed(partition, group)
          return {
            partition: partition.number,
            committed: BigInt(offset),
            end: BigInt(partition.next),
            lost: BigInt(Math.max(0, partition.first - offset)),
          }
        }),
      }
    },

    isCurrent(topicId: number, { group, generation }: SqliteMembership): boolean {
      const row = selectGeneration.get(topicId, group)
      return row !== undefined && integer(row, 'generation') === generation
    },

    commit(group: string, partitions: readonly PartitionRow[], positions: readonly MemberPosition[]) {
      for (const { partition, offset } of positions) {
        const id = partitions[partition]?.id
        if (id !== undefined) advance.run(offset, id, group)
      }
    },
  }
}
