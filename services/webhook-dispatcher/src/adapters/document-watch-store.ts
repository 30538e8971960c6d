import type { ChangeLog } from '@sluice/change-log'
import { type WatchRecord, watchRecord } from '@sluice/contracts'
import type { Store } from '@sluice/store'
import type { WatchStore } from '../ports/watch-store.ts'
import { collectionsOf } from './collections.ts'

type Dependencies = { store: Store; changes: ChangeLog; db: string }

/** Recordings and the leases of tails on the document store. */
export function documentWatchStore({ store, changes, db }: Dependencies): WatchStore {
  const name = collectionsOf(db).watches
  const watches = store.collection(name)
  return {
    async startRecording(recording) {
      const { result } = await changes.record<WatchRecord>(
        'watches',
        recording._id,
        async (transaction, _, abandon) => {
          const inTransaction = transaction.collection(name)
          const isRunning = { kind: 'recording', until: { $gt: recording.from } }
          const running = watchRecord.safeParse(await inTransaction.findOne(isRunning)).data
          if (running) return abandon(running)
          await inTransaction.insertOne(recording)
          return recording
        },
      )
      return result
    },
    recording: async id => watchRecord.safeParse(await watches.findOne({ _id: id, kind: 'recording' })).data,
    async put(watch) {
      await changes.record('watches', watch._id, transaction =>
        transaction.collection(name).replaceOne({ _id: watch._id }, watch, { upsert: true }),
      )
    },
    async remove(id) {
      await watches.deleteOne({ _id: id })
    },
    async forgetBefore(moment) {
      await watches.deleteMany({ until: { $lt: moment } })
    },
  }
}

/** Has to be done once before watches are followed; does nothing when it is there. */
export async function createWatchIndexes(store: Store, db: string): Promise<void> {
  await store.collection(collectionsOf(db).watches).createIndex({ until: 1 })
}
