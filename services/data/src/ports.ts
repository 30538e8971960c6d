import type { Document, Namespace } from '@sluice/store'

/** Which collections there are. */
export type Catalog = {
  /** A collection that another process has just removed may count for 2 s more. */
  has(namespace: Namespace): Promise<boolean>
  /** The collections of this database have changed. */
  forget(db: string): void
}

/** @returns the encoded hash of a password (argon2id) */
export type HashPassword = (password: string) => Promise<string>

/** A version for each collection, so that nobody removes one that is not what he takes it for. */
export type CollectionEtags = {
  /** Made at the first question. @returns a document with `_id` (the name) and `_etag` */
  read(namespace: Namespace): Promise<Document>
  /** @returns whether it had a version that meets the condition, and has none now */
  remove(namespace: Namespace, condition: Document): Promise<boolean>
}
