import { type ParsedJson, type Refusal, readJsonText, refuse } from '@sluice/contracts'
import { isDocument, parseDocumentJson } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'

/** The body of a write. Forms that a browser sends on its own from foreign pages are not taken. */
export function readBody(request: ServiceRequest): ParsedJson {
  return findOtherForm(request) ?? parseDocumentJson(request.rawBody)
}

function findOtherForm({ header }: ServiceRequest): Refusal | undefined {
  const mediaType = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const isJson = !mediaType || /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType)
  return isJson ? undefined : notJson(mediaType)
}

const notJson = (mediaType: string): Refusal =>
  refuse('UNSUPPORTED_MEDIA_TYPE', `Documents are JSON, not ${mediaType}. Send Content-Type: application/json.`)

const MAX_LEVELS = 60

/**
 * A body in which `{"$date": …}` and its like are plain objects, as a JSON Schema holds them; under the given fields
 * numbers are Extended JSON, so that none loses its type or a digit.
 */
export function readPlainBody(request: ServiceRequest, exactFields: readonly string[]): ParsedJson {
  const read = findOtherForm(request) ?? readJsonText(request.rawBody)
  if (read.kind === 'refuse') return read
  const { text, value: plain } = read
  if (isDeeper(plain, MAX_LEVELS)) return refuse('VALIDATION_FAILED', `It may be ${MAX_LEVELS} levels deep at most.`)
  if (!isDocument(plain)) return { kind: 'parsed', value: plain }
  const exact: unknown = JSON.parse(text, keepNumber)
  const kept = isDocument(exact) ? Object.entries(exact).filter(([name]) => exactFields.includes(name)) : []
  return { kind: 'parsed', value: { ...plain, ...Object.fromEntries(kept) } }
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some(inner => isDeeper(inner, left - 1))
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  if (typeof value !== 'number' || source === undefined) return value
  if (/[.eE]/.test(source)) return { $numberDouble: source }
  return Number.isSafeInteger(value) ? value : { $numberLong: source }
}
