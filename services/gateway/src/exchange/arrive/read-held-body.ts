import { type ParsedJson, parseJson, type Refusal, refuse } from '@sluice/contracts'
import { parseDocumentJson } from '@sluice/documents'
import type { BodyForm } from '../../domain/body-form.ts'
import type { RequestHeaders } from '../../domain/request-headers.ts'

/**
 * What permissions see of a body: what the service behind would act upon. A body that can't be read is refused, as the
 * permission that asks for it could not be judged.
 * @returns undefined as the value of an empty body: there is none
 */
export function readHeldBody(bytes: Uint8Array, form: BodyForm, headers: RequestHeaders): ParsedJson {
  if (bytes.length === 0) return { kind: 'parsed', value: undefined }
  const encoding = headers.getAll('content-encoding').find(coding => coding.toLowerCase() !== 'identity')
  if (encoding !== undefined) return refuseCoding()
  const read = form === 'document' ? parseDocumentJson(bytes) : parseJson(bytes)
  return read.kind === 'refuse' && read.code === 'MALFORMED_JSON' ? (refuseMediaType(headers) ?? read) : read
}

const refuseCoding = (): Refusal =>
  refuse(
    'UNSUPPORTED_MEDIA_TYPE',
    'A permission looks into the body of this request. Send it without Content-Encoding.',
  )

/** What was not meant to be JSON is told so, and not where it stops being JSON. */
function refuseMediaType(headers: RequestHeaders): Refusal | undefined {
  const mediaType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (!mediaType || /[/+]json$/.test(mediaType)) return undefined
  return refuse(
    'UNSUPPORTED_MEDIA_TYPE',
    'A permission looks into the body of this request, which has to be JSON for that. Send Content-Type: application/json.',
  )
}
