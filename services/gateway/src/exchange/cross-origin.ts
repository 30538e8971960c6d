/** Browsers of other origins (design: http-shapes, `CORS_ORIGINS`): off unless configured, never with credentials. */
export type CrossOrigin = {
  /** For any answer, names and values in turn. */
  headers(origin: string | undefined): readonly string[]
  /** What a preflight is told besides. */
  preflightHeaders(origin: string | undefined, askedHeaders: string | undefined): readonly string[]
}

export const ALLOWED_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const EXPOSED = 'ETag, Location, Retry-After, X-Request-Id, X-Total-Count'
const DEFAULT_HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match'
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
