import { LRUCache } from 'lru-cache'

export type GraphqlMediaType = 'application/graphql-response+json' | 'application/json'

const RESPONSE: GraphqlMediaType = 'application/graphql-response+json'
const JSON_TYPE: GraphqlMediaType = 'application/json'

/** Headers whose reading is kept: clients send the same ones again and again. */
const MAX_KNOWN = 100
/** Nobody who sends longer ones sends them often. */
const MAX_KNOWN_CHARACTERS = 200

const chosen = new LRUCache<string, GraphqlMediaType>({ max: MAX_KNOWN })

/** The media type of the answer: `application/json` only for a client that asks for it and prefers it. */
export function chooseMediaType(accept = '*/*'): GraphqlMediaType {
  const known = chosen.get(accept)
  if (known) return known
  const type = choose(accept)
  if (accept.length <= MAX_KNOWN_CHARACTERS) chosen.set(accept, type)
  return type
}

function choose(accept: string): GraphqlMediaType {
  const ranges = accept.split(',').map(parseRange)
  return weightOf(JSON_TYPE, ranges) > weightOf(RESPONSE, ranges) ? JSON_TYPE : RESPONSE
}

type MediaRange = { type: string; weight: number }

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = parameters.find(part => part.startsWith('q='))
  const weight = quality ? Number(quality.slice(2)) : 1
  return { type, weight: Number.isFinite(weight) ? weight : 0 }
}

/** The most specific range decides (RFC 9110, 12.5.1). */
function weightOf(type: GraphqlMediaType, ranges: readonly MediaRange[]): number {
  for (const wanted of [type, 'application/*', '*/*']) {
    const range = ranges.find(each => each.type === wanted)
    if (range) return range.weight
  }
  return 0
}

/**
 * The form of a body in UTF-8: JSON, or the text of a document alone (`application/graphql`). A browser sends either to
 * another site only after it has asked (CSRF).
 * @returns undefined for any other form
 */
export function bodyFormOf(contentType: string | undefined): 'json' | 'document' | undefined {
  if (contentType === JSON_TYPE) return 'json'
  const [type, ...parameters] = (contentType ?? '').split(';').map(part => part.trim().toLowerCase())
  const charset = parameters.find(part => part.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return undefined
  if (type === 'application/graphql') return 'document'
  return type === JSON_TYPE ? 'json' : undefined
}
