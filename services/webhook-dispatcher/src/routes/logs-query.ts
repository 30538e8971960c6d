import { executionStatus, logEntry } from '@sluice/contracts'
import { instantQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { targetOfUrl } from '../domain/target/destination.ts'
import type { StatusCodes } from '../log/log-query.ts'
import { FEW_LOGS } from '../log/read-all-logs.ts'

const STATUS_CODE = /^[1-5](?:\d\d|xx)$/

function toStatusCodes(text: string): StatusCodes {
  if (!text.endsWith('xx')) return { first: Number(text), last: Number(text) }
  const first = Number(text.charAt(0)) * 100
  return { first, last: first + 99 }
}

const pathText = z
  .string()
  .max(2048)
  .startsWith('/', { error: 'must begin with a slash' })
  .transform(text => (text.length > 1 ? text.replace(/\/$/, '') : text))

/** The parameters that choose entries of a log, beside their status and time. */
export const logFilter = {
  path: pathText.optional().meta({ description: 'Path of the triggering request: this one, or one below it.' }),
  statusCode: z
    .string()
    .regex(STATUS_CODE, { error: 'must be a status code like 404, or a class like 5xx' })
    .transform(toStatusCodes)
    .optional()
    .meta({ description: "Of the target's answer: a status code like 404, or a class like 5xx." }),
  q: z.string().max(200).optional().meta({ description: 'Literal text of the summary, or method and path.' }),
}

/** A page of a log: where `next` is null there is nothing more; a short page may have one. */
export const logPage = z
  .object({
    items: z.array(logEntry),
    next: z.string().nullable(),
    notStored: z.int().optional().meta({
      description:
        'In the log of one webhook: events of this time, by whole hours, that are not stored, which are skipped entries that are missing.',
    }),
  })
  .meta({ id: 'LogPage', examples: [{ items: [], next: null }] })

/** The parameters of a page of what has a time. */
const pageOfTime = {
  from: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events at or after it.' }),
  to: instantQuery.optional().meta({ description: 'ISO 8601 or epoch ms: events before it.' }),
  limit: z.coerce
    .number({ error: 'must be a whole number from 1 to 200' })
    .int({ error: 'must be a whole number from 1 to 200' })
    .min(1, { error: 'must be a whole number from 1 to 200' })
    .max(200, { error: 'must be a whole number from 1 to 200' })
    .default(50)
    .meta({ description: 'Most entries of a page.' }),
  cursor: z.guid({ error: 'must be the "next" of a page' }).toLowerCase().optional(),
}

/** The parameters of a page of a log, whosever it is. */
const pageOfLogs = { ...logFilter, ...pageOfTime }

const METHOD = /^[A-Za-z]{1,20}$/

/** `GET /events`. */
export const eventsQuery = z.object({
  ...pageOfTime,
  path: logFilter.path,
  method: z
    .string()
    .regex(METHOD, { error: 'must be a method like POST' })
    .toUpperCase()
    .optional()
    .meta({ description: 'Of the request.' }),
  status: logFilter.statusCode.meta({ description: 'Of the answer: a status code like 404, or a class like 5xx.' }),
  user: z.string().min(1).max(200).optional().meta({ description: 'The id of who made the request.' }),
  client: z
    .string()
    .max(60)
    .toLowerCase()
    .optional()
    .meta({ description: 'What the program has said of itself in `Sluice-Client`, with its version or without.' }),
})

const SEVERAL = 'May be sent several times.'
const MAX_STATUSES = executionStatus.options.length

/** `GET /webhooks/<id>/logs`. */
export const logsQuery = z.object({
  ...pageOfLogs,
  status: z.array(executionStatus).max(MAX_STATUSES).optional().meta({ description: SEVERAL }),
})

/** Webhooks that a request is about. */
export const webhookIds = z
  .array(z.string())
  .max(FEW_LOGS, { error: `must be ${FEW_LOGS} at most` })
  .optional()
  .meta({ description: `The id of a webhook, up to ${FEW_LOGS} of them; all where none is named.` })

const NO_SKIPPED = 'must be success, failed or pending: skipped entries stand in the log of one webhook'

/** `GET /webhooks/logs`. */
export const allLogsQuery = z.object({
  ...pageOfLogs,
  webhook: webhookIds,
  status: z
    .array(executionStatus.exclude(['skipped'], { error: NO_SKIPPED }))
    .max(MAX_STATUSES)
    .default(['success', 'failed', 'pending'])
    .meta({ description: SEVERAL }),
  target: z
    .string()
    .max(2048)
    .transform(text => (text === 'mail' ? text : targetOfUrl(text)))
    .refine(target => target !== undefined, { error: 'must be a url, or mail' })
    .optional()
    .meta({ description: 'Where the last request went: its scheme, host and port count. `mail`: by mail.' }),
})
