import { fieldErrors, refuseFields } from '@sluice/contracts'
import { z } from 'zod'
import { ProblemError } from './problem-error.ts'

/**
 * Reads query parameters; unknown ones are ignored. One that the schema has a list for may be sent several times.
 * @throws ProblemError `BAD_QUERY` with an error for every parameter at fault
 */
export function parseQuery<T>(schema: z.ZodType<T>, query: URLSearchParams): T {
  const shape = schema instanceof z.ZodObject ? schema.shape : {}
  const names = [...new Set(query.keys())]
  const lists = new Set(names.filter(name => Object.hasOwn(shape, name) && isList(shape[name])))
  const repeated = names.filter(name => !lists.has(name) && query.getAll(name).length > 1)
  const errors = repeated.map(path => ({ path, message: 'Send this parameter once.' }))
  if (errors.length > 0) throw new ProblemError(refuseFields(errors, 'BAD_QUERY'))
  const values = names.map((name): [string, unknown] => [name, lists.has(name) ? query.getAll(name) : query.get(name)])
  const parsed = schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return parsed.data
  const faults = fieldErrors(parsed.error).map(fault => ({ ...fault, path: parameterOf(fault.path, lists) }))
  throw new ProblemError(refuseFields(faults, 'BAD_QUERY'))
}

/** A fault in a place of a list is one of its parameter. */
function parameterOf(path: string, lists: ReadonlySet<string>): string {
  const [name = ''] = path.split('.', 1)
  return lists.has(name) ? name : path
}

function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isList(schema.unwrap())
  return schema instanceof z.ZodArray
}

const isoText = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
const digits = z.string().regex(/^\d{1,15}$/)
const NO_INSTANT =
  'must be an ISO 8601 date (2026-11-22), date with time and zone (2026-11-22T10:00:00Z), or epoch milliseconds'
const LAST_INSTANT = 8.64e15

/** An instant in a query: ISO 8601 or epoch ms. @returns epoch ms */
export const instantQuery = z
  .union([digits.transform(Number), isoText.transform(text => Date.parse(text))], { error: NO_INSTANT })
  .meta({ id: 'Instant' })

/** An instant in a body: ISO 8601 or epoch ms. @returns epoch ms */
export const instantField = z
  .union([z.int().min(0).max(LAST_INSTANT), instantQuery], { error: NO_INSTANT })
  .meta({ id: 'InstantValue' })
