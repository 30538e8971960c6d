import { decodeJson, type ExchangeEvent, type HeaderList, parseJson, type RecordedExchange } from '@sluice/contracts'
import { parseDocumentJson } from '@sluice/documents'
import { parseWithBigints } from '@sluice/json'
import { type Exchange, exchangeOf, headersOf } from '@sluice/predicate'
import { isNestedDeeper } from './nesting.ts'

/** No document of ours is deeper; a JSON text that is, is taken for text: written out again, it would overflow the stack. */
const MAX_LEVELS = 100

/** What a condition sees of a recorded exchange. A body that was cut or not captured is absent. */
export function recordedExchange({ event, requestBody }: RecordedExchange): Exchange {
  const { request, response, principal } = event
  let body: { seen: unknown } | undefined
  return exchangeOf({
    method: request.method,
    path: request.path,
    queryString: request.query,
    headers: headersOf(request.headers),
    hidesCookies: true,
    user: principal.id,
    remoteAddress: request.remoteAddress,
    isSecure: request.secure,
    tool: event.through?.tool,
    occurrence: event.occurrence?.name,
    needsCredentials: () => request.needsCredentials,
    // Every predicate about the body asks for it.
    requestBody() {
      body ??= { seen: seeBody(request, requestBody) }
      return body.seen
    },
    response: response ? { statusCode: response.statusCode, headers: headersOf(response.headers) } : undefined,
  })
}

/** How many sign-ins an event stands for, where it stands for several. */
export const turnedAwayOf = ({ turnedAway }: ExchangeEvent): { turnedAway?: number } =>
  turnedAway === undefined ? {} : { turnedAway }

/** The tool call that a request was made for, where it was. */
export const throughOf = ({ through }: ExchangeEvent): Pick<ExchangeEvent, 'through'> =>
  through === undefined ? {} : { through }

/** The name of the occurrence that an event tells of, where it does. */
export const occurrenceOf = ({ occurrence }: ExchangeEvent): { occurrence?: string } =>
  occurrence === undefined ? {} : { occurrence: occurrence.name }

/** Of which request it is a repeat, where it is one. */
export const repeatOf = ({ repeat }: ExchangeEvent): Pick<ExchangeEvent, 'repeat'> =>
  repeat === undefined ? {} : { repeat }

/** What the program has said of itself, where it has. */
export const clientOf = ({ client }: ExchangeEvent): { client?: string } => (client === undefined ? {} : { client })

/** A header block as an object: names in lower case, repeated ones joined as HTTP does. */
export function joinHeaders(list: HeaderList): Record<string, string> {
  const joined = new Map<string, string>()
  for (const [name, value] of list) {
    const lower = name.toLowerCase()
    const before = joined.get(lower)
    joined.set(lower, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(joined)
}

type RequestMessage = Pick<ExchangeEvent['request'], 'body'>
/**
 * `json`: its text as it came, of JSON that is nested no deeper than documents are. `text`: any other text. `none`: nothing
 * usable was captured.
 */
export type ViewedBody =
  | { kind: 'json'; text: string; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'none' }

export function readBody({ body }: RequestMessage, captured: Uint8Array): ViewedBody {
  if (body.state !== 'captured' || body.truncated || captured.length === 0) return { kind: 'none' }
  const text = decodeJson(captured)
  if (text === undefined) return { kind: 'none' }
  const parsed = parseJson(text)
  const isJson = parsed.kind === 'parsed' && !isNestedDeeper(parsed.value, MAX_LEVELS)
  return isJson ? { kind: 'json', text, value: parsed.value } : { kind: 'text', text }
}

/** Paths whose bodies are plain JSON; all others that are recorded are documents. */
const TAKES_JSON = /^\/(?:graphql|mcp)(?:\/|$)/

/** Documents as the gateway has seen them for a permission; what the service will have refused, and all else, as JSON with every digit. */
function seeBody(request: ExchangeEvent['request'], captured: Uint8Array): unknown {
  const read = readBody(request, captured)
  if (read.kind !== 'json') return undefined
  const parsed = TAKES_JSON.test(request.path) ? undefined : parseDocumentJson(captured)
  return parsed?.kind === 'parsed' ? parsed.value : parseWithBigints(read.text)
}
