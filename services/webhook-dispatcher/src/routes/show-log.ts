import { logEntryDetail, refuse } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { findLogEntry } from '../log/find-log-entry.ts'
import type { ReadLogs } from '../log/shown-range.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `GET /webhooks/<id>/logs/<logId>`: one entry with all its sections (spec 2.5). */
export const showLog = ({ webhooks, live, log }: ReadLogs): Operation => ({
  summary: 'Show one entry of the log with its details',
  answers: { 200: logEntryDetail },
  errors: ['NOT_FOUND'],
  async handle({ params }) {
    const webhook = live.get(params.id ?? '')
    if (!webhook) return noSuchWebhook()
    const logId = z.uuid().safeParse(params.logId)
    const found = logId.success ? await findLogEntry(webhook._id, logId.data, { webhooks, log }) : undefined
    const isCleared = found && found.timestamp.$date <= (await log.clearedUpTo(webhook._id))
    return found && !isCleared ? ok(found) : refuse('NOT_FOUND', 'The log of this webhook has no such entry.')
  },
})
