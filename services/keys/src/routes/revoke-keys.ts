import { DOCUMENT_RULES, type KeyId, type Refusal, refuseFields } from '@sluice/contracts'
import { type Occasion, type Operation, occasionOf, ok, parseQuery } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { z } from 'zod'
import { administeredKeys } from '../domain/administered-keys.ts'
import { toStoredFilter } from '../domain/key-filter.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { keyQuery, toKeyFilter } from './key-query.ts'
import { revokeInTime } from './revoke-in-time.ts'
import type { RevokeKey } from './revoke-key.ts'

/** Each is a change of its own, told to every process: a call ends in seconds, and says what is left. */
const MOST_AT_ONCE = 1_000
const LIMIT_MS = 5_000

const revokeQuery = keyQuery.extend({
  dryRun: z.enum(['true', 'false']).default('false').meta({ description: 'Only count them.' }),
})
const revokeAnswer = z.object({
  matched: z.int().meta({ description: 'How many keys matched.' }),
  revoked: z.int().meta({
    description: `How many of them do not work any more; ${MOST_AT_ONCE} at most per call, and as many as end within ${LIMIT_MS / 1_000} s. Send the same again for the rest.`,
  }),
})

/** `DELETE /admin/keys?<filters>`: revokes all keys that match; without a filter none. */
export const revokeKeys = ({ keyStore, now, logger }: RevokeKey): Operation => ({
  id: 'revokeKeys',
  tag: 'admin',
  summary: 'Revoke the API keys that match, of any user',
  examples: { answers: { 200: { matched: 3, revoked: 3 } } },
  query: revokeQuery,
  answers: { 200: revokeAnswer },
  appliedRules: DOCUMENT_RULES,
  errors: [
    'BAD_QUERY',
    'FORBIDDEN',
    'FIELD_HIDDEN',
    'UNAUTHENTICATED',
    'KEY_CANNOT_MANAGE_KEYS',
    'UNAVAILABLE',
    'OVERLOADED',
  ],
  async handle(request) {
    const { caller, query, requestId } = request
    const keys = administeredKeys(caller)
    if (keys.kind === 'refuse') return keys
    const { dryRun, ...wanted } = parseQuery(revokeQuery, query)
    if (Object.keys(wanted).length === 0) return refuseAll()
    const at = now()
    const asked = toStoredFilter(toKeyFilter(wanted, at))
    const refusal = keys.refusalOf(asked)
    if (refusal) return refusal
    // What can't be read is left out too: else the counts would tell what the filter finds in it.
    const filter = keys.revocable(keys.readable(asked))
    const limit = dryRun === 'true' ? 0 : MOST_AT_ONCE
    const { failure, ...answer } = await revokeMatching(keyStore, { filter, limit, occasion: occasionOf(request, at) })
    if (limit > 0) logger.info({ requestId, user: keys.user, ...wanted, ...answer }, 'keys.revoked')
    return failure ? refuseRest(answer, failure) : ok(answer)
  },
})

type MatchingKeys = { filter: Document; limit: number; occasion: Occasion }

async function revokeMatching(keyStore: KeyStore, { filter, limit, occasion }: MatchingKeys) {
  const sort = { field: 'createdAt', isDescending: false } as const
  const { records, total: matched } = await keyStore.search(filter, { sort, skip: 0, limit: Math.max(1, limit) })
  const ids = records.slice(0, limit).map(({ _id }) => _id)
  const revoke = async (id: KeyId) => (await keyStore.remove(id, occasion, filter)) !== undefined
  return { matched, ...(await revokeInTime(ids, { revoke, limitMs: LIMIT_MS, clock: () => performance.now() })) }
}

/** Whether the one at which it ended is revoked is not known: to ask again makes sure. */
const refuseRest = ({ matched, revoked }: z.infer<typeof revokeAnswer>, failure: Refusal): Refusal => ({
  ...failure,
  detail: `${revoked} of the ${matched} keys are revoked. ${failure.detail} Send the same request again for the rest.`,
})

const refuseAll = () => {
  const message = `Name at least one of ${Object.keys(keyQuery.shape).join(', ')}: all keys are never meant by nothing.`
  return refuseFields([{ path: '', message }], 'BAD_QUERY')
}
