import type { LogEntryDetail } from '@sluice/contracts'
import type { EventRow } from '../domain/execution/execution.ts'
import { dayOf, executionId, firstIdAt, timeOfId } from '../domain/execution/execution-id.ts'
import { detailOf, entryOfExecution, entryOfSkipped } from '../domain/execution/log-entry.ts'
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

/** The id holds the time of its event, so that few events have to be looked at. */
async function findSkipped(webhookId: string, logId: string, sources: Sources): Promise<LogEntryDetail | undefined> {
  const at = timeOfId(logId)
  const range = { day: dayOf(at), from: firstIdAt(at), below: firstIdAt(at + 1), limit: MAX_EVENTS }
  const found = (await sources.log.eventMatches(range)).find(({ _id }) => executionId(_id, webhookId) === logId)
  if (!found || found.matched.includes(webhookId)) return undefined
  const event = await sources.log.event(found._id)
  if (!event) return undefined
  const version = await judgeOf(webhookId, event, sources)
  return version && detailOf({ entry: entryOfSkipped(event, version), event, version, execution: {} })
}

async function judgeOf(webhookId: string, event: EventRow, { webhooks }: Sources) {
  const sequence = event.event.webhooksSequence
  return judging(await webhooks.versionsOf(webhookId, { first: sequence, last: sequence }), event)
}
