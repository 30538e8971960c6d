import type { DocumentSchema } from '@sluice/documents'
import type { Occasion } from '@sluice/service-kit'
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

/** @returns whether this is the password of an encoded hash (argon2id); no hash of another kind is verified */
export type VerifyPassword = (hash: string, password: string) => Promise<boolean>

/** A pipeline that is kept under a name. */
export type Aggregation = { uri: string; stages: readonly Document[] }

/** What is kept about a collection. Pipelines and the schema are held as text: no field name of theirs is one of a document. */
export type CollectionProperties = {
  description?: string
  /** Canonical Extended JSON of a list of `{type, uri, stages}`. */
  aggrs?: string
  /** JSON. */
  jsonSchema?: string
}

/** `etag` is a version: nobody removes or changes what is not what he takes it for. */
export type CollectionMeta = CollectionProperties & { etag: unknown }

/** What of a collection's properties requests need, ready to use. */
export type CollectionRules = { aggregations: ReadonlyMap<string, Aggregation>; schema: DocumentSchema | undefined }

export type CollectionMetas = {
  /** Made at the first question. */
  read(namespace: Namespace): Promise<CollectionMeta>
  /**
   * Sets these properties, and takes off those that are undefined.
   * @param condition on `_etag`
   * @returns what it is now, or undefined where the condition does not hold
   */
  change(
    namespace: Namespace,
    properties: CollectionProperties,
    condition: Document,
  ): Promise<CollectionMeta | undefined>
  /** @returns whether it had a version that meets the condition, and has none now */
  remove(namespace: Namespace, condition: Document): Promise<boolean>
  /** A change by another process may take 2 s to be in force. */
  rulesOf(namespace: Namespace): Promise<CollectionRules>
}

/** Ends all keys of somebody who is not there any more, so that nobody who gets the name gets them. */
export type EndKeysOf = (user: string, occasion: Occasion) => Promise<void>
