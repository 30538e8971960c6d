export type GraphqlMediaType = 'application/graphql-response+json' | 'application/json'

const RESPONSE: GraphqlMediaType = 'application/graphql-response+json'
const JSON_TYPE: GraphqlMediaType = 'application/json'

/** The media type of the answer: `application/json` only for a client that asks for it and prefers it. */
export function chooseMediaType(accept: string | undefined): GraphqlMediaType {
  const ranges = (accept ?? '*/*').split(',').map(parseRange)
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

/** Whether a body is sent as JSON in UTF-8; anything else a browser could send without asking first (CSRF). */
export function isJsonBody(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '').split(';').map(part => part.trim().toLowerCase())
  const charset = parameters.find(part => part.startsWith('charset='))
  return type === JSON_TYPE && (charset === undefined || /^charset="?utf-?8"?$/.test(charset))
}
