import { classificationOf } from './classification.ts'
import type { GraphqlMediaType } from './media-type.ts'

/** An answer of the endpoint, as text or as UTF-8; its media type is the one that was chosen for the request. */
export type GraphqlAnswer = { status: number; headers: Record<string, string>; text: string | Uint8Array }

type RequestError = { code: string; message: string; headers?: Record<string, string> }

/** A request that is turned down before anything runs, as a GraphQL answer. */
export const errorAnswer = (status: number, { code, message, headers = {} }: RequestError): GraphqlAnswer => ({
  status,
  headers,
  text: JSON.stringify({ errors: [{ message, extensions: { code, ...classificationOf(code) } }] }),
})

/** A well-formed request with errors is 400 in the new media type and 200 in the old one (GraphQL over HTTP, 6.4). */
export const statusOfRequestError = (mediaType: GraphqlMediaType): number =>
  mediaType === 'application/json' ? 200 : 400

export const RETRY_AFTER_SECONDS = '1'

/** What apps there are, or what they say, can't be known. */
export const unavailableAnswer = (): GraphqlAnswer =>
  errorAnswer(503, {
    code: 'UNAVAILABLE',
    message: 'The document store does not answer at the moment. Try again shortly.',
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  })
