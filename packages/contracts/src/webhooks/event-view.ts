import { z } from 'zod'
import { principal } from '../access/principal.ts'
import { exchangeEvent } from '../exchange/exchange-event.ts'
import { wireDate } from '../json/wire-values.ts'
import { executionStatus, logEntry, loggedParts } from './execution.ts'

/** An exchange in one line, without its headers and bodies (docs/reference/events.md). */
export const eventSummary = z
  .object({
    _id: z.string(),
    timestamp: wireDate,
    durationMs: z.number(),
    method: z.string(),
    path: z.string(),
    query: z.string(),
    statusCode: z.int().nullable(),
    user: z.string().nullable(),
    via: principal.shape.via,
    client: z.string().optional(),
    matched: z.array(z.string()),
    turnedAway: z.int().optional(),
    through: loggedParts.through,
    repeat: loggedParts.repeat,
  })
  .meta({ id: 'EventSummary' })
export type EventSummary = z.infer<typeof eventSummary>

/** A page of events: where `next` is null there is nothing more; a short page may have one. */
export const eventPage = z
  .object({
    items: z.array(eventSummary),
    next: z.string().nullable(),
    notStored: z.int().optional().meta({
      description: 'Events of this time, by whole hours, that are not stored: nobody knows whether they fit.',
    }),
  })
  .meta({ id: 'EventPage' })
export type EventPage = z.infer<typeof eventPage>

/** What one webhook did about an event: what its newest entry says, and its newest 20. */
const eventOutcome = z.object({
  webhookId: z.string(),
  name: z.string().nullable().meta({ description: 'Null where the webhook is gone, and not known any more.' }),
  status: executionStatus,
  summary: z.string().meta({ description: 'What came of it; of a skipped one, why.' }),
  entries: z.array(logEntry).meta({
    description: 'Newest first, up to 20: the delivery, and those that repeated it. None before it has begun.',
  }),
})
export type EventOutcome = z.infer<typeof eventOutcome>

/** An exchange as a log entry shows it, who made it, and what each webhook did about it. */
export const eventDetail = z
  .object({
    _id: z.string(),
    timestamp: wireDate,
    durationMs: z.number(),
    outcome: exchangeEvent.shape.outcome.meta({
      description: '`unknown`: the gateway died before the answer of a write; the change may have happened.',
    }),
    aborted: z.boolean(),
    user: z.string().nullable(),
    roles: z.array(z.string()),
    via: principal.shape.via,
    client: z.string().optional(),
    permission: z.string().nullable().meta({ description: 'The permission that let the request in.' }),
    turnedAway: z.int().optional(),
    through: loggedParts.through,
    repeat: loggedParts.repeat,
    incomingRequest: loggedParts.incomingRequest,
    incomingResponse: loggedParts.incomingResponse,
    webhooks: z.array(eventOutcome),
    more: z.literal(true).optional().meta({ description: 'There are more webhooks than are shown.' }),
  })
  .meta({ id: 'EventDetail' })
export type EventDetail = z.infer<typeof eventDetail>
