import type { DocumentSchema } from '@sluice/documents'
import type { Document, Namespace } from '@sluice/store'

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

/** The properties of collections, with what may be done to them. */
type KeptMetas = {
  /** Undefined until it is made. */
  find(namespace: Namespace): Promise<CollectionMeta | undefined>
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
}

export type CollectionMetas = KeptMetas & {
  /** Answers the same and writes nothing. */
  trial: KeptMetas
  /** A change by another process may take 2 s to be in force. */
  rulesOf(namespace: Namespace): Promise<CollectionRules>
}
