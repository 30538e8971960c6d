import { fieldErrors, type Refusal, refuse, refuseFields } from '@sluice/contracts'
import type { z } from 'zod'
import { findJsonFault } from './find-json-fault.ts'
import { ProblemError } from './problem-error.ts'

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
  throw new ProblemError(refuseFields(fieldErrors(parsed.error)))
}

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
