import type { Document } from '../../port.ts'

/** Turns a list of documents into another one. */
export type PipelineStage = (documents: Document[]) => Document[]

/** The reader of the documents that stages need of other collections. */
export type PipelineSource = { read: (collection: string, filter: Document) => Generator<void, Document[]> }

/** A stage that may read; a `yield` is a place where other work may run. */
export type PipelineStep = (documents: Document[], source: PipelineSource) => Generator<void, Document[]>

/** A compiled list of stages. */
export type Pipeline = {
  apply: PipelineStep
  /** From all documents of a collection; a `$match` in front becomes the filter of the read. */
  read: (collection: string, source: PipelineSource) => Generator<void, Document[]>
}
