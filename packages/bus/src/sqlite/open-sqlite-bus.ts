import { BusUnavailableError } from '../errors.ts'
import type { Bus } from '../port.ts'
import { untilAborted } from '../until-aborted.ts'
import { packRecords } from './pack-records.ts'
import { createSqliteConsumer, type SqliteConsumer } from './sqlite-consumer.ts'
import { startWorker } from './worker-link.ts'

const MAX_PENDING_BYTES = 64 * 1024 * 1024

export type SqliteBusOptions = {
  /** The file; its folder must exist. */
  path: string
  /** A record with its key and headers. Default 1 MiB. */
  maxRecordBytes?: number
  /** How often what is past its retention is dropped. Default a minute. */
  purgeEveryMs?: number
  /** How often a member looks whether it is still the one, and for records of other processes. Default 500 ms. */
  heartbeatEveryMs?: number
}

/**
 * The embedded bus: one SQLite file in a worker thread of its own. A group has one member: a newer one, of this or of
 * another process, takes over, and the one before gets `revoked` and can no longer commit.
 * @throws BusUnavailableError when the file can't be opened
 */
export async function openSqliteBus(options: SqliteBusOptions): Promise<Bus> {
  const { path, maxRecordBytes = 1024 * 1024, purgeEveryMs = 60_000, heartbeatEveryMs = 500 } = options
  const link = await startWorker({ path, purgeEveryMs, heartbeatEveryMs })
  const consumers = new Map<number, SqliteConsumer>()
  let lastMember = 0
  let pendingBytes = 0

  link.onNotice(notice => {
    for (const consumer of consumers.values()) consumer.notice(notice)
  })

  return {
    async createTopics(topics, signal) {
      // A declaration may carry more than its port says, such as its schema, which can't cross to a thread.
      const declarations = topics.map(({ name, partitions, retentionMs }) => ({ name, partitions, retentionMs }))
      await untilAborted(signal, () => link.ask({ kind: 'create-topics', topics: declarations }))
    },

    async send(topic, records, signal) {
      const packed = packRecords(records, maxRecordBytes)
      if (pendingBytes > MAX_PENDING_BYTES)
        throw new BusUnavailableError('Too much waits to be sent. Send it again later.')
      await untilAborted(signal, async () => {
        pendingBytes += packed.bytes
        try {
          await link.ask({ kind: 'send', topic, records: packed.records }, packed.transfer)
        } finally {
          pendingBytes -= packed.bytes
        }
      })
    },

    async consume({ topic, group, signal }, listener) {
      if (signal?.aborted) throw new BusUnavailableError('The joining was called off.')
      const member = ++lastMember
      const consumer = createSqliteConsumer({ link, member, topic, group, listener })
      consumers.set(member, consumer)
      const close = async () => {
        consumers.delete(member)
        await consumer.stop()
        await consumer.close()
      }
      try {
        await consumer.join()
      } catch (error) {
        consumers.delete(member)
        throw error
      }
      return { ...consumer, close }
    },

    async close() {
      for (const consumer of consumers.values()) await consumer.stop()
      consumers.clear()
      await link.close()
    },
  }
}
