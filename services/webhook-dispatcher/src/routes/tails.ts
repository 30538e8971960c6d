import {
  eventSummary,
  executionStatus,
  listenedDelivery,
  listeningInput,
  logEntry,
  type Refusal,
} from '@sluice/contracts'
import {
  type Answer,
  EVENT_STREAM_TYPE,
  eventStream,
  type Operation,
  parseQuery,
  type ServiceRequest,
} from '@sluice/service-kit'
import { v7 } from 'uuid'
import { z } from 'zod'
import type { ReadLogs } from '../log/shown-range.ts'
import { createEventFeed } from '../tail/event-feed.ts'
import type { NamedFeed } from '../tail/feed.ts'
import { openListening } from '../tail/listening.ts'
import { createListeningFeed } from '../tail/listening-feed.ts'
import { createLogFeed } from '../tail/log-feed.ts'
import type { createTailLease } from '../tail/tail-lease.ts'
import type { Tails } from '../tail/tails.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook, parseSmallBody, pluginIsOff } from './webhook-answer.ts'

export type ReadTails = ReadLogs & {
  tails: Tails
  tailLease: ReturnType<typeof createTailLease>
}

const messages = z.string().meta({ description: 'Server-sent events; `Last-Event-ID` goes on after a message.' })
/** What a stream says of itself: that it leaves some out, and why it ends. */
const notices = {
  gap: z.object({ missed: z.int() }),
  end: z.object({ reason: z.enum(['slow', 'deleted', 'stopping']) }),
}
const common = { answers: { 200: messages }, answerTypes: [EVENT_STREAM_TYPE], headers: ['Last-Event-ID'] } as const

/** `GET /events/tail`: all exchanges as they are stored; while it is open, events are wanted. */
export const tailEvents = (dependencies: ReadTails): Operation => ({
  ...common,
  id: 'tailEvents',
  tag: 'events',
  summary: 'Follow all exchanges as they happen',
  events: { exchange: eventSummary, ...notices },
  examples: { answers: { 200: 'event: exchange\ndata: {…}\n\n' } },
  errors: ['WEBHOOKS_PLUGIN_DISABLED', 'OVERLOADED'],
  async handle(request) {
    const source: NamedFeed = { kind: 'events', name: 'events', openFeed: () => createEventFeed(dependencies) }
    return dependencies.live.isPluginEnabled() ? openWanting(source, request, dependencies) : pluginIsOff()
  },
})

/** `POST /webhooks/listen`: the deliveries of a webhook that is saved nowhere, to whoever holds the connection. */
export const listen = (dependencies: ReadTails): Operation => ({
  ...common,
  id: 'listen',
  tag: 'webhooks',
  summary: 'Get the deliveries of a webhook that is not saved',
  body: listeningInput,
  events: { delivery: listenedDelivery, ...notices },
  examples: { answers: { 200: 'event: delivery\ndata: {…}\n\n' } },
  errors: ['MALFORMED_JSON', 'VALIDATION_FAILED', 'WEBHOOKS_PLUGIN_DISABLED', 'PAYLOAD_TOO_LARGE', 'OVERLOADED'],
  async handle(request) {
    if (!dependencies.live.isPluginEnabled()) return pluginIsOff()
    const listening = openListening(parseSmallBody(listeningInput, request))
    if ('kind' in listening) return listening
    const openFeed = () => createListeningFeed(listening, lastIdOf(request), dependencies)
    return openWanting({ kind: 'listening', name: `listening ${v7()}`, openFeed }, request, dependencies)
  },
})

/** Opens a tail of what happens: while it is open, events are wanted. */
async function openWanting(
  source: NamedFeed,
  request: ServiceRequest,
  { tails, tailLease }: ReadTails,
): Promise<Answer | Refusal> {
  await tailLease.hold(tails.wantEvents)
  const opened = await tails.open(source, lastIdOf(request))
  return 'kind' in opened ? opened : eventStream(opened.stream)
}

const logQuery = z.object({ status: executionStatus.exclude(['pending']).optional() })

/** `GET /webhooks/<id>/logs/tail`: entries when they have ended. */
export const tailLogs = (dependencies: ReadTails): Operation => ({
  ...common,
  id: 'tailLogs',
  tag: 'webhooks',
  summary: "Follow a webhook's log",
  events: { entry: logEntry, ...notices },
  examples: { answers: { 200: 'event: entry\ndata: {…}\n\n' } },
  query: logQuery,
  appliedRules: RULES_OF_LOGS,
  errors: ['BAD_QUERY', 'NOT_FOUND', 'OVERLOADED'],
  async handle(request) {
    const { toRead } = permittedWebhooks(dependencies, request.caller)
    const webhook = await toRead(request.params.id)
    if (!webhook) return noSuchWebhook()
    const { status } = parseQuery(logQuery, request.query)
    const subject = { webhookId: webhook._id, status, find: () => toRead(webhook._id) }
    const openFeed = () => createLogFeed(subject, dependencies)
    // Whoever reads by other rules has a feed of his own, as it ends when they leave the webhook out.
    const name = `${webhook._id} ${status ?? ''} ${request.caller.permission?.rules ?? ''}`
    const opened = await dependencies.tails.open({ kind: 'log', name, openFeed }, lastIdOf(request))
    return 'kind' in opened ? opened : eventStream(opened.stream)
  },
})

/** What has not the form of our ids is no place to go on from. A tail's beginning has the form alone, without a version. */
const lastIdOf = ({ header }: { header(name: string): string | undefined }) =>
  z.guid().safeParse(header('last-event-id')).data
