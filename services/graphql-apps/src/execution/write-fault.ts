import { DuplicateKeyError, InvalidQueryError, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { AppLimits } from '../domain/app-model.ts'
import { badInput } from '../domain/hole-values.ts'

const coded = (message: string, code: string): GraphQLError => new GraphQLError(message, { extensions: { code } })

/** Which value it is stays unsaid: the caller may not be allowed to see it. */
export const conflict = (before = ''): GraphQLError =>
  coded(`A value that has to be unique is taken. ${before || 'Nothing was written.'}`, 'CONFLICT')

export const changedMeanwhile = (tries: number): GraphQLError =>
  coded(`Others changed it at the same time, ${tries} times over. Send the mutation again.`, 'CONFLICT')

export const noMatch = (): GraphQLError => coded('There is no such document. Nothing was written.', 'NOT_FOUND')

/** @param done what was written before the time was over */
export const timedOut = ({ timeoutMs }: AppLimits, done: string): GraphQLError =>
  coded(`The mutation took longer than ${timeoutMs} ms. ${done}`, 'TIMEOUT')

/**
 * What a failed write says to the caller; undefined for what nobody expects. Texts of the store stay inside: they can
 * hold values of documents.
 */
export function writeFault(error: unknown, limits: AppLimits): GraphQLError | undefined {
  if (error instanceof GraphQLError) return error
  if (error instanceof DuplicateKeyError) return conflict()
  if (error instanceof InvalidQueryError) {
    return badInput(
      'The stored document does not take this change: an operator meets a value of another type, two operators meet in one field, or the _id would change.',
    )
  }
  if (error instanceof StoreTimeoutError) return timedOut(limits, 'Nothing was written.')
  if (error instanceof StoreUnavailableError) {
    return coded(
      'The store can not be reached at the moment. It is not known whether the change was made.',
      'UNAVAILABLE',
    )
  }
  return undefined
}
