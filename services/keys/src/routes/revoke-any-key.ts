import { keyId, type Refusal, refuse } from '@sluice/contracts'
import { noContent, type Operation, occasionOf } from '@sluice/service-kit'
import { requireHolder } from '../domain/require-holder.ts'
import type { RevokeKey } from './revoke-key.ts'

/** `DELETE /admin/keys/<id>`: revokes a key, whoever holds it (spec 3). */
export const revokeAnyKey = ({ keyStore, now, logger }: RevokeKey): Operation => ({
  summary: 'Revoke an API key of any user',
  answers: { 204: 'The key does not work any more.' },
  errors: ['UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle(request) {
    const { caller, params, requestId } = request
    const asking = requireHolder(caller.principal)
    if (asking.kind === 'refuse') return asking
    const id = keyId.safeParse(params.id)
    const removed = id.success ? await keyStore.remove(id.data, occasionOf(request, now())) : undefined
    if (!removed) return refuseUnknown()
    const { _id, hint, user: holder } = removed
    logger.info({ requestId, user: asking.user, holder, keyId: _id, hint }, 'key.revoked')
    return noContent()
  },
})

const refuseUnknown = (): Refusal => refuse('NOT_FOUND', 'There is no key with this id. GET /admin/keys lists all.')
