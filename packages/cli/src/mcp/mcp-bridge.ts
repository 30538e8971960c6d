import type { SluiceClient } from '@sluice/sdk'
import { isObject, memberOf, objectOf, type ReadObject, textOf } from '../json-values.ts'
import { describeError } from '../output/report-error.ts'

/** The most messages that are under way: reading waits while there are so many. */
const MOST_UNDER_WAY = 16

const PARSE_ERROR = -32_700
/** The code of a request that Sluice refused, or that got no answer. */
const SERVER_ERROR = -32_000

export type McpBridgeDependencies = {
  client: SluiceClient
  /** Takes one message for the program, as a line without its end. */
  answer(line: string): void
  signal: AbortSignal
}

/** What carries messages of a program on standard input to `/mcp`, and the answers back. */
export type McpBridge = {
  /** Takes a message. It waits where too many are under way. */
  take(line: string): Promise<void>
  /** Waits for what is under way. */
  finish(): Promise<void>
}

export function createMcpBridge({ client, answer, signal }: McpBridgeDependencies): McpBridge {
  const underWay = new Set<Promise<void>>()
  const cancellations = new Map<string, AbortController>()
  /** What was agreed on at `initialize`; revisions without one say it in each message. */
  let revision: string | undefined

  async function carry(line: string, message: ReadObject): Promise<void> {
    const id = idOf(message)
    const cancellation = new AbortController()
    if (id !== undefined) cancellations.set(JSON.stringify(id), cancellation)
    try {
      const { data, error, response } = await client.raw.request<string>('POST', '/mcp', {
        bodyText: line,
        headers: headersOf(message, revision),
        signal: AbortSignal.any([signal, cancellation.signal]),
        repeat: 'refused-only',
        parseAs: 'text',
      })
      if (message.method === 'initialize') revision = agreedRevision(data) ?? revision
      if (id !== undefined) answer(response.ok ? oneLine(data) : refusalLine(id, error))
    } catch (error) {
      if (id !== undefined && !cancellation.signal.aborted) answer(errorLine(id, describeError(error).message))
    } finally {
      if (id !== undefined) cancellations.delete(JSON.stringify(id))
    }
  }

  return {
    async take(line) {
      const message = parse(line)
      if (message === undefined) return answer(errorLine(null, 'This is no JSON object.', PARSE_ERROR))
      if (message.method === 'notifications/cancelled') {
        const id = JSON.stringify(memberOf(message.params, 'requestId') ?? null)
        return cancellations.get(id)?.abort()
      }
      while (underWay.size >= MOST_UNDER_WAY) await Promise.race(underWay)
      const carried = carry(line, message).finally(() => underWay.delete(carried))
      underWay.add(carried)
      // Nothing else is of use before the two sides have agreed on a revision.
      if (message.method === 'initialize') await carried
    },
    async finish() {
      await Promise.all(underWay)
    },
  }
}

function parse(line: string): ReadObject | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return isObject(message) ? message : undefined
  } catch {
    return undefined
  }
}

/** The id of a request; undefined of a notification, which has no answer. */
function idOf({ id, method }: ReadObject): string | number | undefined {
  const isId = typeof id === 'string' || typeof id === 'number'
  return isId && typeof method === 'string' ? id : undefined
}

const REVISION = 'io.modelcontextprotocol/protocolVersion'

/** What the protocol wants in headers of a message: it stands in the message, too. */
function headersOf(message: ReadObject, agreed: string | undefined): Record<string, string> {
  const own = textOf(memberOf(memberOf(message.params, '_meta'), REVISION))
  const headers = { accept: 'application/json, text/event-stream' }
  if (own === '') return agreed === undefined ? headers : { ...headers, 'mcp-protocol-version': agreed }
  const name = nameOf(message)
  return {
    ...headers,
    'mcp-protocol-version': own,
    'mcp-method': textOf(message.method),
    ...(name !== '' && { 'mcp-name': headerText(name) }),
  }
}

const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' } as const

function nameOf({ method, params }: ReadObject): string {
  const field = Object.entries(NAMED).find(([named]) => named === method)?.[1]
  return field === undefined ? '' : textOf(memberOf(params, field))
}

/** A text as a header can carry it: plain, or its bytes in base64 between the marks of the protocol. */
const headerText = (text: string): string =>
  /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`

const agreedRevision = (data: string | undefined): string | undefined => {
  const version = memberOf(objectOf(parse(data ?? '')).result, 'protocolVersion')
  return typeof version === 'string' ? version : undefined
}

/** A message has no line breaks of its own: those of an answer are white space. */
const oneLine = (text: string | undefined): string => (text ?? '').replace(/[\r\n]+/g, ' ')

/** An answer of the protocol as it is; a problem document of Sluice as an error of the protocol. */
function refusalLine(id: string | number, error: unknown): string {
  if (memberOf(error, 'jsonrpc') === '2.0') return JSON.stringify(error)
  return errorLine(id, `${textOf(memberOf(error, 'code'))}: ${textOf(memberOf(error, 'detail'))}`)
}

const errorLine = (id: string | number | null, message: string, code = SERVER_ERROR): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
