import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { type Refusal, refuse } from '@sluice/contracts'
import type { CollectionTiering } from '@sluice/documents'
import {
  EVENT_STREAM_TYPE,
  type Logger,
  type Operation,
  PASS_HEADER,
  parseQuery,
  type ServiceRequest,
} from '@sluice/service-kit'
import { z } from 'zod'
import { followSignal } from '../domain/follow-signal.ts'
import { readBounds } from '../domain/mcp-bounds.ts'
import type { GatewayClient } from '../inner/gateway-client.ts'
import { createToolRequester, problemOf } from '../inner/tool-requester.ts'
import { type CallerViews, toolCallerOf } from '../listing/caller-view.ts'
import type { CallerFinder } from '../listing/supposed-caller.ts'
import type { CallLimits } from '../protocol/call-limits.ts'
import type { CallMeters, ToolEnding } from '../protocol/call-meters.ts'
import type { createConfirmations } from '../protocol/confirm-call.ts'
import type { KeptLists } from '../protocol/kept-lists.ts'
import { serveExchange } from '../protocol/serve-exchange.ts'
import type { McpExchange } from '../protocol/tool-server.ts'
import type { Subscriptions } from '../subscriptions/subscriptions.ts'
import { watchOffer } from '../subscriptions/watched-offer.ts'
import type { ToolOutcome } from '../tools/tool.ts'

export type CallMcpDependencies = {
  tiering: CollectionTiering
  views: CallerViews
  client: GatewayClient
  limits: CallLimits
  lists: KeptLists
  findCaller: CallerFinder
  subscriptions: Subscriptions
  confirmations: ReturnType<typeof createConfirmations>
  meters: CallMeters
  logger: Logger
  serverClass?: McpExchange['serverClass']
}

const MAX_BODY_BYTES = 256 * 1024
const CALL_MS = 30_000

const patterns = z.string().max(2_000).optional()

const boundsQuery = z.object({
  tools: patterns.describe('Patterns, with commas: only those of the permission that fit.'),
  collections: patterns.describe('The same of collections.'),
  apps: patterns.describe('The same of apps.'),
  write: z.enum(['true', 'false']).optional().describe('`false`: no tool that writes.'),
  maxResultBytes: z.coerce.number().int().min(1024).optional().describe('Less than the permission says.'),
})

const message = z.record(z.string(), z.unknown()).meta({ description: 'JSON-RPC 2.0' })

/** `POST /mcp`: one message of an assistant's client, in the Model Context Protocol. */
export const callMcp = (dependencies: CallMcpDependencies): Operation => ({
  id: 'callMcp',
  tag: 'mcp',
  summary: 'Serve an assistant (Model Context Protocol)',
  examples: {
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    answers: { 200: { jsonrpc: '2.0', id: 1, result: {} } },
  },
  query: boundsQuery,
  body: message,
  answers: {
    200: message,
    202: 'Taken',
    400: message,
    404: message,
    406: message,
  },
  answerTypes: ['application/json', EVENT_STREAM_TYPE],
  errors: ['BAD_QUERY', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE'],
  async handle(request) {
    const { rawBody, query, caller } = request
    if (rawBody.length > MAX_BODY_BYTES) return refuse('PAYLOAD_TOO_LARGE', 'A message may have 256 KiB at most.')
    const sent = readMessage(rawBody)
    if (Array.isArray(sent)) return refuse('VALIDATION_FAILED', 'One exchange is one message: send no array.')
    const narrowing = parseQuery(boundsQuery, query)
    const read = readBounds(caller.permission?.mcp, narrowing)
    if (read.kind === 'refuse') return read
    const view = await dependencies.views.open({
      caller: toolCallerOf(caller),
      bounds: read.bounds,
      tiering: dependencies.tiering,
    })
    const exchange = openExchange({ request, sent, view }, dependencies)
    if (exchange.kind === 'refuse') return exchange
    const user = caller.principal.id ?? caller.clientAddress ?? ''
    const { subscriptions, lists } = dependencies
    const readMarks = watchOffer(caller, narrowing, dependencies)
    const serve = () => serveExchange(request, sent, { ...exchange, lists, subscriptions, user, readMarks })
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

/** What may make a request in the place of the caller. */
const CALLS: ReadonlySet<unknown> = new Set(['tools/call', 'resources/read', 'completion/complete'])

const isCall = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'method' in sent && CALLS.has(sent.method)

const FAULT_OF_OURS = 500

const outcomeOf = (ended: ToolOutcome): ToolEnding => {
  if (ended.kind === 'result') return 'answered'
  return ended.problem.status >= FAULT_OF_OURS ? 'failed' : 'refused'
}

const named = z.object({
  params: z.object({ _meta: z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) }) }),
})
const MAX_CLIENT = 64

/** The program that a message says it comes from: a claim, for the log alone. Older revisions say it at `initialize` only. */
const clientOf = (sent: unknown): string | undefined =>
  named.safeParse(sent).data?.params._meta[CLIENT_INFO_META_KEY].name.slice(0, MAX_CLIENT)

/** Ends a call with its client, or when it takes too long. Its timer would outlive most calls by far: it has to be cleared. */
function openDeadline(client: AbortSignal): { signal: AbortSignal; clear(): void } {
  const { signal, abort, letGo } = followSignal(client)
  const timer = setTimeout(abort, CALL_MS)
  return {
    signal,
    clear() {
      clearTimeout(timer)
      letGo()
    },
  }
}

type OpenedCall = { request: ServiceRequest; sent: unknown; view: McpExchange['view'] }

function openExchange(
  { request, sent, view }: OpenedCall,
  { client, logger, meters, confirmations, serverClass }: CallMcpDependencies,
): ({ kind: 'open' } & McpExchange) | Refusal {
  const { requestId, header, signal } = request
  const pass = header(PASS_HEADER)
  if (pass === undefined) return refuse('UNAVAILABLE', 'The gateway has given no pass. Update it.')
  return {
    kind: 'open',
    requestId,
    view,
    confirmations: confirmations(request.caller.principal),
    serverClass,
    async runTool(tool, args) {
      const startedAt = performance.now()
      const deadline = openDeadline(signal())
      const passage = { pass, tool: tool.name, traceparent: header('traceparent'), signal: deadline.signal }
      const ask = createToolRequester({ client, passage, requestId })
      const ended = await tool.call(args, { ask, view, requestId }).catch((error: unknown) => {
        logger.error({ requestId, tool: tool.name, err: error }, 'mcp.failed')
        return problemOf('INTERNAL', 'Something broke on our side. The log has it under this request id.', requestId)
      })
      deadline.clear()
      const outcome = outcomeOf(ended)
      const durationMs = performance.now() - startedAt
      meters.ended({ group: tool.group, outcome, durationMs })
      const code = ended.kind === 'problem' ? ended.problem.code : undefined
      logger.info(
        { requestId, tool: tool.name, outcome, code, durationMs: Math.round(durationMs), client: clientOf(sent) },
        'mcp.called',
      )
      return ended
    },
  }
}
