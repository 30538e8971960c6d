import { type ChangePositions, type ChangeTopic, changeTopic, type LoggedChange } from '@sluice/contracts'
import type { Document, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import type { Counters } from '../port.ts'
import { ANSWER_LIMIT_MS } from '../settings.ts'
import type { ToldChange } from './job-queue.ts'

const ENTRIES_KEPT_SECONDS = 24 * 3_600
const EPOCH_ID = 'epoch'
/** Behind by more than this, reading everything anew is cheaper. */
const MAX_ENTRIES = 500

const counterDocument = z.object({ _id: z.string(), sequence: z.int().nonnegative() })
const entryDocument = z.object({ topic: z.string(), sequence: z.int().nonnegative(), id: z.string() })

/** Entries of `topic` after `after`, up to and with `upTo`. */
export type EntryRange = { topic: ChangeTopic; after: number; upTo: number }

/** No topic is called so: an earlier version passes such a counter over. */
const setsId = (topic: ChangeTopic) => `${topic}.sets`

const entryId = (topic: ChangeTopic, sequence: number) => `${topic}/${sequence}`

/** The change log's two collections. Time limits are for the caller. */
export function createChangeStore(store: Store, db: string) {
  const entriesOf = { db, collection: '_changes' }
  const countersOf = { db, collection: '_changeCounters' }

  async function raise(transaction: StoreTransaction, id: string): Promise<number> {
    const raised = await transaction
      .collection(countersOf)
      .findOneAndUpdate({ _id: id }, { $inc: { sequence: 1 } }, { upsert: true, returnDocument: 'after' })
    return counterDocument.parse(raised).sequence
  }

  return {
    async prepare() {
      const entries = store.collection(entriesOf)
      await entries.createIndex({ at: 1 }, { name: 'expiry', expireAfterSeconds: ENTRIES_KEPT_SECONDS })
    },

    async readCounters(maxTimeMs: number): Promise<Counters> {
      const found = await store.collection(countersOf).find({}, { linearizable: true, maxTimeMs })
      const counters = z.array(counterDocument).parse(found)
      const epoch = counters.find(counter => counter._id === EPOCH_ID)?.sequence ?? 0
      const positions: ChangePositions = {}
      for (const { _id, sequence } of counters) {
        // A newer version may know more topics.
        const topic = changeTopic.safeParse(_id)
        if (topic.success) positions[topic.data] = sequence
      }
      return { epoch, positions }
    },

    /** Read after the counters, so that every entry up to them is there, unless it has expired. */
    async readEntries(ranges: readonly EntryRange[], maxTimeMs: number): Promise<Map<string, ToldChange[]>> {
      const found = new Map<string, ToldChange[]>()
      const ids = ranges.flatMap(range => (range.upTo - range.after > MAX_ENTRIES ? [] : idsOf(range)))
      if (ids.length === 0) return found
      const documents = await store
        .collection(entriesOf)
        .find({ _id: { $in: ids } }, { sort: { sequence: 1 }, maxTimeMs })
      for (const { topic, sequence, id } of z.array(entryDocument).parse(documents)) {
        const entries = found.get(topic) ?? []
        entries.push({ sequence, id })
        found.set(topic, entries)
      }
      return found
    },

    now: () => store.now(),

    /** Raises the counter first: whoever changes the same topic at the same time waits or starts again here. */
    raise: (transaction: StoreTransaction, topic: ChangeTopic) => raise(transaction, topic),

    /** Counts a change of several records. */
    countSet: (transaction: StoreTransaction, topic: ChangeTopic) => raise(transaction, setsId(topic)),

    async readSets(topic: ChangeTopic): Promise<number> {
      const options = { linearizable: true, maxTimeMs: ANSWER_LIMIT_MS }
      const found = await store.collection(countersOf).findOne({ _id: setsId(topic) }, options)
      return found ? counterDocument.parse(found).sequence : 0
    },

    async append(transaction: StoreTransaction, { topic, sequence, id }: LoggedChange, at: Date) {
      const entry: Document = { _id: entryId(topic, sequence), topic, sequence, id, at }
      await transaction.collection(entriesOf).insertOne(entry)
    },

    transaction: <T>(work: (transaction: StoreTransaction) => Promise<T>) => store.transaction(work),
  }
}
export type ChangeStore = ReturnType<typeof createChangeStore>

function idsOf({ topic, after, upTo }: EntryRange): string[] {
  return Array.from({ length: Math.max(0, upTo - after) }, (_, index) => entryId(topic, after + index + 1))
}
