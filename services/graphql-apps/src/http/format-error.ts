import { unwrapResolverError } from '@apollo/server/errors'
import type { Logger } from '@sluice/service-kit'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { classificationOf } from './classification.ts'

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

function codeOf(code: unknown): unknown {
  if (code === 'INTERNAL_SERVER_ERROR') return 'INTERNAL'
  return code === 'BAD_REQUEST' ? 'BAD_USER_INPUT' : code
}
