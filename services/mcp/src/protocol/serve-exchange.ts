import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { type Answer, bytes, type ServiceRequest } from '@sluice/service-kit'
import { createToolServer, type McpExchange } from './tool-server.ts'

/** What the protocol reads of a request besides its body. */
const READ_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

const METHOD_NOT_FOUND = -32_601

/**
 * Answers one message of a client, in whichever revision of the protocol it is. Nothing is kept between two of them.
 * @param message the body, parsed; undefined where it is no JSON, which the protocol has its own answer to
 */
export async function serveExchange(request: ServiceRequest, message: unknown, exchange: McpExchange): Promise<Answer> {
  if (isMethod(message, 'subscriptions/listen')) return refuseMethod(message)
  const asked = toWebRequest(request)
  const given = message === undefined ? {} : { parsedBody: message }
  const isOlder = message !== undefined && (await isLegacyRequest(asked, message))
  if (isOlder) return toAnswer(await serveOlder(asked, given, exchange))
  const handler = createMcpHandler(() => createToolServer(exchange, 'current'), {
    legacy: 'reject',
    responseMode: 'auto',
    keepAliveMs: 0,
  })
  try {
    return await toAnswer(await handler.fetch(asked, given))
  } finally {
    await handler.close()
  }
}

/** Revisions before 2026-07-28, without a session: what a client said at `initialize` is not needed later. */
async function serveOlder(asked: Request, given: { parsedBody?: unknown }, exchange: McpExchange): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = createToolServer(exchange, 'older')
  await server.connect(transport)
  try {
    return await transport.handleRequest(asked, given)
  } finally {
    await server.close()
  }
}

function toWebRequest({ header, rawBody, signal }: ServiceRequest): Request {
  const headers = new Headers()
  for (const name of READ_HEADERS) {
    const value = header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request('http://sluice/mcp', { method: 'POST', headers, body: Uint8Array.from(rawBody), signal })
}

async function toAnswer(response: Response): Promise<Answer> {
  const { status } = response
  const text = await response.text()
  const type = response.headers.get('content-type')
  return text === '' || type === null ? { kind: 'answer', status } : bytes(text, type, { status })
}

const isMethod = (message: unknown, method: string): message is { id?: unknown } =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === method

/** Nothing is told by itself here: who wants to know asks again. */
function refuseMethod({ id = null }: { id?: unknown }): Answer {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found' }
  return bytes(JSON.stringify({ jsonrpc: '2.0', id, error }), 'application/json', { status: 404 })
}
