import { DOCUMENT_RULES, keyId, type Refusal, refuse, type UserId } from '@sluice/contracts'
import { type Logger, noContent, type Operation, occasionOf, type ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { administeredKeys } from '../domain/administered-keys.ts'
import { requireHolder } from '../domain/require-holder.ts'
import type { KeyStore } from '../ports/key-store.ts'

export type RevokeKey = { keyStore: KeyStore; now: () => Date; logger: Logger }

/** The keys that a caller can revoke: a filter on key records. */
type RevocableKeys = { kind: 'revocable'; user: UserId; among: Document } | Refusal

type Revocation = Pick<Operation, 'id' | 'tag' | 'summary'> & {
  keysOf(caller: ServiceRequest['caller']): RevocableKeys
  unknown: string
}

/** `DELETE /keys/<id>`: 204; a key of another user answers as a missing one. */
export const revokeKey = revocation({
  id: 'revokeKey',
  tag: 'keys',
  summary: 'Revoke one of your own API keys',
  keysOf: ownKeys,
  unknown: 'You have no key with this id. GET /keys lists those that you have.',
})

/** `DELETE /admin/keys/<id>`: revokes a key, whoever holds it, of those that the permission lets the caller write. */
export const revokeAnyKey = revocation({
  id: 'revokeAnyKey',
  tag: 'admin',
  summary: 'Revoke an API key of any user',
  keysOf: keysOfAll,
  unknown: 'There is no key with this id. GET /admin/keys lists all.',
})

function ownKeys({ principal }: ServiceRequest['caller']): RevocableKeys {
  const holder = requireHolder(principal)
  return holder.kind === 'refuse' ? holder : { kind: 'revocable', user: holder.user, among: { user: holder.user } }
}

function keysOfAll(caller: ServiceRequest['caller']): RevocableKeys {
  const keys = administeredKeys(caller)
  return keys.kind === 'refuse' ? keys : { kind: 'revocable', user: keys.user, among: keys.revocable({}) }
}

function revocation({ id, tag, summary, keysOf, unknown }: Revocation) {
  return ({ keyStore, now, logger }: RevokeKey): Operation => ({
    id,
    tag,
    summary,
    answers: { 204: 'The key does not work any more.' },
    appliedRules: DOCUMENT_RULES,
    errors: ['FORBIDDEN', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE', 'OVERLOADED'],
    async handle(request) {
      const { caller, params, requestId } = request
      const keys = keysOf(caller)
      if (keys.kind === 'refuse') return keys
      const id = keyId.safeParse(params.id)
      const occasion = occasionOf(request, now())
      const removed = id.success ? await keyStore.remove(id.data, occasion, keys.among) : undefined
      if (!removed) return refuse('NOT_FOUND', unknown)
      const { _id, hint, user: holder } = removed
      logger.info({ requestId, user: keys.user, holder, keyId: _id, hint }, 'key.revoked')
      return noContent()
    },
  })
}
