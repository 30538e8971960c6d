import { keyId, refuse, type UserId } from '@sluice/contracts'
import { type Logger, noContent, type Operation, occasionOf } from '@sluice/service-kit'
import { requireHolder } from '../domain/require-holder.ts'
import type { KeyStore } from '../ports.ts'

export type RevokeKey = { keyStore: KeyStore; now: () => Date; logger: Logger }

type Revocation = {
  summary: string
  /** Whose the key must be; anybody's where undefined. */
  ownerOf(user: UserId): UserId | undefined
  unknown: string
}

/** `DELETE /keys/<id>`: 204; a key of another user answers as a missing one (spec 3, 4.2). */
export const revokeKey = revocation({
  summary: 'Revoke one of your own API keys',
  ownerOf: user => user,
  unknown: 'You have no key with this id. GET /keys lists those that you have.',
})

/** `DELETE /admin/keys/<id>`: revokes a key, whoever holds it (spec 3). */
export const revokeAnyKey = revocation({
  summary: 'Revoke an API key of any user',
  ownerOf: () => undefined,
  unknown: 'There is no key with this id. GET /admin/keys lists all.',
})

function revocation({ summary, ownerOf, unknown }: Revocation) {
  return ({ keyStore, now, logger }: RevokeKey): Operation => ({
    summary,
    answers: { 204: 'The key does not work any more.' },
    errors: ['UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
    async handle(request) {
      const { caller, params, requestId } = request
      const asking = requireHolder(caller.principal)
      if (asking.kind === 'refuse') return asking
      const id = keyId.safeParse(params.id)
      const occasion = occasionOf(request, now())
      const removed = id.success ? await keyStore.remove(id.data, occasion, ownerOf(asking.user)) : undefined
      if (!removed) return refuse('NOT_FOUND', unknown)
      const { _id, hint, user: holder } = removed
      logger.info({ requestId, user: asking.user, holder, keyId: _id, hint }, 'key.revoked')
      return noContent()
    },
  })
}
