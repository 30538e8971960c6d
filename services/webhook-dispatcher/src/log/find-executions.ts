import type { ExecutionRow } from '../domain/execution/execution.ts'
import { needsRedelivery } from '../domain/execution/redelivery.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { LogQuery } from './log-query.ts'
import { readLogPage } from './read-log-page.ts'

type Sources = { log: LogStore; webhooks: WebhookStore }
export type FoundExecution = { execution: ExecutionRow; ofEvent: readonly ExecutionRow[] }

/** What one search may take. */
export type SearchBounds = { most: number; withinMs: number }

/**
 * Executions that need to be delivered again, newest first.
 * @returns without the texts of bodies; `more`: it was ended before the whole log was looked at
 */
export async function findExecutions(
  query: Omit<LogQuery, 'before' | 'statuses'> & { status: 'failed' | 'success' },
  sources: Sources,
  { most, withinMs }: SearchBounds,
): Promise<{ found: FoundExecution[]; more: boolean }> {
  const found: FoundExecution[] = []
  const end = performance.now() + withinMs
  let before: string | undefined
  do {
    const page = await readLogPage({ ...query, statuses: [query.status], before }, sources)
    for (const { _id, eventId, redeliveryOf } of page.items) {
      if (redeliveryOf !== undefined) continue
      const ofEvent = await sources.log.executionsOf([query.webhookId], eventId)
      const execution = ofEvent.find(row => row._id === _id)
      if (!execution || !needsRedelivery(execution, ofEvent)) continue
      if (found.length === most) return { found, more: true }
      found.push({ execution, ofEvent })
    }
    before = page.next ?? undefined
  } while (before !== undefined && performance.now() < end)
  return { found, more: before !== undefined }
}
