import type { AppDocument } from '@sluice/contracts'
import type { FieldProjection } from '@sluice/documents'
import type { Occasion } from '@sluice/service-kit'
import type { Document, Sort, StoreTransaction } from '@sluice/store'
import type { ObjectId } from 'bson'

export type AppId = string | ObjectId

/** An app as it is written: checked, with the etag of this write. */
export type AppRecord = AppDocument & { _id: AppId; _etag: ObjectId }

/** What a list is to hold, checked; `contains` is looked for, as it stands, in the `searched` fields. */
export type AppPage = {
  filter: Document
  sort: Sort
  skip: number
  projection: FieldProjection | undefined
  limit: number
  search: { contains: string | undefined; fields: readonly string[] }
}

/**
 * What a write came to. `changed`: the stored app is not the one that was read; `documents-changed`: the trusted documents
 * are not those in whose place others are to be put.
 */
export type WriteOutcome = 'written' | 'uri-taken' | 'id-taken' | 'changed' | 'documents-changed' | 'missing'

/** The author of a write and his address, as the grant says it; null where nobody is told of. */
export type Author = Pick<Occasion, 'actor' | 'from'> | null

/** A version that is kept, without its text. */
export type AppVersion = { version: number; at: Date; by: string | null; etag: string }

/** What has to be there for a write: an app that is the one with this etag, where given, and matches a filter. */
type ExpectedApp = { expectedEtag: string | undefined; within?: Document | undefined }

/** `isDryRun`: the write comes to what it would come to, and nothing is written. */
type AppWriteOptions = { isDryRun?: boolean | undefined }
/** `settle` keeps the answer in the transaction of the write, where its request may be repeated. */
type AppSaveOptions = AppWriteOptions & { settle?: SettleApp | undefined }
export type SettleApp = (inside: StoreTransaction) => Promise<void>

/**
 * The store of app documents. A write is live on this node when it resolves, and leaves a version behind. An app that
 * `within` does not match is as good as none.
 */
export type AppStore = {
  /** @returns BSON, and how many there are on all pages */
  list(page: AppPage): Promise<{ documents: readonly Uint8Array[]; total: number }>
  count(filter: Document): Promise<number>
  find(id: AppId, within?: Document): Promise<Document | undefined>
  /** Atomic over all processes: two writers at once never get the same uri. */
  insert(app: AppRecord, by: Author, options?: AppSaveOptions): Promise<WriteOutcome>
  /** Only over the app with this etag. */
  replace(app: AppRecord, write: ExpectedApp & AppSaveOptions & { by: Author }): Promise<WriteOutcome>
  /** Writes nothing but what `settle` keeps, where the app is the one with this etag. */
  confirm(id: AppId, expected: ExpectedApp & { settle: SettleApp }): Promise<'written' | 'changed'>
  /** Its versions go with it. */
  remove(id: AppId, expected: ExpectedApp & AppWriteOptions & { by?: Author }): Promise<WriteOutcome>
  /** Newest first, `MAX_VERSIONS` at most; those in which the app was as `within` wants it. */
  versions(id: AppId, within: Document): Promise<readonly AppVersion[]>
  /** The whole app as it was. */
  version(id: AppId, version: number, within: Document): Promise<Document | undefined>
  /** Trusted documents by their SHA-256. */
  documents(id: AppId): Promise<TrustedDocuments>
  /**
   * Puts these in the place of all, if the app is still the one with this etag and those that are there in that moment are
   * `expected`. Live here when it resolves.
   */
  putDocuments(
    id: AppId,
    documents: TrustedDocuments,
    write: ExpectedApp & AppWriteOptions & { by: Author; expected?(before: TrustedDocuments): boolean },
  ): Promise<WriteOutcome>
  /** Makes all that was stored before this call live here. */
  catchUp(): Promise<void>
}

export type TrustedDocuments = Readonly<Record<string, string>>
