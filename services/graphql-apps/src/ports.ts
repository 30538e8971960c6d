import type { AppDocument } from '@sluice/contracts'
import type { Document, Namespace } from '@sluice/store'
import type { ObjectId } from 'bson'

export type AppId = string | ObjectId

/** An app as it is written: checked, with the etag of this write. */
export type AppRecord = AppDocument & { _id: AppId; _etag: ObjectId }

type AppPage = { skip: number; limit: number; contains: string | undefined }

/** What a write came to. `changed`: the stored app is not the one that was read. */
export type WriteOutcome = 'written' | 'uri-taken' | 'id-taken' | 'changed' | 'missing'

/** Who writes, as the grant says; null for a caller without a name. */
export type Author = string | null

/** A version that is kept, without its text. */
export type AppVersion = { version: number; at: Date; by: Author; etag: string }

/** The last versions of an app that are kept. */
export const MAX_VERSIONS = 20

/** Where app documents live. A write is live on this node when it resolves, and leaves a version behind. */
export type AppStore = {
  /** Newest first. `contains` is looked for in name, description and uri, as it stands. */
  list(page: AppPage): Promise<{ documents: readonly Document[]; total: number }>
  find(id: AppId): Promise<Document | undefined>
  /** Atomic over all processes: two writers at once never get the same uri. */
  insert(app: AppRecord, by: Author): Promise<WriteOutcome>
  /** Only over the app with this etag. */
  replace(app: AppRecord, write: { expectedEtag: string; by: Author }): Promise<WriteOutcome>
  /** Its versions go with it. @param expectedEtag undefined: whatever it is */
  remove(id: AppId, expectedEtag: string | undefined): Promise<WriteOutcome>
  /** Newest first, `MAX_VERSIONS` at most. */
  versions(id: AppId): Promise<readonly AppVersion[]>
  /** The whole app as it was. */
  version(id: AppId, version: number): Promise<Document | undefined>
  /** Trusted documents by their SHA-256. */
  documents(id: AppId): Promise<TrustedDocuments>
  /** Puts these in the place of all, if the app is still the one with this etag. Live here when it resolves. */
  putDocuments(id: AppId, documents: TrustedDocuments, expectedEtag: string): Promise<WriteOutcome>
}

export type TrustedDocuments = Readonly<Record<string, string>>

/** What the drafting of an app looks at. */
export type DraftSource = {
  collections(db: string): Promise<readonly string[]>
  /** Up to 100 documents, without the hidden fields. */
  sample(namespace: Namespace, hidden: readonly string[]): Promise<readonly Document[]>
  /** How many of the ids are those of documents. */
  countIds(namespace: Namespace, ids: readonly unknown[]): Promise<number>
}
