import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { TopicDeclaration } from '../port.ts'
import { integer, text } from './rows.ts'

/** The bounds of a partition: `first` is the oldest offset kept, `next` the one that the next record gets. */
export type PartitionRow = { id: number; number: number; first: number; next: number }

/** The partition of a key: the first four bytes of its SHA-1, big-endian, modulo the number of partitions. */
export function partitionOf(key: string, partitions: number): number {
  return hash('sha1', key, 'buffer').readUInt32BE(0) % partitions
}

/** Topics and their partitions as they are in the file. */
export function createTopicTable(database: DatabaseSync) {
  const insertTopic = database.prepare('INSERT INTO topics (name, retention_ms) VALUES (?, ?)')
  const insertPartition = database.prepare('INSERT INTO partitions (topic_id, number) VALUES (?, ?)')
  const selectTopic = database.prepare('SELECT id FROM topics WHERE name = ?')
  const selectTopics = database.prepare('SELECT id, name, retention_ms FROM topics')
  const selectPartitions = database.prepare(
    'SELECT id, number, first_offset, next_offset FROM partitions WHERE topic_id = ? ORDER BY number',
  )
  const known = new Map<string, number>()

  function idOf(topic: string): number | undefined {
    const cached = known.get(topic)
    if (cached !== undefined) return cached
    const row = selectTopic.get(topic)
    if (!row) return undefined
    const id = integer(row, 'id')
    known.set(topic, id)
    return id
  }

  return {
    idOf,
    /** Only inside a transaction. Does nothing for a topic that is there. */
    create({ name, partitions, retentionMs }: TopicDeclaration) {
      if (idOf(name) !== undefined) return
      const id = Number(insertTopic.run(name, retentionMs).lastInsertRowid)
      for (let number = 0; number < partitions; number++) insertPartition.run(id, number)
    },
    partitions(topicId: number): PartitionRow[] {
      return selectPartitions.all(topicId).map(row => ({
        id: integer(row, 'id'),
        number: integer(row, 'number'),
        first: integer(row, 'first_offset'),
        next: integer(row, 'next_offset'),
      }))
    },
    all: () =>
      selectTopics.all().map(row => ({
        id: integer(row, 'id'),
        name: text(row, 'name'),
        retentionMs: integer(row, 'retention_ms'),
      })),
  }
}
