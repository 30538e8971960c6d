import { z } from 'zod'
import { type ErrorCode, type FieldError, type Refusal, refuse } from './errors.ts'
import './wording.ts'

/** A fault of one field, as answers tell it; of a text with its place, counted from 1. */
export const fieldError = z
  .object({ path: z.string(), message: z.string(), line: z.int().optional(), column: z.int().optional() })
  .meta({ id: 'FieldError' })

/** More faults than these help nobody; the detail says how many there are. */
const MAX_ERRORS = 50
/** A name that a client made up is shown up to here. */
const MAX_NAME = 100

/**
 * What a schema found, one error for each field at fault: a dotted path and a sentence that says what is expected. A
 * field that is not known is named itself, not the object around it.
 */
export function fieldErrors({ issues }: { issues: readonly z.core.$ZodIssue[] }): FieldError[] {
  return issues.flatMap(issue => {
    const path = issue.path.map(segment => shorten(String(segment)))
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
    return issue.keys.map(key => unknownField(path, shorten(key), issue.message))
  })
}

/** Turns a request down because of its fields; every message stands in the detail too, as far as there is room. */
export function refuseFields(errors: readonly FieldError[], code: ErrorCode = 'VALIDATION_FAILED'): Refusal {
  const shown = errors.slice(0, MAX_ERRORS)
  const left = errors.length - shown.length
  const sentences = shown.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (left > 0) sentences.push(`And ${left} more.`)
  return refuse(code, sentences.join(' '), shown)
}

function unknownField(path: readonly string[], key: string, help: string): FieldError {
  const place = path.length > 0 ? ` in ${path.join('.')}` : ''
  return { path: [...path, key].join('.'), message: `There is no field "${key}"${place}. ${help}`.trim() }
}

const shorten = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)
