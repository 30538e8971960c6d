import type { Document } from '@sluice/store'
import { GraphQLError } from 'graphql'
import { createFill } from '../bind/bind-filter.ts'
import { describeHole, readHole, unlessMissing } from '../bind/read-hole.ts'
import type { FillClause } from '../model/filter-template.ts'
import type { Hole, HoleCaller } from '../model/hole.ts'

/** What fills the holes of one field of a mutation. */
export type Arguments = {
  /** `Mutation.field`, for errors. */
  name: string
  /** Coerced by the rules of graphql-js. */
  values: Document
  caller: HoleCaller
}

/**
 * The value of any hole, or `ABSENT`; a field of a mutation has no parent document.
 * @throws GraphQLError for what is not known of the caller: nothing is written in the name of nobody
 */
export function readArgument(hole: Hole, { name, values, caller }: Arguments): unknown {
  const filling = { values, caller, variables: {}, documentOf: () => undefined }
  const value = unlessMissing(() => readHole(hole, filling, undefined))
  if (value !== undefined) return value
  const [code, then] = caller.user ? ['FORBIDDEN', 'Your user does not have it.'] : ['UNAUTHENTICATED', 'Sign in.']
  throw new GraphQLError(`${describeHole(hole)} of ${name} is needed. ${then}`, { extensions: { code } })
}

/** Fills filters by the rules of a query. */
export const filterFill = (given: Arguments): FillClause => createFill(given.name, hole => readArgument(hole, given))
