import type { JsonOutput } from '@sluice/documents'
import type { FlatObject } from './flat-plan.ts'
import type { FlatInput } from './walk-document.ts'

/** The writing of one answer: the bytes that are read, and what was written. */
export type FlatWriting = FlatInput & {
  output: JsonOutput
  /** The cells of all documents, which the input's are but inside of an object below one. */
  walked: Int32Array
  /** The number of the value that each join is about, in the order in which the joins are written. */
  asked: readonly number[]
  /** The join that is written next, as a place in `asked`. */
  next: number
  /** What each join has found, by its number. */
  found: readonly JoinedDocuments[]
}

/** What a join has found. `ofValue`: by the number of the value that it is about. */
export type JoinedDocuments = { object: FlatObject; ofValue: readonly (readonly JoinedDocument[] | undefined)[] }

/**
 * A document that a join has found. It is written for the first parent that it stands in, and copied for the others.
 * `base`: of its cells. `firstAsked`: the place in `asked` of the first join inside it. `start`, `end`: where it was written
 * in the output.
 */
export type JoinedDocument = { bytes: Buffer; base: number; firstAsked: number; start: number; end: number }
