import { unwrapResolverError } from '@apollo/server/errors'
import type { Logger } from '@sluice/service-kit'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'

const BROKEN = 'Something broke on our side. The log of the service has it.'

/** Apollo's codes as ours; an error that nobody wrote for the caller says nothing of itself and is logged. */
export function formatError(
  formatted: GraphQLFormattedError,
  { error, logger }: { error: unknown; logger: Logger },
): GraphQLFormattedError {
  const original = unwrapResolverError(error)
  if (!(original instanceof GraphQLError)) {
    logger.error({ err: original }, 'query.failed')
    return { ...formatted, message: BROKEN, extensions: { code: 'INTERNAL' } }
  }
  const code = codeOf(formatted.extensions?.code)
  return { ...formatted, extensions: { ...formatted.extensions, code, ...classificationOf(code) } }
}

const CLASSIFICATIONS: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'InvalidSyntax',
  GRAPHQL_VALIDATION_FAILED: 'ValidationError',
  BAD_USER_INPUT: 'ValidationError',
}

/** The kind of an error as graphql-java names it, for clients that look at that. */
export function classificationOf(code: unknown): { classification?: string } {
  const classification = CLASSIFICATIONS[String(code)]
  return classification === undefined ? {} : { classification }
}

function codeOf(code: unknown): unknown {
  if (code === 'INTERNAL_SERVER_ERROR') return 'INTERNAL'
  return code === 'BAD_REQUEST' ? 'BAD_USER_INPUT' : code
}
