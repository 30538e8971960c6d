import type { ExchangeEvent, HeaderList, RecordedExchange } from '@sluice/contracts'
import type { Exchange } from '@sluice/predicate'
import { isNestedDeeper } from './nesting.ts'

/** No document of ours is deeper; a JSON text that is, is taken for text: written out again, it would overflow the stack. */
const MAX_LEVELS = 100

const decoder = new TextDecoder('utf-8', { fatal: true })

/** What a condition sees of a recorded exchange. A body that was cut or not captured is absent. */
export function toExchange({ event, requestBody }: RecordedExchange): Exchange {
  const { request, response, principal } = event
  const headers = joinHeaders(request.headers)
  let read: ReadBody | undefined
  return {
    method: request.method,
    path: request.path,
    query: new URLSearchParams(request.query),
    queryString: request.query,
    get url() {
      return urlOf(request, readHeader(headers, 'host'))
    },
    header: name => readHeader(headers, name),
    user: principal.id ?? undefined,
    remoteAddress: request.remoteAddress,
    protocol: 'HTTP/1.1',
    isSecure: request.secure,
    needsCredentials: () => request.needsCredentials,
    cookie: () => undefined,
    // Every predicate about the body asks for it.
    requestBody() {
      read ??= readBody(request, requestBody)
      return read.json
    },
    response: response ? toResponse(response) : undefined,
  }
}

/** As the gateway says it of the same request (`%U`), but for what was redacted. */
function urlOf({ path, query, secure }: ExchangeEvent['request'], host = ''): string {
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return `${secure ? 'https' : 'http'}://${host}${encoded}${query && `?${query}`}`
}

function toResponse({ statusCode, headers }: NonNullable<ExchangeEvent['response']>) {
  const joined = joinHeaders(headers)
  return { statusCode, header: (name: string) => readHeader(joined, name) }
}

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

function readHeader(headers: Record<string, string>, name: string): string | undefined {
  const lower = name.toLowerCase()
  return Object.hasOwn(headers, lower) ? headers[lower] : undefined
}

type Message = Pick<ExchangeEvent['request'], 'body'>
/** `value`: parsed JSON, else the text, also of JSON that is nested too deep; undefined when nothing usable was captured. `json`: parsed JSON only. */
type ReadBody = { value: unknown; json: unknown }

export function readBody({ body }: Message, captured: Uint8Array): ReadBody {
  if (body.state !== 'captured' || body.truncated || captured.length === 0) return { value: undefined, json: undefined }
  const text = readText(captured)
  if (text === undefined) return { value: undefined, json: undefined }
  const json = readJson(text)
  return { value: json === undefined ? text : json, json }
}

function readText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isNestedDeeper(value, MAX_LEVELS) ? undefined : value
  } catch {
    return undefined
  }
}
