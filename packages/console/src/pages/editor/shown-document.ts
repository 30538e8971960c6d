import type { HookFields } from '../../api/webhooks.ts'
import { MASK } from '../../domain/hook-form/signature-draft.ts'

/** A webhook as text, with values of headers and a second secret masked. */
export function shownDocument(document: HookFields): string {
  if (document.type === 'email') return JSON.stringify(document, null, 2)
  const headers = Object.fromEntries(Object.keys(document.headers).map(name => [name, MASK]))
  const { signature } = document
  if (!signature?.second) return JSON.stringify(Object.assign({}, document, { headers }), null, 2)
  const second = Object.assign({}, signature.second, { secret: MASK })
  const masked = { headers, signature: Object.assign({}, signature, { second }) }
  return JSON.stringify(Object.assign({}, document, masked), null, 2)
}
