import type { Document } from '@sluice/store'
import { createFill, readHole } from '../bind-query.ts'
import type { Fill } from '../filter-template.ts'
import type { Hole } from '../hole.ts'

/** What fills the holes of one field of a mutation. */
export type Arguments = {
  /** `Mutation.field`, for errors. */
  name: string
  /** Coerced by the rules of graphql-js. */
  values: Document
}

/** The value of any hole, or `ABSENT`; a field of a mutation has no parent document. */
export const readArgument = (hole: Hole, { values }: Arguments): unknown => readHole(hole, values, undefined)

/** Fills filters by the rules of a query. */
export const filterFill = (given: Arguments): Fill => createFill(given, given.values, undefined)
