import type { BsonInput, JsonOutput } from '@sluice/documents'

/**
 * What is the same for two values exactly when MongoDB's equality holds between them. Texts begin with `s`, so that none is
 * taken for the bytes of something else.
 */
export type JoinKeyValue = string | number | boolean

/** The values that a join is about, by their keys; a value's number is its place in both. */
export type JoinValues = { numbers: Map<JoinKeyValue, number>; values: unknown[] }

/** The writing of the documents of one query: the bytes that are read, and what was written of them. */
export type FlatWriting = BsonInput & {
  output: JsonOutput
  /** Places in the output where what a join finds is put in, in their order. */
  holes: JoinHole[]
  /** By the number of the join. */
  questions: readonly JoinValues[]
}

/** `value`: the number of the value that the join is about. */
export type JoinHole = { at: number; join: number; value: number; isList: boolean; isNonNull: boolean }
