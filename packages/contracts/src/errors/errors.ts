/** One line of the catalogue: HTTP status, public title, whether the same request may succeed when it is sent again. */
type CatalogueEntry = { status: number; title: string; isRetriable: boolean }

const entry = (status: number, title: string, isRetriable = false): CatalogueEntry => ({ status, title, isRetriable })

/** Every error that a service answers with. The docs page is generated from it; a code that is not here can't be sent. */
export const errorCatalogue = {
  MALFORMED_JSON: entry(400, 'The body is not valid JSON'),
  VALIDATION_FAILED: entry(400, 'A field is not as it must be'),
  BAD_PATH: entry(400, 'The path is ambiguous or malformed'),
  BAD_QUERY: entry(400, 'A query parameter is not as it must be'),
  BAD_FILTER: entry(400, 'The filter, sort or projection is not allowed'),
  BAD_REQUEST: entry(400, 'The request is not valid HTTP'),
  KEY_LIFETIME_TOO_LONG: entry(400, 'The key would live longer than allowed'),
  UNAUTHENTICATED: entry(401, 'Sign in first'),
  INVALID_CREDENTIALS: entry(401, 'User name or password is wrong'),
  INVALID_KEY: entry(401, 'The API key does not work'),
  INVALID_TOKEN: entry(401, 'The token does not work'),
  FORBIDDEN: entry(403, 'Not allowed'),
  ORIGIN_NOT_ALLOWED: entry(403, 'Browsers may not ask from there'),
  FIELD_HIDDEN: entry(403, 'A hidden field can not be used'),
  GRANT_TOO_LARGE: entry(403, 'The permission data of the caller is too large'),
  KEYS_PLUGIN_DISABLED: entry(403, 'API keys are switched off'),
  KEYS_PERMISSION_MISSING: entry(403, 'No permission allows issuing keys'),
  KEY_ROLES_NOT_ALLOWED: entry(403, 'A role is not allowed for a key'),
  KEY_CANNOT_MANAGE_KEYS: entry(403, 'A key can not manage keys'),
  WEBHOOKS_PLUGIN_DISABLED: entry(403, 'Webhooks are switched off'),
  NOT_FOUND: entry(404, 'Not found'),
  METHOD_NOT_ALLOWED: entry(405, 'The method is not allowed here'),
  REQUEST_TIMEOUT: entry(408, 'The request took too long to arrive', true),
  CONFLICT: entry(409, 'The request conflicts with what is stored'),
  IF_MATCH_REQUIRED: entry(409, 'An If-Match header is required'),
  IDEMPOTENCY_KEY_IN_USE: entry(409, 'The first request with this key is under way', true),
  KEY_LIMIT_REACHED: entry(409, 'No more keys for this user'),
  KEY_CAPACITY_REACHED: entry(409, 'No more keys on this service'),
  PRECONDITION_FAILED: entry(412, 'The document was changed by someone else'),
  PAYLOAD_TOO_LARGE: entry(413, 'The body is too large'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'The media type is not supported'),
  EXPECTATION_FAILED: entry(417, 'The expectation can not be met'),
  IDEMPOTENCY_KEY_REUSED: entry(422, 'The key came with another request before'),
  RATE_LIMITED: entry(429, 'Too many requests', true),
  RESULT_TOO_LARGE: entry(413, 'The result is too large'),
  HEADERS_TOO_LARGE: entry(431, 'The headers are too large'),
  INTERNAL: entry(500, 'Something broke on our side'),
  TRANSFER_CODING_UNKNOWN: entry(501, 'The transfer coding is not known here'),
  UPSTREAM_FAILED: entry(502, 'A service behind the gateway failed', true),
  UNAVAILABLE: entry(503, 'Not available at the moment', true),
  OVERLOADED: entry(503, 'Too much to do at the moment', true),
  UPSTREAM_TIMEOUT: entry(504, 'A service behind the gateway took too long', true),
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/**
 * The place where a request is at fault: `path` is a dotted field path, `line` and `column` count from 1 inside a text.
 */
export type FieldError = { path: string; message: string; line?: number; column?: number }

/** A request that is turned down: a value that domain functions return, never an exception. */
export type Refusal = {
  kind: 'refuse'
  code: ErrorCode
  detail: string
  errors?: readonly FieldError[]
  /** For `Retry-After`, where the request may be sent again; 1 by default. */
  retryAfterSeconds?: number
}

/** @param detail what is wrong and what to do, for the person who sent the request; never a secret */
export function refuse(code: ErrorCode, detail: string, errors?: readonly FieldError[]): Refusal {
  return errors ? { kind: 'refuse', code, detail, errors } : { kind: 'refuse', code, detail }
}

/** The body of every error answer (RFC 9457), sent as `application/problem+json`. */
export type ProblemDocument = {
  type: string
  title: string
  status: number
  code: ErrorCode
  detail: string
  errors?: readonly FieldError[]
  requestId: string
}

/** Returns the anchor of a code on the page of errors. */
export const errorAnchor = (code: ErrorCode): string => code.toLowerCase().replaceAll('_', '-')

/** Builds the error body. `requestId` is the one in `X-Request-Id`. */
export function problemDocument({ code, detail, errors }: Omit<Refusal, 'kind'>, requestId: string): ProblemDocument {
  const { status, title } = errorCatalogue[code]
  const type = `/docs/errors#${errorAnchor(code)}`
  return errors?.length
    ? { type, title, status, code, detail, errors, requestId }
    : { type, title, status, code, detail, requestId }
}
