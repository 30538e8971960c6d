import type { Document } from '../../port.ts'

/** Turns a list of documents into another one. */
export type Stage = (documents: Document[]) => Document[]

/** Where stages read that need documents of other collections. */
export type Source = { read: (collection: string, filter: Document) => Generator<void, Document[]> }

/** A stage that may read; a `yield` is a place where other work may run. */
export type Step = (documents: Document[], source: Source) => Generator<void, Document[]>

/** A compiled list of stages. */
export type Pipeline = {
  apply: Step
  /** From all documents of a collection; a `$match` in front becomes the filter of the read. */
  read: (collection: string, source: Source) => Generator<void, Document[]>
}
