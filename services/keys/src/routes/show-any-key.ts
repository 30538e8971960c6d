import { DOCUMENT_RULES, keyId, refuse } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { administeredKeys } from '../domain/administered-keys.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { keyAnswer, withoutHash } from './key-answer.ts'

const ONE = { sort: { field: 'createdAt', isDescending: true }, skip: 0, limit: 1 } as const

/** `GET /admin/keys/<id>`: a key, whoever holds it, of those that the permission lets the caller read. */
export const showAnyKey = ({ keyStore }: { keyStore: KeyStore }): Operation => ({
  id: 'showAnyKey',
  tag: 'admin',
  summary: 'Show an API key of any user',
  answers: { 200: keyAnswer },
  appliedRules: DOCUMENT_RULES,
  errors: ['FORBIDDEN', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle({ caller, params }) {
    const keys = administeredKeys(caller)
    if (keys.kind === 'refuse') return keys
    const id = keyId.safeParse(params.id)
    const [record] = id.success ? (await keyStore.search(keys.readable({ _id: id.data }), ONE)).records : []
    return record
      ? ok(keys.show(withoutHash(record)))
      : refuse('NOT_FOUND', 'There is no key with this id. GET /admin/keys lists all.')
  },
})
