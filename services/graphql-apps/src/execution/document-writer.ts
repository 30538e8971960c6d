import type { DocumentSchema } from '@sluice/documents'
import type { Collection, Namespace } from '@sluice/store'

/** A collection that mutations write. */
export type WritableCollection = {
  documents: Pick<
    Collection,
    | 'findRaw'
    | 'insertOne'
    | 'insertMany'
    | 'updateMany'
    | 'replaceOne'
    | 'deleteMany'
    | 'findOneAndUpdate'
    | 'findOneAndReplace'
    | 'findOneAndDelete'
  >
  /** What each document has to fit, where the owner gave the collection a JSON Schema. */
  schema: DocumentSchema | undefined
}

/** Opens collections for writing. Failures come as the errors of the store port. */
export type DocumentWriter = (namespace: Namespace) => Promise<WritableCollection>
