import type { ExecutionStatus, LogEntry } from '@sluice/contracts'
import type { ExecutionRow } from '../domain/execution/execution.ts'
import { needsRedelivery } from '../domain/execution/redelivery.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { LogQuery } from './log-query.ts'
import { readLogPage } from './read-log-page.ts'

type Sources = { log: LogStore; webhooks: WebhookStore }
export type FoundExecution = { executionId: string; ofEvent: readonly ExecutionRow[] }

/** What one search may take. */
export type SearchBounds = { most: number; withinMs: number }

/**
 * Executions that need to be delivered again, newest first.
 * @returns without the texts of bodies; `next`: before which event the look has ended, where it did before the whole log
 */
export async function findExecutions(
  query: Omit<LogQuery, 'statuses'> & { status: Exclude<ExecutionStatus, 'pending'> },
  sources: Sources,
  { most, withinMs }: SearchBounds,
): Promise<{ found: FoundExecution[]; next: string | null }> {
  const found: FoundExecution[] = []
  const end = performance.now() + withinMs
  const missedOnly = query.status === 'skipped'
  let { before } = query
  let last: string | undefined
  do {
    const page = await readLogPage({ ...query, statuses: [query.status], before, missedOnly }, sources)
    for (const { _id, eventId } of page.items.filter(entry => isRepeatable(entry, missedOnly))) {
      const ofEvent = await sources.log.executionsOf([query.webhookId], eventId)
      if (!needsRedelivery({ _id }, ofEvent)) continue
      if (found.length === most) return { found, next: last ?? null }
      found.push({ executionId: _id, ofEvent })
      // An event has one entry that is no repetition.
      last = eventId
    }
    before = page.next ?? undefined
  } while (before !== undefined && performance.now() < end)
  return { found, next: before ?? null }
}

const isRepeatable = ({ redeliveryOf, reason }: LogEntry, missedOnly: boolean): boolean =>
  redeliveryOf === undefined && (!missedOnly || reason === 'disabled')
