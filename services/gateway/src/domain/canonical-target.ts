import { findPathFault, type Refusal, refuse } from '@sluice/contracts'

/** The target of a request, in the one form that the ACL, routing, conditions, events and services see. */
export type CanonicalTarget = {
  kind: 'target'
  /** Decoded; begins with a slash, has no doubled or trailing one. */
  path: string
  /** Decoded; none for the root. */
  segments: readonly string[]
  /** The query as it was sent, without the question mark. */
  query: string
  /** Path encoded anew, once, and the query: what a service is asked for. */
  encoded: string
}

const PLAIN_PATH = /^\/[\w\-/~]*$/
/** It is the same in all its forms. */
const CANONICAL_PATH = /^(?:\/[\w\-~]+)+$/
const ENCODED_SEPARATOR = /%(?:2f|5c|00)/i
const NOT_VISIBLE = /[^\x21-\x7e]/g

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads the target of a request line (docs/reference/data-api.md#paths): decoded once, dot segments resolved, slashes
 * collapsed. What could be read in two ways is refused, never guessed.
 */
export function canonicalTarget(text: string): CanonicalTarget | Refusal {
  const queryAt = text.indexOf('?')
  const rawPath = queryAt === -1 ? text : text.slice(0, queryAt)
  const query = queryAt === -1 ? '' : text.slice(queryAt + 1).replace(NOT_VISIBLE, encodeByte)
  if (CANONICAL_PATH.test(rawPath))
    return toTarget(rawPath, rawPath.slice(1).split('/'), { query, encodedPath: rawPath })
  if (!rawPath.startsWith('/')) return badPath('The request target must be a path that begins with a slash.')
  const path = PLAIN_PATH.test(rawPath) ? rawPath : decodePath(rawPath)
  if (typeof path !== 'string') return path
  const segments = resolveSegments(path)
  const encodedPath = `/${segments.map(encodeSegment).join('/')}`
  return toTarget(`/${segments.join('/')}`, segments, { query, encodedPath })
}

const toTarget = (
  path: string,
  segments: readonly string[],
  { query, encodedPath }: { query: string; encodedPath: string },
): CanonicalTarget => ({
  kind: 'target',
  path,
  segments,
  query,
  encoded: query === '' ? encodedPath : `${encodedPath}?${query}`,
})

function decodePath(raw: string): string | Refusal {
  if (ENCODED_SEPARATOR.test(raw)) return badPath('An encoded slash, backslash or NUL can not stand in a path.')
  if (raw.includes('#')) return badPath('A "#" in a path must be written as %23.')
  const decoded = percentDecode(raw)
  if (decoded === undefined) return badPath('The path is not valid percent-encoded UTF-8.')
  const fault = findPathFault(decoded)
  return fault === undefined ? decoded : badPath(fault)
}

/** Percent-decoding over bytes: what is not ASCII may come raw too, as UTF-8. */
function percentDecode(raw: string): string | undefined {
  const bytes = new Uint8Array(raw.length)
  let length = 0
  for (let at = 0; at < raw.length; at += 1) {
    const isEscape = raw[at] === '%'
    const byte = isEscape ? hexByte(raw.slice(at + 1, at + 3)) : raw.charCodeAt(at)
    if (byte === undefined || byte > 255) return undefined
    bytes[length] = byte
    length += 1
    if (isEscape) at += 2
  }
  try {
    return utf8.decode(bytes.subarray(0, length))
  } catch {
    return undefined
  }
}

const hexByte = (digits: string) => (/^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined)

function resolveSegments(path: string): string[] {
  const resolved: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') resolved.pop()
    else resolved.push(segment)
  }
  return resolved
}

const encodeSegment = (segment: string) => (/^[\w\-~.]*$/.test(segment) ? segment : encodeURIComponent(segment))
const encodeByte = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
const badPath = (detail: string) => refuse('BAD_PATH', detail)
