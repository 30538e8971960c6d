import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventDetail, EventOutcome, LogEntry } from '@sluice/contracts'
import { clientOf, joinHeaders, repeatOf, throughOf, turnedAwayOf } from '../domain/exchange/exchange-view.ts'
import type { EventRow } from '../domain/execution/execution.ts'
import { timeOfId } from '../domain/execution/execution-id.ts'
import { entryOfExecution, entryOfSkipped, showAnswer } from '../domain/execution/log-entry.ts'
import { mayHear } from '../domain/occurrence/audience.ts'
import type { WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { KeptRange } from './shown-range.ts'

/** Webhooks whose outcome one answer tells, those that the event matched first. */
const MAX_WEBHOOKS = 500
/** Entries of one webhook about the event, the newest ones: the delivery, and those that repeated it. */
const MAX_ENTRIES = 20
/** An event and its executions are written side by side. */
const NOT_BEGUN: Pick<EventOutcome, 'status' | 'summary'> = {
  status: 'pending',
  summary: 'The delivery has not begun yet.',
}
/** Others get their turn after so much work. */
const TURN_MS = 10

type EventSources = {
  log: Pick<LogStore, 'event' | 'executionsOf' | 'clearsOf'>
  webhooks: Pick<WebhookStore, 'versionsJudging'>
  live: Pick<LiveWebhooks, 'get'>
}

/**
 * An event with what each webhook did about it: those that were in force when it happened, also where they are gone now,
 * without what was cleared from their logs.
 * @returns undefined where no event of this id is kept
 */
export async function findEventDetail(
  id: string,
  kept: Pick<KeptRange, 'from' | 'failedOnlyBefore'>,
  sources: EventSources,
): Promise<EventDetail | undefined> {
  const row = timeOfId(id) < kept.from ? undefined : await sources.log.event(id)
  if (!row) return undefined
  const outcomes = await outcomesOf(row, kept, sources)
  return { ...describeExchange(row), ...outcomes }
}

function describeExchange(row: EventRow): Omit<EventDetail, 'webhooks' | 'more'> {
  const { event, requestBody, responseBody } = row
  const { principal, request, response } = event
  const { method, path, query, headers } = request
  return {
    _id: row._id,
    timestamp: { $date: event.at },
    durationMs: event.durationMs,
    outcome: event.outcome,
    aborted: event.aborted,
    user: principal.id,
    roles: [...principal.roles],
    via: principal.via,
    ...clientOf(event),
    permission: event.permission ?? null,
    ...turnedAwayOf(event),
    ...throughOf(event),
    ...repeatOf(event),
    incomingRequest: { method, path, query, headers: joinHeaders(headers), body: requestBody },
    incomingResponse: response && showAnswer({ ...response, body: responseBody }),
  }
}

async function outcomesOf(
  row: EventRow,
  { failedOnlyBefore }: Pick<KeptRange, 'failedOnlyBefore'>,
  { log, webhooks, live }: EventSources,
): Promise<Pick<EventDetail, 'webhooks' | 'more'>> {
  const versions = await webhooks.versionsJudging(row.event.webhooksSequence, MAX_WEBHOOKS + 1)
  const judging = versions.filter(({ webhook }) => mayHear(row.event, webhook._id))
  const judges = new Map<string, WebhookVersion>(judging.map(version => [version.webhook._id, version]))
  const ids = await withoutCleared([...new Set([...row.matched, ...judges.keys()])], row, log)
  const told = ids.slice(0, MAX_WEBHOOKS)
  const executions = await executionsBy(told, row, log)
  const hasFailedOnly = timeOfId(row._id) < failedOnlyBefore
  const outcomes: EventOutcome[] = []
  for await (const id of inTurns(told)) {
    const judge = judges.get(id)
    const outcome = outcomeOf(executions.get(id) ?? skippedBy(judge, row), hasFailedOnly)
    const name = live.get(id)?.name ?? judge?.webhook.name ?? null
    if (outcome) outcomes.push({ webhookId: id, name, ...outcome })
  }
  const hasMore = told.length < ids.length || versions.length > MAX_WEBHOOKS
  return hasMore ? { webhooks: outcomes, more: true } : { webhooks: outcomes }
}

async function withoutCleared(
  webhookIds: readonly string[],
  { _id }: EventRow,
  log: Pick<LogStore, 'clearsOf'>,
): Promise<string[]> {
  const clears = await log.clearsOf(webhookIds)
  return webhookIds.filter(id => (clears.get(id) ?? 0) < timeOfId(_id))
}

/**
 * The entries of those of these webhooks that the event matched, or that were told of it by a repeat of its request, newest
 * first: what was delivered again stands before its original.
 */
async function executionsBy(
  webhookIds: readonly string[],
  { _id, matched }: EventRow,
  log: Pick<LogStore, 'executionsOf'>,
): Promise<ReadonlyMap<string, LogEntry[]>> {
  const rows = webhookIds.length > 0 ? await log.executionsOf(webhookIds, _id) : []
  const byWebhook = Map.groupBy(rows, ({ webhookId }) => webhookId)
  const ids = webhookIds.filter(id => matched.includes(id) || byWebhook.has(id))
  return new Map(
    ids.map(id => {
      const newestFirst = (byWebhook.get(id) ?? []).sort((a, b) => b.at.getTime() - a.at.getTime())
      return [id, newestFirst.slice(0, MAX_ENTRIES).map(entryOfExecution)]
    }),
  )
}

/** @returns undefined of a webhook whose version is not kept any more */
const skippedBy = (version: WebhookVersion | undefined, row: EventRow): LogEntry[] | undefined =>
  version && [entryOfSkipped(row, version)]

/** @param entries none of a delivery that is not there yet. @returns undefined where nothing is kept of it */
function outcomeOf(
  entries: LogEntry[] | undefined,
  hasFailedOnly: boolean,
): Omit<EventOutcome, 'webhookId' | 'name'> | undefined {
  if (!entries) return undefined
  const kept = hasFailedOnly ? entries.filter(({ status }) => status === 'failed') : entries
  const [newest] = kept
  if (newest) return { status: newest.status, summary: newest.summary, entries: kept }
  return hasFailedOnly ? undefined : { ...NOT_BEGUN, entries: kept }
}

/** Goes through many, and lets others have their turn in between: each may parse the body of the event. */
async function* inTurns<T>(items: readonly T[]): AsyncGenerator<T> {
  let begun = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - begun < TURN_MS) continue
    await nextTurn()
    begun = performance.now()
  }
}
