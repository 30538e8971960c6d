import { DOCUMENT_RULES, type Principal, type Refusal, refuse, type UserId } from '@sluice/contracts'

export type KeyHolder = { kind: 'holder'; user: UserId } | Refusal

/**
 * What the routes of `/keys` apply: nothing. One's own keys are open to whoever has signed in, and the `apiKeys` block
 * alone bounds what is issued, so that rules for documents, which the same permission may carry, narrow nothing here.
 */
export const RULES_OF_OWN_KEYS = DOCUMENT_RULES

/** Keys are managed by a signed-in user only: not by strangers, and not by a key, which could outlive itself. */
export function requireHolder({ id, via }: Principal): KeyHolder {
  if (via === 'key') {
    const detail = 'An API key can not issue, list or revoke keys. Sign in with your own user name and password.'
    return refuse('KEY_CANNOT_MANAGE_KEYS', detail)
  }
  if (id === null || via === 'none') return refuse('UNAUTHENTICATED', 'Sign in with your user name and password.')
  return { kind: 'holder', user: id }
}
