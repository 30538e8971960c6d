import { fieldErrors, parseJson as readJson, refuseFields } from '@sluice/contracts'
import type { z } from 'zod'
import { ProblemError } from './problem-error.ts'

/** @throws ProblemError `MALFORMED_JSON` with line and column, an empty body is one too; `VALIDATION_FAILED` with the path of a text that is no Unicode */
export function parseJson(bytes: Uint8Array): unknown {
  const read = readJson(bytes)
  if (read.kind === 'refuse') throw new ProblemError(read)
  return read.value
}

/** @throws ProblemError as `parseJson`, or `VALIDATION_FAILED` with a field error for every fault */
export function parseBody<T>(schema: z.ZodType<T>, request: { rawBody: Uint8Array }): T {
  const parsed = schema.safeParse(parseJson(request.rawBody))
  if (parsed.success) return parsed.data
  throw new ProblemError(refuseFields(fieldErrors(parsed.error)))
}
