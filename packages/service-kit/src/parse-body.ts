import { type FieldError, type Refusal, refuse } from '@sluice/contracts'
import type { z } from 'zod'
import { findJsonFault } from './find-json-fault.ts'
import { ProblemError } from './problem-error.ts'

/** Zod's findings as field errors; unknown fields are named by their own path. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap(issue => {
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message: issue.message }]
    return issue.keys.map(key => ({ path: [...path, key].join('.'), message: 'This field is not known here.' }))
  })
}

/** @throws ProblemError `MALFORMED_JSON` with line and column; an empty body is one too */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new ProblemError(malformedJson(text))
  }
}

/** @throws ProblemError `MALFORMED_JSON` or `VALIDATION_FAILED` with a field error for every fault */
export function parseBody<T>(schema: z.ZodType<T>, request: { rawBody: Uint8Array }): T {
  const parsed = schema.safeParse(parseJson(request.rawBody))
  if (parsed.success) return parsed.data
  const errors = fieldErrors(parsed.error)
  throw new ProblemError(refuse('VALIDATION_FAILED', nameFaults(errors), errors))
}

/** All faults in one sentence each, for the `detail` of a problem. */
export const nameFaults = (errors: readonly FieldError[]): string =>
  errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ')

/** Bytes that are not UTF-8 are refused: replacing them would store something else than what was sent. */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ProblemError(refuse('MALFORMED_JSON', 'The body is not valid UTF-8, so it is no JSON document.'))
  }
}

function malformedJson(text: string): Refusal {
  if (text.trim() === '') return refuse('MALFORMED_JSON', 'The body is empty; send a JSON document.')
  const position = findJsonFault(text) ?? text.length
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = position - before.lastIndexOf('\n')
  const message = `The body stops being JSON at line ${line}, column ${column}.`
  return refuse('MALFORMED_JSON', message, [{ path: '', message, line, column }])
}
