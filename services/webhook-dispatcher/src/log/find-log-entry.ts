import type { LogEntryDetail } from '@sluice/contracts'
import { type EventRow, type ExecutionRow, fromEventRow, toExecutionRow } from '../domain/execution/execution.ts'
import { dayOf, executionId, firstIdAt, timeOfId } from '../domain/execution/execution-id.ts'
import { detailOf, entryOfExecution, entryOfSkipped, wasMissed } from '../domain/execution/log-entry.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import { judging } from './derive-skipped.ts'

/** Events of one millisecond that are looked at for a skipped entry. */
const MAX_EVENTS = 1000

type Sources = { log: LogStore; webhooks: WebhookStore }

/** One entry of a webhook's log with its sections. @param logId a delivery id, whether or not there was a delivery */
export async function findLogEntry(
  webhookId: string,
  logId: string,
  sources: Sources,
): Promise<LogEntryDetail | undefined> {
  const row = await sources.log.execution(logId)
  if (!row) return findSkipped(webhookId, logId, sources)
  if (row.webhookId !== webhookId) return undefined
  const event = await sources.log.event(row.eventId)
  if (!event) return undefined
  const version = await judgeOf(webhookId, event, sources)
  return detailOf({ entry: entryOfExecution(row), event, version, execution: row })
}

async function findSkipped(webhookId: string, logId: string, sources: Sources): Promise<LogEntryDetail | undefined> {
  const skipped = await findSkippedEvent(webhookId, logId, sources)
  if (!skipped) return undefined
  const { event, version } = skipped
  return detailOf({ entry: entryOfSkipped(event, version), event, version, execution: {} })
}

/**
 * An entry that is no row: of an event that the webhook would have fired on, had it not been switched off.
 * @returns as the execution that a redelivery repeats, which has never begun
 */
export async function findMissed(
  webhookId: string,
  logId: string,
  sources: Sources,
): Promise<ExecutionRow | undefined> {
  const skipped = await findSkippedEvent(webhookId, logId, sources)
  if (!skipped || !wasMissed(skipped.event, skipped.version)) return undefined
  return { ...toExecutionRow(fromEventRow(skipped.event), skipped.version), status: 'skipped' }
}

type SkippedEvent = { event: EventRow; version: WebhookVersion }

/** The id holds the time of its event, so that few events have to be looked at. */
async function findSkippedEvent(webhookId: string, logId: string, sources: Sources): Promise<SkippedEvent | undefined> {
  const at = timeOfId(logId)
  const range = { day: dayOf(at), from: firstIdAt(at), below: firstIdAt(at + 1), limit: MAX_EVENTS }
  const found = (await sources.log.eventMatches(range)).find(({ _id }) => executionId(_id, webhookId) === logId)
  if (!found || found.matched.includes(webhookId)) return undefined
  const event = await sources.log.event(found._id)
  if (!event) return undefined
  const version = await judgeOf(webhookId, event, sources)
  return version && { event, version }
}

async function judgeOf(webhookId: string, event: EventRow, { webhooks }: Sources) {
  const sequence = event.event.webhooksSequence
  return judging(await webhooks.versionsOf(webhookId, { first: sequence, last: sequence }), event)
}
