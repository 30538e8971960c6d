import { type Refusal, refuse } from '@sluice/contracts'

export type WriteMode = 'insert' | 'update' | 'upsert'

/** Reads `?wm=`. Whoever is not root needs a permission that allows it. */
export function readWriteMode(text: string | null, isAllowed: boolean): { kind: 'mode'; mode: WriteMode } | Refusal {
  if (text === null) return { kind: 'mode', mode: 'update' }
  if (!isAllowed) return refuse('FORBIDDEN', 'Your permission does not allow to choose the write mode. Leave ?wm out.')
  if (text === 'insert' || text === 'update' || text === 'upsert') return { kind: 'mode', mode: text }
  const message = 'wm is insert, update or upsert.'
  return refuse('BAD_QUERY', message, [{ path: 'wm', message }])
}
