import type { Document, Namespace, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import type { AppId, TrustedDocuments } from '../ports/app-store.ts'

/** Trusted documents, one row for each app that has some: a text by the SHA-256 of it. */
const documentsNamespace = (db: string): Namespace => ({ db, collection: 'gqlAppDocuments' })

const documentsRow = z.object({ documents: z.record(z.string(), z.string()) })

/** What a row holds; nothing where there is none, or it got in some other way. */
const readRow = (row: Document | undefined): TrustedDocuments => documentsRow.safeParse(row).data?.documents ?? {}

export function appDocuments({ store, db }: { store: Store; db: string }) {
  const namespace = documentsNamespace(db)
  const rows = store.collection(namespace)
  return {
    list: async (id: AppId): Promise<TrustedDocuments> => readRow(await rows.findOne({ _id: String(id) })),
    /** @returns those in whose place they are put */
    async put(transaction: StoreTransaction, id: AppId, documents: TrustedDocuments): Promise<TrustedDocuments> {
      const row = { _id: String(id), documents }
      const inside = transaction.collection(namespace)
      const before = readRow(await inside.findOne({ _id: row._id }))
      await inside.replaceOne({ _id: row._id }, row, { upsert: true })
      return before
    },
    async forget(transaction: StoreTransaction, id: AppId): Promise<void> {
      await transaction.collection(namespace).deleteOne({ _id: String(id) })
    },
  }
}
