import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { requireHolder } from '../domain/require-holder.ts'
import type { KeyStore } from '../ports.ts'
import { keyAnswer, withoutHash } from './key-answer.ts'
import { keyQuery, keySort, toKeyFilter, toKeySort } from './key-query.ts'

const listQuery = keyQuery.extend({
  sort: keySort,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

/** `GET /admin/keys`: every key on the service with its holder and last use (spec 4.2), for whom the ACL lets in. */
export const listAllKeys = ({ keyStore, now }: { keyStore: KeyStore; now: () => Date }): Operation => ({
  summary: 'List the API keys of all users',
  query: listQuery,
  answers: { 200: z.array(keyAnswer) },
  errors: ['BAD_QUERY', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller, query }) {
    const asking = requireHolder(caller.principal)
    if (asking.kind === 'refuse') return asking
    const { sort, page, pagesize, ...wanted } = parseQuery(listQuery, query)
    const slice = { sort: toKeySort(sort), skip: (page - 1) * pagesize, limit: pagesize }
    const { records, total } = await keyStore.search(toKeyFilter(wanted, now()), slice)
    return ok(records.map(withoutHash), { 'x-total-count': String(total) })
  },
})
