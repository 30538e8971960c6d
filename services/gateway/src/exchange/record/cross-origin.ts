import type { RequestHeaders } from '../../domain/request-headers.ts'
import type { LocalAnswer } from './answer.ts'

/** Browsers of other origins: off unless configured, never with credentials. */
export type CrossOrigin = {
  /** For any answer, names and values in turn. */
  headers(origin: string | undefined): readonly string[]
  /** What a preflight is told besides. */
  preflightHeaders(origin: string | undefined, askedHeaders: string | undefined): readonly string[]
}

const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const EXPOSED = 'ETag, Idempotent-Replayed, Location, Retry-After, X-Count-Strategy, X-Request-Id, X-Total-Count'
const DEFAULT_HEADERS = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match'
const PREFLIGHT_SECONDS = '600'
const NONE: readonly string[] = []

export function createCrossOrigin(origins: readonly string[]): CrossOrigin {
  const allowsAll = origins.includes('*')
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && (allowsAll || origins.includes(origin))

  function headers(origin: string | undefined): readonly string[] {
    if (origins.length === 0) return NONE
    if (!isAllowed(origin)) return allowsAll ? NONE : ['vary', 'Origin']
    const allowed = ['access-control-allow-origin', allowsAll ? '*' : origin, 'access-control-expose-headers', EXPOSED]
    return allowsAll ? allowed : [...allowed, 'vary', 'Origin']
  }

  return {
    headers,
    preflightHeaders(origin, askedHeaders) {
      if (!isAllowed(origin)) return NONE
      return [
        'access-control-allow-methods',
        ALLOWED_METHODS,
        'access-control-allow-headers',
        askedHeaders ?? DEFAULT_HEADERS,
        'access-control-max-age',
        PREFLIGHT_SECONDS,
      ]
    },
  }
}

/** Any OPTIONS request is answered here, before anyone signs in. */
export function preflight(crossOrigin: CrossOrigin, headers: RequestHeaders): LocalAnswer {
  const asked = headers.get('access-control-request-headers')
  const flat = crossOrigin.preflightHeaders(headers.get('origin'), asked)
  const list: LocalAnswer['headers'] = [['allow', ALLOWED_METHODS]]
  for (let at = 0; at + 1 < flat.length; at += 2) list.push([flat[at] ?? '', flat[at + 1] ?? ''])
  return { statusCode: 204, headers: list, body: NO_BYTES }
}

const NO_BYTES = Buffer.alloc(0)
