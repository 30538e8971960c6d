import type { TopicDeclaration } from '../port.ts'
import { inTransaction, openBusFile } from './bus-file.ts'
import { createGroupTable } from './group-table.ts'
import type { FetchResult, JoinResult, MemberPosition, PackedRecord, SqliteMembership } from './protocol.ts'
import { createBatchReader } from './read-batch.ts'
import { createRecordTable } from './record-table.ts'
import { createTopicTable, type PartitionRow } from './topic-table.ts'

/** The topic was never made: a mistake in the start of the service. */
class UnknownTopicError extends Error {
  override name = 'UnknownTopicError'
  constructor(topic: string) {
    super(`The topic ${topic} does not exist. Call createTopics at start.`)
  }
}

export type TopicSend = { topic: string; records: readonly PackedRecord[] }

/** Everything that the bus does to its file, synchronously. Lives in the worker thread. */
export function createBusEngine(path: string) {
  const database = openBusFile(path)
  const topics = createTopicTable(database)
  const records = createRecordTable(database)
  const groups = createGroupTable(database)
  const readBatch = createBatchReader(records)
  const dataVersion = database.prepare('PRAGMA data_version')

  function topicId(topic: string): number {
    const id = topics.idOf(topic)
    if (id === undefined) throw new UnknownTopicError(topic)
    return id
  }

  return {
    createTopics: (declarations: readonly TopicDeclaration[]) =>
      inTransaction(database, () => {
        for (const declaration of declarations) topics.create(declaration)
      }),

    hasTopic: (topic: string) => topics.idOf(topic) !== undefined,

    /** One commit, and so one sync, for all of them. */
    append: (sends: readonly TopicSend[]) =>
      inTransaction(database, () => {
        for (const { topic, records: sent } of sends) records.append(topics.partitions(topicId(topic)), sent)
      }),

    join: (topic: string, group: string): JoinResult =>
      inTransaction(database, () => {
        const id = topicId(topic)
        return { kind: 'joined', ...groups.join(id, group, topics.partitions(id)) }
      }),

    isCurrent: (membership: SqliteMembership) => groups.isCurrent(topicId(membership.topic), membership),

    fetch(membership: SqliteMembership, positions: readonly MemberPosition[]): FetchResult {
      const id = topicId(membership.topic)
      if (!groups.isCurrent(id, membership)) return { kind: 'fenced' }
      const rows = topics.partitions(id)
      const wanted = positions.flatMap(position => {
        const row = rows[position.partition]
        return row ? [{ ...position, row }] : []
      })
      if (wanted.some(({ row, offset }) => offset < row.first)) return { kind: 'expired' }
      const pending = wanted.filter(({ row, offset }) => offset < row.next)
      return pending.length > 0 ? readBatch(pending) : { kind: 'records', records: [], hasMore: false }
    },

    countUnread: (topic: string, from: readonly MemberPosition[]) => countFrom(topics.partitions(topicId(topic)), from),

    /** Ignored when a newer member has taken over. */
    commit: (membership: SqliteMembership, positions: readonly MemberPosition[]) =>
      inTransaction(database, () => {
        const id = topicId(membership.topic)
        if (groups.isCurrent(id, membership)) groups.commit(membership.group, topics.partitions(id), positions)
      }),

    /** One bounded round of retention. @returns whether there may be more to drop */
    purge: (now: number): boolean =>
      inTransaction(database, () => {
        let hasMore = false
        for (const topic of topics.all()) {
          for (const { id } of topics.partitions(topic.id)) {
            hasMore = records.purge(id, now - topic.retentionMs) || hasMore
          }
        }
        return hasMore
      }),

    /** Changes when another connection has written. */
    dataVersion: (): unknown => dataVersion.get()?.data_version,

    close: () => database.close(),
  }
}

function countFrom(rows: readonly PartitionRow[], positions: readonly MemberPosition[]): number {
  const unread = positions.map(({ partition, offset }) => (rows[partition]?.next ?? 0) - Number(offset))
  return unread.reduce((sum, count) => sum + Math.max(0, count), 0)
}

export type BusEngine = ReturnType<typeof createBusEngine>
