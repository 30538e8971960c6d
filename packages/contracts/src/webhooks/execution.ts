import { z } from 'zod'
import { explainedPart } from '../access/explained-part.ts'
import { exchangeEvent } from '../exchange/exchange-event.ts'
import { toldByType, wireDate } from '../json/wire-values.ts'

/** What became of one execution (docs/reference/webhooks.md#the-life-of-an-entry); `pending` until its delivery has ended. */
export const executionStatus = z.enum(['pending', 'success', 'failed', 'skipped'])
export type ExecutionStatus = z.infer<typeof executionStatus>

const wireHeaders = z.record(z.string(), z.string())

/**
 * A body in the log: `text` is base64 where the bytes are no UTF-8. `dropped`: it was there, and the store's budget did
 * not let it be kept.
 */
const loggedBody = z
  .object({
    text: z.string(),
    encoding: z.enum(['utf8', 'base64']),
    length: z.int(),
    truncated: z.boolean(),
    state: z.enum(['captured', 'withheld', 'unreadable', 'none', 'dropped']),
  })
  .meta({ id: 'LoggedBody' })

/** What was sent to a webhook's url. */
const loggedRequest = z
  .object({
    // Entries from before there were mails name no type.
    type: z.literal('http').optional().default('http'),
    method: z.string(),
    url: z.string(),
    headers: wireHeaders,
    body: loggedBody,
  })
  .meta({ id: 'LoggedHttpRequest' })

/** What was given to the mail server. */
const loggedMail = z
  .object({
    type: z.literal('email'),
    from: z.string(),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    subject: z.string(),
    body: loggedBody,
  })
  .meta({ id: 'LoggedMail' })

const loggedOutgoing = z
  .discriminatedUnion('type', [loggedRequest, loggedMail])
  .meta({ id: 'LoggedOutgoingRequest', discriminator: toldByType({ http: 'LoggedHttpRequest', email: 'LoggedMail' }) })

const loggedIncomingRequest = z
  .object({ method: z.string(), path: z.string(), query: z.string(), headers: wireHeaders, body: loggedBody })
  .meta({ id: 'LoggedIncomingRequest' })

const loggedResponse = z
  .object({ statusCode: z.int(), headers: wireHeaders, body: loggedBody })
  .meta({ id: 'LoggedResponse' })

/** A line of a webhook's log. */
export const logEntry = z
  .object({
    _id: z.string(),
    webhookId: z.string(),
    eventId: z.string(),
    timestamp: wireDate,
    status: executionStatus,
    durationMs: z.number(),
    attempt: z.int(),
    summary: z.string(),
    /** The time of the next attempt, of an execution that waits to be tried again. */
    nextAttemptAt: wireDate.optional(),
    /** Of a skipped one whose condition holds: the webhook, or webhooks, were switched off. It can be delivered again. */
    reason: z.enum(['disabled']).optional(),
    /** The entry that this one repeats, where somebody asked for that. */
    redeliveryOf: z.string().optional(),
  })
  .meta({
    id: 'LogEntry',
    examples: [
      {
        _id: '019aa6b9',
        webhookId: '019aa6b7',
        eventId: '019aa6b8',
        timestamp: { $date: 1795514401000 },
        status: 'success',
        durationMs: 48.1,
        attempt: 1,
        summary: 'POST /routes',
      },
    ],
  })
export type LogEntry = z.infer<typeof logEntry>

const loggedError = z.object({ stage: z.string(), code: z.string(), message: z.string() }).meta({ id: 'DeliveryError' })

/** One attempt of an execution that has ended. One that a crash has broken off has a number, and no line here. */
const loggedAttempt = z.object({
  attempt: z.int(),
  at: wireDate,
  status: z.enum(['success', 'failed']),
  durationMs: z.number(),
  statusCode: z.int().nullable(),
  error: loggedError.nullable(),
})

/**
 * The sections of an entry (docs/reference/webhooks.md#the-life-of-an-entry); request, response and error are those of the last attempt. What did not come about is null. The response of a mail is the server's reply:
 * its code, no headers, its text.
 */
export const loggedParts = {
  incomingRequest: loggedIncomingRequest,
  incomingResponse: loggedResponse.nullable(),
  turnedAway: z.int().optional().meta({
    description:
      'How many sign-ins the event stands for, all turned away within a minute; request and response are those of the first.',
  }),
  through: exchangeEvent.shape.through,
  repeat: exchangeEvent.shape.repeat,
  conditionEvaluation: z.object({ matched: z.boolean(), explanation: explainedPart }),
  transformation: z
    .object({ input: z.unknown(), output: z.string().nullable(), validJson: z.boolean().nullable() })
    .nullable(),
  outgoingRequest: loggedOutgoing.nullable(),
  response: loggedResponse.nullable(),
  error: loggedError.nullable(),
  attempts: z.array(loggedAttempt),
}

/** An entry with its sections. */
export const logEntryDetail = logEntry
  .and(
    z.object(loggedParts).meta({
      examples: [
        {
          incomingRequest: {
            method: 'POST',
            path: '/routes',
            query: '',
            headers: { 'content-type': 'application/json' },
            body: { text: '{"flights":2}', encoding: 'utf8', length: 13, truncated: false, state: 'captured' },
          },
          incomingResponse: {
            statusCode: 201,
            headers: {},
            body: { text: '', encoding: 'utf8', length: 0, truncated: false, state: 'none' },
          },
          conditionEvaluation: {
            matched: true,
            explanation: { text: "path('/routes')", result: true, reason: 'The path is /routes.' },
          },
          transformation: null,
          outgoingRequest: null,
          response: {
            statusCode: 201,
            headers: {},
            body: { text: '', encoding: 'utf8', length: 0, truncated: false, state: 'none' },
          },
          error: null,
          attempts: [],
        },
      ],
    }),
  )
  .meta({ id: 'LogEntryDetail' })
export type LogEntryDetail = z.infer<typeof logEntryDetail>
