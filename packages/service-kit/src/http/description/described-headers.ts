type Header = { description: string; schema: { type: 'string' | 'integer'; [keyword: string]: unknown } }

const text = (description: string): Header => ({ description, schema: { type: 'string' } })

/** Headers that a route may read. `Accept` and `Content-Type` are said by the media types (OpenAPI ignores them here). */
export const requestHeaders = {
  'Idempotency-Key': text(
    'A string in quotes, new for each request: sent again with it within 24 hours, it is not carried out again, and answered as the first time.',
  ),
  'If-Match': text('Only when this is still the ETag; else 412.'),
  'Last-Event-ID': text('The last message that was read of a stream; what came after it is sent first.'),
  'If-None-Match': text(
    'Of a GET: 304 without a body when this is still the ETag. Of a write: `*`, only when there is none yet; else 412.',
  ),
} as const satisfies Record<string, Header>
export type RequestHeader = keyof typeof requestHeaders

/** Headers that a successful answer may have, besides `X-Request-Id`. */
export const answerHeaders = {
  'Idempotent-Replayed': text('`true`: nothing was done; this is the first answer.'),
  ETag: text('The version, for If-Match and If-None-Match.'),
  Location: text('Where it is found from now on.'),
  'X-Total-Count': { description: 'How many there are on all pages.', schema: { type: 'integer', minimum: 0 } },
} as const satisfies Record<string, Header>
export type AnswerHeader = keyof typeof answerHeaders

export const requestIdHeader: Header = {
  description: 'The id of this request, in the log too.',
  schema: { type: 'string', format: 'uuid' },
}
export const retryAfterHeader: Header = {
  description: 'Seconds to wait before the same request is sent again.',
  schema: { type: 'integer', minimum: 0 },
}
