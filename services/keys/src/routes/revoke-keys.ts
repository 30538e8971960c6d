import { refuseFields } from '@sluice/contracts'
import { type Occasion, type Operation, occasionOf, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { requireHolder } from '../domain/require-holder.ts'
import type { KeyFilter, KeyStore } from '../ports.ts'
import { keyQuery, toKeyFilter } from './key-query.ts'
import type { RevokeKey } from './revoke-key.ts'

/** Each is a change of its own, told to every process: a call ends in seconds, and says what is left. */
const MOST_AT_ONCE = 1_000

const revokeQuery = keyQuery.extend({
  dryRun: z.enum(['true', 'false']).default('false').meta({ description: 'Only count them.' }),
})
const revokeAnswer = z.object({
  matched: z.int().meta({ description: 'How many keys matched.' }),
  revoked: z.int().meta({ description: `How many of them do not work any more; ${MOST_AT_ONCE} at most per call.` }),
})

/** `DELETE /admin/keys?<filters>`: revokes all keys that match; without a filter none. */
export const revokeKeys = ({ keyStore, now, logger }: RevokeKey): Operation => ({
  summary: 'Revoke the API keys that match, of any user',
  query: revokeQuery,
  answers: { 200: revokeAnswer },
  errors: ['BAD_QUERY', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle(request) {
    const { caller, query, requestId } = request
    const asking = requireHolder(caller.principal)
    if (asking.kind === 'refuse') return asking
    const { dryRun, ...wanted } = parseQuery(revokeQuery, query)
    if (Object.keys(wanted).length === 0) return refuseAll()
    const filter = toKeyFilter(wanted, now())
    const limit = dryRun === 'true' ? 0 : MOST_AT_ONCE
    const answer = await revokeMatching(keyStore, { filter, limit, occasion: occasionOf(request, filter.at) })
    if (limit > 0) logger.info({ requestId, user: asking.user, ...wanted, ...answer }, 'keys.revoked')
    return ok(answer)
  },
})

type Matching = { filter: KeyFilter; limit: number; occasion: Occasion }

async function revokeMatching(keyStore: KeyStore, { filter, limit, occasion }: Matching) {
  const sort = { field: 'createdAt', isDescending: false } as const
  const { records, total: matched } = await keyStore.search(filter, { sort, skip: 0, limit: Math.max(1, limit) })
  let revoked = 0
  for (const { _id } of records.slice(0, limit)) if (await keyStore.remove(_id, occasion)) revoked += 1
  return { matched, revoked }
}

const refuseAll = () => {
  const message = `Name at least one of ${Object.keys(keyQuery.shape).join(', ')}: all keys are never meant by nothing.`
  return refuseFields([{ path: '', message }], 'BAD_QUERY')
}
