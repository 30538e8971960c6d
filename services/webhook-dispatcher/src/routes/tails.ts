import { eventSummary, executionStatus, logEntry } from '@sluice/contracts'
import { EVENT_STREAM_TYPE, eventStream, type Operation, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import type { ReadLogs } from '../log/shown-range.ts'
import { createEventFeed } from '../tail/event-feed.ts'
import { createLogFeed } from '../tail/log-feed.ts'
import type { createTailLease } from '../tail/tail-lease.ts'
import type { Tails } from '../tail/tails.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook, pluginIsOff } from './webhook-answer.ts'

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

const EVENTS = 'events'

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
    const { tails, tailLease, live } = dependencies
    if (!live.isPluginEnabled()) return pluginIsOff()
    await tailLease.hold(() => tails.isOpen(EVENTS))
    const opened = await tails.open(EVENTS, () => createEventFeed(dependencies), lastIdOf(request))
    return 'kind' in opened ? opened : eventStream(opened.stream)
  },
})

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
    const open = () => createLogFeed(subject, dependencies)
    // Whoever reads by other rules has a feed of his own, as it ends when they leave the webhook out.
    const name = `${webhook._id} ${status ?? ''} ${request.caller.permission?.rules ?? ''}`
    const opened = await dependencies.tails.open(name, open, lastIdOf(request))
    return 'kind' in opened ? opened : eventStream(opened.stream)
  },
})

/** What has not the form of our ids is no place to go on from. A tail's beginning has the form alone, without a version. */
const lastIdOf = ({ header }: { header(name: string): string | undefined }) =>
  z.guid().safeParse(header('last-event-id')).data
