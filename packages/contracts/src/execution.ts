import { z } from 'zod'
import { explainedPart } from './explained-part.ts'

/** What became of one execution (spec 2.5, 3); `pending` until its delivery has ended. */
export const executionStatus = z.enum(['pending', 'success', 'failed', 'skipped'])
export type ExecutionStatus = z.infer<typeof executionStatus>

const wireDate = z.object({ $date: z.number() })
const wireHeaders = z.record(z.string(), z.string())

/** A body in the log: `text` is base64 where the bytes are no UTF-8. */
const loggedBody = z.object({
  text: z.string(),
  encoding: z.enum(['utf8', 'base64']),
  length: z.int(),
  truncated: z.boolean(),
  state: z.enum(['captured', 'withheld', 'unreadable', 'none']),
})

/** A line of a webhook's log. */
export const logEntry = z.object({
  _id: z.string(),
  webhookId: z.string(),
  eventId: z.string(),
  timestamp: wireDate,
  status: executionStatus,
  durationMs: z.number(),
  attempt: z.int(),
  summary: z.string(),
})
export type LogEntry = z.infer<typeof logEntry>

/** An entry with the sections of spec 2.5. What did not come about is null. */
export const logEntryDetail = logEntry.extend({
  incomingRequest: z.object({
    method: z.string(),
    path: z.string(),
    query: z.string(),
    headers: wireHeaders,
    body: loggedBody,
  }),
  incomingResponse: z.object({ statusCode: z.int(), headers: wireHeaders, body: loggedBody }).nullable(),
  conditionEvaluation: z.object({ matched: z.boolean(), explanation: explainedPart }),
  transformation: z
    .object({ input: z.unknown(), output: z.string().nullable(), validJson: z.boolean().nullable() })
    .nullable(),
  outgoingRequest: z.object({ method: z.string(), url: z.string(), headers: wireHeaders, body: loggedBody }).nullable(),
  response: z.object({ statusCode: z.int(), headers: wireHeaders, body: loggedBody }).nullable(),
  error: z.object({ stage: z.string(), code: z.string(), message: z.string() }).nullable(),
})
export type LogEntryDetail = z.infer<typeof logEntryDetail>
