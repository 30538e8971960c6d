import { logEntry, type Refusal, refuse, type WebhookRecord } from '@sluice/contracts'
import { created, type Operation } from '@sluice/service-kit'
import { z } from 'zod'
import type { Redeliveries } from '../delivery/redeliveries.ts'
import { entryOfExecution } from '../domain/execution/log-entry.ts'
import { findLogEntry, findMissed } from '../log/find-log-entry.ts'
import { isShown, type ReadLogs } from '../log/shown-range.ts'
import { permittedWebhooks, RULES_OF_LOGS } from './permitted-webhooks.ts'
import { noSuchWebhook, parseSmallBody } from './webhook-answer.ts'

export type Redeliver = Pick<ReadLogs, 'live' | 'log' | 'webhooks'> & { redeliveries: Redeliveries }

export const renderChoice = z
  .enum(['same', 'again'])
  .default('same')
  .meta({ description: 'The body as it was sent, or one that is rendered anew by the webhook as it is now.' })

const redeliverBody = z.strictObject({ render: renderChoice })

/**
 * `POST /webhooks/<id>/logs/<logId>/redeliver`: 201 with the new entry, which is `pending`. Url, headers and secret are
 * those of the webhook as it is now.
 */
export const redeliverLog = (dependencies: Redeliver): Operation => ({
  id: 'redeliverLog',
  tag: 'webhooks',
  summary: 'Deliver what an entry of the log was about once more',
  examples: { body: { render: 'again' } },
  body: redeliverBody,
  answerHeaders: ['Location'],
  answers: { 201: logEntry },
  appliedRules: RULES_OF_LOGS,
  errors: [
    'MALFORMED_JSON',
    'VALIDATION_FAILED',
    'WEBHOOKS_PLUGIN_DISABLED',
    'NOT_FOUND',
    'CONFLICT',
    'PAYLOAD_TOO_LARGE',
  ],
  async handle(request) {
    const { log, redeliveries } = dependencies
    const webhook = await permittedWebhooks(dependencies, request.caller).toUse(request.params.id)
    if (!webhook) return noSuchWebhook()
    const { render } = parseSmallBody(redeliverBody, withBody(request))
    const refusal = redeliveries.refusal(webhook._id)
    if (refusal) return refusal
    const logId = z.uuid().safeParse(request.params.logId)
    if (!logId.success) return noSuchEntry()
    const execution = (await log.execution(logId.data)) ?? (await findMissed(webhook._id, logId.data, dependencies))
    if (!execution) return refuseSkipped(webhook, logId.data, dependencies)
    const isOfIt = execution.webhookId === webhook._id && (await isShown(webhook, execution.at.getTime(), dependencies))
    if (!isOfIt) return noSuchEntry()
    const ofEvent = await log.executionsOf([webhook._id], execution.eventId)
    const outcome = await redeliveries.redeliver(execution, ofEvent, render)
    if (outcome.kind === 'refuse') return outcome
    const entry = entryOfExecution(outcome.row)
    return created(entry, { location: `/webhooks/${webhook._id}/logs/${entry._id}` })
  },
})

/** Says of an entry without a delivery why there is nothing to repeat. */
async function refuseSkipped(webhook: WebhookRecord, logId: string, dependencies: Redeliver): Promise<Refusal> {
  const found = await findLogEntry(webhook._id, logId, dependencies)
  const isThere = found && (await isShown(webhook, found.timestamp.$date, dependencies))
  return isThere ? noMatch() : noSuchEntry()
}

/** What is left out of an optional body altogether. */
const NO_BODY = new TextEncoder().encode('{}')
const withBody = ({ rawBody }: { rawBody: Uint8Array }) => ({ rawBody: rawBody.length > 0 ? rawBody : NO_BODY })

const noSuchEntry = () => refuse('NOT_FOUND', 'The log of this webhook has no such entry.')

const noMatch = () =>
  refuse(
    'CONFLICT',
    'The event of this entry did not match the webhook, so there is no delivery to repeat. To send something to the target, use the test: POST /webhooks/<id>/test.',
  )
