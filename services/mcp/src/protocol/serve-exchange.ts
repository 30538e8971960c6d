import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { Refusal } from '@sluice/contracts'
import type { Answer, ServiceRequest } from '@sluice/service-kit'
import type { KeptLists } from './kept-lists.ts'
import { type SubscribedExchange, serveSubscription } from './serve-subscription.ts'
import { createToolServer, type McpExchange } from './tool-server.ts'
import { protocolHeaders, toAnswer, toWebRequest } from './web-exchange.ts'

/**
 * Answers one message of a client, in whichever revision of the protocol it is. Nothing is kept between two of them but
 * what a list is answered with.
 * @param message the body, parsed; undefined where it is no JSON, which the protocol has its own answer to
 */
export function serveExchange(
  request: ServiceRequest,
  message: unknown,
  { lists, ...exchange }: SubscribedExchange & { lists: KeptLists },
): Promise<Answer | Refusal> {
  const asked = { view: exchange.view, headers: protocolHeaders(request), message }
  return lists.answer(asked, one => serveMessage(request, one, exchange))
}

async function serveMessage(
  request: ServiceRequest,
  message: unknown,
  exchange: SubscribedExchange,
): Promise<Answer | Refusal> {
  const asked = toWebRequest(request, { isParsed: message !== undefined })
  const given = message === undefined ? {} : { parsedBody: message }
  const isOlder = message !== undefined && (await isLegacyRequest(asked, message))
  if (isOlder) return toAnswer(await serveOlder(asked, given, exchange))
  if (isSubscription(message)) return serveSubscription(request, message, exchange)
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

const isSubscription = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen'
