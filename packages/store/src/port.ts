/** A document as JavaScript values: plain objects and arrays, and the classes of the `bson` package for what JSON lacks. */
export type Document = { [field: string]: unknown }

/** A collection's full name. Both parts are checked by whoever takes them from outside. */
export type Namespace = { db: string; collection: string }

export type Sort = Readonly<Record<string, 1 | -1>>

export type FindOptions = {
  sort?: Sort
  skip?: number
  limit?: number
  /** Inclusion or exclusion by dotted path, 1 or 0. */
  projection?: Readonly<Record<string, 0 | 1>>
  /** Index by name or by keys; a hint that names no index is refused. */
  hint?: string | Sort
  /** The query ends with `StoreTimeoutError` when it takes longer. Default 5,000. */
  maxTimeMs?: number
  /** Reads what every acknowledged write has left, also in the middle of an election. Slower. */
  linearizable?: boolean
}

export type UpdateResult = { matched: number; modified: number; upsertedId?: unknown }

export type WriteOperation =
  | { insertOne: { document: Document } }
  | { updateOne: { filter: Document; update: Document; upsert?: boolean } }
  | { updateMany: { filter: Document; update: Document; upsert?: boolean } }
  | { replaceOne: { filter: Document; replacement: Document; upsert?: boolean } }
  | { deleteOne: { filter: Document } }
  | { deleteMany: { filter: Document } }

/** `errors` names the operations that failed by their index; the others were carried out (unless `ordered`: then none after it). */
export type BulkResult = {
  inserted: number
  matched: number
  modified: number
  deleted: number
  upserted: number
  errors: readonly { index: number; code: 'duplicate-key' | 'invalid'; message: string }[]
}

/** The fields that each of some documents is given, by their `_id`s; a name is no path. */
export type FieldSets = ReadonlyMap<string, Document>

export type FindAndModifyOptions = {
  sort?: Sort
  upsert?: boolean
  projection?: Readonly<Record<string, 0 | 1>>
  returnDocument?: 'before' | 'after'
}

/** How texts are compared, in MongoDB's words. */
export type Collation = {
  locale: string
  caseLevel?: boolean
  caseFirst?: string
  strength?: number
  numericOrdering?: boolean
  alternate?: string
  maxVariable?: string
  backwards?: boolean
  normalization?: boolean
}

export type IndexOptions = {
  name?: string
  unique?: boolean
  /** Leaves out documents that have none of the fields. Not beside `partialFilterExpression`. */
  sparse?: boolean
  expireAfterSeconds?: number
  partialFilterExpression?: Document
  /** How texts are compared. A store that can't hold it throws `UnsupportedByStoreError`. */
  collation?: Collation
}
export type IndexDescription = {
  name: string
  keys: Sort
  unique: boolean
  sparse?: true
  expireAfterSeconds?: number
  partialFilterExpression?: Document
  collation?: Collation
}

/**
 * One collection. It need not exist to be read or written. Filters, updates and stages are MongoDB's, on an allow-list;
 * what is not on it throws `UnsupportedByStoreError`, which names it. Every method may throw `StoreUnavailableError`.
 */
