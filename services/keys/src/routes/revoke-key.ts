import { keyId, type Refusal, refuse } from '@sluice/contracts'
import { type Logger, noContent, type Operation, occasionOf } from '@sluice/service-kit'
import { requireHolder } from '../domain/require-holder.ts'
import type { KeyStore } from '../ports.ts'

export type RevokeKey = { keyStore: KeyStore; now: () => Date; logger: Logger }

/** `DELETE /keys/<id>`: 204; a key of another user answers as a missing one (spec 3, 4.2). */
export const revokeKey = ({ keyStore, now, logger }: RevokeKey): Operation => ({
  summary: 'Revoke one of your own API keys',
  answers: { 204: 'The key does not work any more.' },
  errors: ['UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle(request) {
    const { caller, params, requestId } = request
    const holder = requireHolder(caller.principal)
    if (holder.kind === 'refuse') return holder
    const id = keyId.safeParse(params.id)
    if (!id.success) return refuseUnknown()
    const removed = await keyStore.remove(id.data, occasionOf(request, now()), holder.user)
    if (!removed) return refuseUnknown()
    logger.info({ requestId, user: holder.user, keyId: removed._id, hint: removed.hint }, 'key.revoked')
    return noContent()
  },
})

const refuseUnknown = (): Refusal =>
  refuse('NOT_FOUND', 'You have no key with this id. GET /keys lists those that you have.')
