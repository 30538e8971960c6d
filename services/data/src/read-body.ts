import { type Refusal, refuse } from '@sluice/contracts'
import { type ParsedJson, parseDocumentJson } from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'

/** The body of a write. Forms that a browser sends on its own from foreign pages are not taken. */
export function readBody({ header, rawBody }: ServiceRequest): ParsedJson {
  const mediaType = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType && !/^application\/(?:[\w.+-]+\+)?json$/.test(mediaType)) return notJson(mediaType)
  return parseDocumentJson(rawBody)
}

const notJson = (mediaType: string): Refusal =>
  refuse('UNSUPPORTED_MEDIA_TYPE', `Documents are JSON, not ${mediaType}. Send Content-Type: application/json.`)
