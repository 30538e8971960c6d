import { type RecordedExchange, type Refusal, refuse } from '@sluice/contracts'
import { fromEventRow } from '../domain/execution/execution.ts'
import type { LogStore } from '../ports/log-store.ts'

/** An exchange that a client names in the field `event`, as the log has kept it. */
export async function findEvent(id: string, log: Pick<LogStore, 'event'>): Promise<RecordedExchange | Refusal> {
  const row = await log.event(id)
  if (row) return fromEventRow(row)
  const message = 'No event of this id is kept.'
  return refuse('NOT_FOUND', `event: ${message}`, [{ path: 'event', message }])
}
