import { logEntryDetail, refuse } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { findLogEntry } from '../log/find-log-entry.ts'
import { isShown, type ReadLogs } from '../log/shown-range.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook } from './webhook-answer.ts'

/** `GET /webhooks/<id>/logs/<logId>`: one entry with all its sections (docs/reference/webhooks.md#the-life-of-an-entry). */
export const showLog = (dependencies: ReadLogs): Operation => ({
  id: 'showLog',
  tag: 'webhooks',
  summary: 'Show one entry of the log with its details',
  answers: { 200: logEntryDetail },
  appliedRules: RULES_OF_LOGS,
  errors: ['NOT_FOUND'],
  async handle({ params, caller }) {
    const { webhooks, log } = dependencies
    const webhook = await permittedWebhooks(dependencies, caller).toRead(params.id)
    if (!webhook) return noSuchWebhook()
    const logId = z.uuid().safeParse(params.logId)
    const found = logId.success ? await findLogEntry(webhook._id, logId.data, { webhooks, log }) : undefined
    const isThere = found && (await isShown(webhook, found.timestamp.$date, dependencies))
    return isThere ? ok(found) : refuse('NOT_FOUND', 'The log of this webhook has no such entry.')
  },
})