export type Collection = {
  find(filter: Document, options?: FindOptions): Promise<Document[]>
  /** The same as BSON bytes, for readers who copy values without looking inside. */
  findRaw(filter: Document, options?: FindOptions): Promise<Uint8Array[]>
  findOne(filter: Document, options?: FindOptions): Promise<Document | undefined>
  /** Batches of documents, for reading more than fits in memory. A cursor that is left early is closed. */
  scan(filter: Document, options?: FindOptions & { batchSize?: number }): AsyncIterable<Document[]>
  count(filter: Document, options?: { limit?: number; maxTimeMs?: number }): Promise<number>
  estimatedCount(): Promise<number>
  /** The name of the index by which `find` would look; undefined when it would look at all documents. */
  indexFor(filter: Document, options?: Pick<FindOptions, 'sort' | 'skip' | 'limit'>): Promise<string | undefined>
  aggregate(stages: readonly Document[], options?: { maxTimeMs?: number }): Promise<Document[]>
  /** The same as BSON bytes, with every type as the stages gave it. */
  aggregateRaw(stages: readonly Document[], options?: { maxTimeMs?: number }): Promise<Uint8Array[]>

  /** @throws DuplicateKeyError. A missing `_id` becomes an ObjectId, first in the document. @returns the `_id` */
  insertOne(document: Document): Promise<unknown>
  insertMany(documents: readonly Document[], options?: { ordered?: boolean }): Promise<BulkResult>
  updateOne(filter: Document, update: Document, options?: { upsert?: boolean }): Promise<UpdateResult>
  updateMany(filter: Document, update: Document, options?: { upsert?: boolean }): Promise<UpdateResult>
  /**
   * Sets fields of single documents, each its own, where the document also fits the filter: many updates at the price of one. Each
   * document is changed as a whole or not at all. Where one is refused, nobody is told which of the others are changed; where an
   * answer was lost, all may be set twice.
   * @returns how many fitted, the last time; which they are is not told
   */
  setEach(filter: Document, sets: FieldSets): Promise<Pick<UpdateResult, 'matched' | 'modified'>>
  replaceOne(filter: Document, replacement: Document, options?: { upsert?: boolean }): Promise<UpdateResult>
  deleteOne(filter: Document): Promise<number>
  deleteMany(filter: Document): Promise<number>
  /** Atomic: no two callers get the same document out of one state. @returns undefined when nothing matched (and none was made) */
  findOneAndUpdate(filter: Document, update: Document, options?: FindAndModifyOptions): Promise<Document | undefined>
  findOneAndReplace(
    filter: Document,
    replacement: Document,
    options?: FindAndModifyOptions,
  ): Promise<Document | undefined>
  findOneAndDelete(
    filter: Document,
    options?: Pick<FindAndModifyOptions, 'sort' | 'projection'>,
  ): Promise<Document | undefined>
  bulkWrite(operations: readonly WriteOperation[], options?: { ordered?: boolean }): Promise<BulkResult>

  /** Does nothing when the same index is there. @throws DuplicateKeyError when stored documents break a unique index. @returns its name */
  createIndex(keys: Sort, options?: IndexOptions): Promise<string>
  /**
   * Does nothing but say what `createIndex` would: its answer or error.
   * @throws InvalidQueryError also for a unique index over more than 200,000 values, or with a collation
   */
  tryIndex(keys: Sort, options?: IndexOptions): Promise<string>
  dropIndex(name: string): Promise<boolean>
  listIndexes(): Promise<IndexDescription[]>
}

/** What may be used inside a transaction: collections, reads included. */
export type StoreTransaction = { collection(namespace: Namespace): Collection }

/**
 * The document store. An acknowledged write survives SIGKILL of every process of ours.
 * Adapters: `sqlite` (embedded), `mongodb`. Both pass `@sluice/store/conformance`.
 */
export type Store = {
  collection(namespace: Namespace): Collection
  /**
   * All or nothing; serialisable against other transactions that write a common document. `work` may run again after
   * a conflict, so it has no other effects. Use only the collections of `transaction` in it. Ended after 5 s.
   * @throws StoreConflictError when it met conflicts all that time
   */
  transaction<T>(work: (transaction: StoreTransaction) => Promise<T>): Promise<T>
  /** The store's clock. */
  now(): Promise<Date>
  /** @returns whether it was made now. @throws DatabaseNameTakenError beside a database that differs in case alone */
  createCollection(namespace: Namespace): Promise<boolean>
  dropCollection(namespace: Namespace): Promise<boolean>
  /** Names without the database, sorted. */
  listCollections(db: string): Promise<string[]>
  listDatabases(): Promise<string[]>
  close(): Promise<void>
}
