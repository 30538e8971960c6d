import { type FieldError, type Refusal, refuseFields } from '@sluice/contracts'
import { didYouMean } from '@sluice/predicate'
import type { Operation, Route } from './route.ts'

/** Names in messages are cut here. */
const SHOWN_CHARACTERS = 100

/**
 * The same table, where no operation is carried out with a query parameter that it does not describe: one that is
 * misspelt would be left out of account, and a `?dryrun=true` would write. Not for services whose parameters are also
 * read by permissions of the owner's, under names of his own.
 */
export const withKnownQuery = (routes: readonly Route[]): readonly Route[] =>
  routes.map(([method, path, operation]) => [method, path, knowingItsQuery(operation)])

function knowingItsQuery(operation: Operation): Operation {
  const known = Object.keys(operation.query?.shape ?? {})
  const { errors = [] } = operation
  return {
    ...operation,
    errors: errors.includes('BAD_QUERY') ? errors : ['BAD_QUERY', ...errors],
    handle: async request => refuseUnknown(request.query, known) ?? (await operation.handle(request)),
  }
}

function refuseUnknown(query: URLSearchParams, known: readonly string[]): Refusal | undefined {
  const unknown = new Set([...query.keys()].filter(name => !known.includes(name)))
  if (unknown.size === 0) return undefined
  return refuseFields(
    [...unknown].map(name => unknownParameter(name, known)),
    'BAD_QUERY',
  )
}

function unknownParameter(name: string, known: readonly string[]): FieldError {
  const path = name.slice(0, SHOWN_CHARACTERS)
  const takes = known.length > 0 ? `This request takes ${known.join(', ')}.` : 'This request takes none.'
  return { path, message: `There is no query parameter "${path}" here${didYouMean(name, known)} ${takes}` }
}
