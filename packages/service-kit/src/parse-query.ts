import { fieldErrors, refuseFields } from '@sluice/contracts'
import { z } from 'zod'
import { ProblemError } from './problem-error.ts'

/** Reads query parameters; unknown ones are ignored. @throws ProblemError `BAD_QUERY` with an error for every parameter at fault */
export function parseQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  const repeated = [...new Set(query.keys())].filter(name => query.getAll(name).length > 1)
  const errors = repeated.map(path => ({ path, message: 'Send this parameter once.' }))
  if (errors.length > 0) throw new ProblemError(refuseFields(errors, 'BAD_QUERY'))
  const parsed = schema.safeParse(Object.fromEntries(query))
  if (parsed.success) return parsed.data
  throw new ProblemError(refuseFields(fieldErrors(parsed.error), 'BAD_QUERY'))
}

/** An instant in a query: ISO 8601 or epoch ms. @returns epoch ms */
export const instantQuery = z
  .string()
  .transform(text => (/^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)))
  .pipe(z.number().min(0).max(8.64e15, { error: 'must be an ISO 8601 date or epoch milliseconds' }))
