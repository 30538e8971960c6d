import { type FieldError, refuse } from '@sluice/contracts'
import type { z } from 'zod'
import { fieldErrors, nameFaults } from './parse-body.ts'
import { ProblemError } from './problem-error.ts'

/** Reads query parameters; unknown ones are ignored. @throws ProblemError `BAD_QUERY` with an error for every parameter at fault */
export function parseQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  const repeated = [...new Set(query.keys())].filter(name => query.getAll(name).length > 1)
  if (repeated.length > 0) throw badQuery(repeated.map(path => ({ path, message: 'Send this parameter once.' })))
  const parsed = schema.safeParse(Object.fromEntries(query))
  if (parsed.success) return parsed.data
  throw badQuery(fieldErrors(parsed.error))
}

const badQuery = (errors: FieldError[]) => new ProblemError(refuse('BAD_QUERY', nameFaults(errors), errors))
