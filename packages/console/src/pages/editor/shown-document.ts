import type { HookFields } from '../../api/webhooks.ts'
import { MASK } from '../../domain/webhooks/hook-draft.ts'

/** A webhook as text, with values of headers masked, which may be secrets. */
export function shownDocument(document: HookFields): string {
  if (document.type === 'email') return JSON.stringify(document, null, 2)
  const headers = Object.fromEntries(Object.keys(document.headers).map(name => [name, MASK]))
  return JSON.stringify(Object.assign({}, document, { headers }), null, 2)
}
