import {
  DuplicateKeyError,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { AppLimits } from '../../domain/model/app-model.ts'
import { badInput } from '../../domain/model/hole-values.ts'

const coded = (message: string, code: string): GraphQLError => new GraphQLError(message, { extensions: { code } })

const NOTHING = 'Nothing was written.'

/**
 * Tells of a conflict. It does not say which value it is: the caller may not be allowed to see it.
 * @param done what was written before it
 */
export const conflict = (done = NOTHING): GraphQLError =>
  coded(`A value that has to be unique is taken. ${done}`, 'CONFLICT')

export const changedMeanwhile = (tries: number): GraphQLError =>
  coded(`Others changed it at the same time, ${tries} times over. Send the mutation again.`, 'CONFLICT')

export const noMatch = (): GraphQLError => coded(`There is no such document. ${NOTHING}`, 'NOT_FOUND')

/** @param done what was written before the time was over */
export const timedOut = ({ timeoutMs }: AppLimits, done = NOTHING): GraphQLError =>
  coded(`The mutation took longer than ${timeoutMs} ms. ${done}`, 'TIMEOUT')

/**
 * What a failed write says to the caller; undefined for what nobody expects. Texts of the store stay inside: they can
 * hold values of documents. @param done what was written before it, where that is not nothing
 */
export function writeFault(error: unknown, limits: AppLimits, done?: string): GraphQLError | undefined {
  if (error instanceof GraphQLError) return error
  if (error instanceof DuplicateKeyError) return conflict(done)
  if (error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError)
    return badInput(`${DOES_NOT_FIT} ${done ?? NOTHING}`)
  const unknown = done ? `${UNKNOWN_OUTCOME} ${done}` : UNKNOWN_OUTCOME
  // The store may have given the answer up, and not the write.
  if (error instanceof StoreTimeoutError) return timedOut(limits, unknown)
  if (error instanceof StoreUnavailableError) {
    return coded(`The store can not be reached at the moment. ${unknown}`, 'UNAVAILABLE')
  }
  return undefined
}

const DOES_NOT_FIT =
  'The stored document does not take this change: an operator meets a value of another type, two operators meet in one field, or the _id would change.'
const UNKNOWN_OUTCOME = 'It is not known whether the change was made: read before you send it again.'
