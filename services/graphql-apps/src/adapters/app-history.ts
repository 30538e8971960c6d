import { formatId } from '@sluice/contracts'
import { allOf, isDocument, withinField } from '@sluice/documents'
import type { Document, Namespace, Store, StoreTransaction } from '@sluice/store'
import { z } from 'zod'
import { etagOf, MAX_VERSIONS } from '../domain/app-identity.ts'
import { isTagged } from '../domain/values/bson-values.ts'
import type { AppId, AppRecord, AppVersion } from '../ports/app-store.ts'

type Dependencies = { store: Store; db: string; now: () => Date }
/** What is stored from now on, and what it replaces. */
type KeptVersion = { app: AppRecord; by: string | null; before: Document | undefined }

const versionRow = z.object({ version: z.int(), at: z.date(), by: z.string().nullable(), etag: z.string() })

const versionsNamespace = (db: string): Namespace => ({ db, collection: 'gqlAppVersions' })

/** Versions of apps, one row each; written in the transaction that writes the app. */
export function appHistory({ store, db, now }: Dependencies) {
  const namespace = versionsNamespace(db)
  const versions = store.collection(namespace)

  return {
    /** Keeps what was written as the next version; the oldest goes. */
    async keep(transaction: StoreTransaction, { app, by, before }: KeptVersion): Promise<void> {
      const inside = transaction.collection(namespace)
      const owner = formatId(app._id)
      const latest = await inside.findOne({ app: owner }, { sort: { version: -1 }, projection: { version: 1 } })
      let version = typeof latest?.version === 'number' ? latest.version + 1 : 1
      if (!latest && before) {
        // It was stored before versions were kept: without it, the first change could not be taken back.
        await inside.insertOne(rowOf(before, { version, by: null, at: writtenAt(before) ?? now() }))
        version += 1
      }
      await inside.insertOne(rowOf(app, { version, by, at: now() }))
      await inside.deleteMany({ app: owner, version: { $lte: version - MAX_VERSIONS } })
    },

    async forget(transaction: StoreTransaction, id: AppId): Promise<void> {
      await transaction.collection(namespace).deleteMany({ app: String(id) })
    },

    /** Lists the versions in which the app matched `within`. */
    async list(id: AppId, within: Document): Promise<AppVersion[]> {
      const page = { sort: { version: -1 }, limit: MAX_VERSIONS, projection: { document: 0 } } as const
      const rows = await versions.find(allOf({ app: String(id) }, withinField(within, 'document')), page)
      return rows.flatMap(row => versionRow.safeParse(row).data ?? [])
    },

    async find(id: AppId, version: number, within: Document): Promise<Document | undefined> {
      const row = await versions.findOne(allOf({ app: String(id), version }, withinField(within, 'document')))
      return isDocument(row?.document) ? row.document : undefined
    },
  }
}

type VersionFacts = Pick<AppVersion, 'version' | 'by' | 'at'>

function rowOf(document: Document, { version, by, at }: VersionFacts): Document {
  const app = formatId(document._id)
  // An _id of an app has no blanks, so that no two rows share one.
  return { _id: `${app} ${version}`, app, version, at, by, etag: etagOf(document), document }
}

const writtenAt = ({ _etag }: Document): Date | undefined =>
  isTagged(_etag, 'ObjectId') ? _etag.getTimestamp() : undefined

/** Has to be done once before apps are written; does nothing when it is there. */
export async function createHistoryIndex(store: Store, db: string): Promise<void> {
  await store.collection(versionsNamespace(db)).createIndex({ app: 1, version: 1 })
}
