import { executionStatus } from '@sluice/contracts'
import { instantQuery } from '@sluice/service-kit'
import { z } from 'zod'
import type { StatusCodes } from '../log/log-query.ts'

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

/** `GET /webhooks/<id>/logs`. */
export const logsQuery = z.object({
  ...logFilter,
  status: executionStatus.optional(),
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
})
