import { type Refusal, refuse } from '@sluice/contracts'
import type { CollectionTiering } from '@sluice/documents'
import { type Logger, type Operation, PASS_HEADER, parseQuery, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { readBounds } from '../domain/mcp-bounds.ts'
import type { GatewayClient } from '../inner/gateway-client.ts'
import { createToolRequester, problemOf } from '../inner/tool-requester.ts'
import { type ListingSources, openCallerView, toolCallerOf } from '../listing/caller-view.ts'
import type { CallLimits } from '../protocol/call-limits.ts'
import { serveExchange } from '../protocol/serve-exchange.ts'
import type { McpExchange } from '../protocol/tool-server.ts'

export type CallMcpDependencies = {
  tiering: CollectionTiering
  listing: ListingSources
  client: GatewayClient
  limits: CallLimits
  logger: Logger
}

const MAX_BODY_BYTES = 256 * 1024
const CALL_MS = 30_000

const patterns = z.string().max(2_000).optional()

const boundsQuery = z.object({
  tools: patterns.describe('Patterns of tools, by a comma: only those of the permission that fit one.'),
  collections: patterns.describe('The same of collections.'),
  apps: patterns.describe('The same of GraphQL apps.'),
  write: z.enum(['true', 'false']).optional().describe('`false`: no tool that writes, whatever the permission says.'),
  maxResultBytes: z.coerce.number().int().min(1024).optional().describe('A smaller size than that of the permission.'),
})

const message = z.record(z.string(), z.unknown()).meta({ description: 'A message of JSON-RPC 2.0.' })

/** `POST /mcp`: one message of an assistant's client, in the Model Context Protocol. */
export const callMcp = (dependencies: CallMcpDependencies): Operation => ({
  id: 'callMcp',
  tag: 'mcp',
  summary: 'Serve an assistant by the Model Context Protocol',
  examples: {
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    answers: { 200: { jsonrpc: '2.0', id: 1, result: {} } },
  },
  query: boundsQuery,
  body: message,
  answers: {
    200: message,
    202: 'A notification was taken',
    400: message,
    404: message,
    406: message,
  },
  errors: ['BAD_QUERY', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'UNAVAILABLE'],
  async handle(request) {
    const { rawBody, query, caller } = request
    if (rawBody.length > MAX_BODY_BYTES) return refuse('PAYLOAD_TOO_LARGE', 'A message may have 256 KiB at most.')
    const sent = readMessage(rawBody)
    if (Array.isArray(sent)) return refuse('VALIDATION_FAILED', 'One exchange is one message: send no array.')
    const read = readBounds(caller.permission?.mcp, parseQuery(boundsQuery, query))
    if (read.kind === 'refuse') return read
    const view = await openCallerView(dependencies.listing, {
      caller: toolCallerOf(caller),
      bounds: read.bounds,
      tiering: dependencies.tiering,
    })
    const exchange = openExchange(request, view, dependencies)
    if (exchange.kind === 'refuse') return exchange
    const serve = () => serveExchange(request, sent, exchange)
    const user = caller.principal.id ?? caller.clientAddress ?? ''
    return isCall(sent) ? (dependencies.limits.run(user, serve) ?? refuseMany()) : serve()
  },
})

const refuseMany = () => refuse('RATE_LIMITED', 'You have four calls under way here. Wait until one has ended.')

/** @returns undefined for what is no JSON */
function readMessage(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(rawBody).toString('utf8'))
  } catch {
    return undefined
  }
}

const isCall = (sent: unknown): boolean =>
  typeof sent === 'object' &&
  sent !== null &&
  'method' in sent &&
  (sent.method === 'tools/call' || sent.method === 'resources/read')

function openExchange(
  request: ServiceRequest,
  view: McpExchange['view'],
  { client, logger }: CallMcpDependencies,
): ({ kind: 'open' } & McpExchange) | Refusal {
  const { requestId, header, signal } = request
  const pass = header(PASS_HEADER)
  if (pass === undefined) return refuse('UNAVAILABLE', 'The gateway has given no pass. Update it.')
  return {
    kind: 'open',
    requestId,
    view,
    async runTool(tool, args) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)])
      const passage = { pass, tool: tool.name, traceparent: header('traceparent'), signal: until }
      const ask = createToolRequester({ client, passage, requestId })
      try {
        return await tool.call(args, { ask, view, requestId })
      } catch (error) {
        logger.error({ requestId, tool: tool.name, err: error }, 'mcp.failed')
        return problemOf('INTERNAL', 'Something broke on our side. The log has it under this request id.', requestId)
      }
    },
  }
}
