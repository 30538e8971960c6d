import { DOCUMENT_RULES } from '@sluice/contracts'
import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { administeredKeys } from '../domain/administered-keys.ts'
import { toStoredFilter } from '../domain/key-filter.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { keyAnswer, withoutHash } from './key-answer.ts'
import { keyQuery, keySort, toKeyFilter, toKeySort } from './key-query.ts'

const listQuery = keyQuery.extend({
  sort: keySort,
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

/** `GET /admin/keys`: every key on the service with its holder and last use (docs/reference/keys.md#manage), for whom the ACL lets in. */
export const listAllKeys = ({ keyStore, now }: { keyStore: KeyStore; now: () => Date }): Operation => ({
  id: 'listAllKeys',
  tag: 'admin',
  summary: 'List the API keys of all users',
  query: listQuery,
  answers: { 200: z.array(keyAnswer) },
  answerHeaders: ['X-Total-Count'],
  appliedRules: DOCUMENT_RULES,
  errors: ['BAD_QUERY', 'FORBIDDEN', 'FIELD_HIDDEN', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller, query }) {
    const keys = administeredKeys(caller)
    if (keys.kind === 'refuse') return keys
    const { sort, page, pagesize, ...wanted } = parseQuery(listQuery, query)
    const order = toKeySort(sort)
    const filter = toStoredFilter(toKeyFilter(wanted, now()))
    const refusal = keys.refusalOf(filter) ?? (query.has('sort') ? keys.refusalOf({ [order.field]: null }) : undefined)
    if (refusal) return refusal
    const slice = { sort: order, skip: (page - 1) * pagesize, limit: pagesize }
    const { records, total } = await keyStore.search(keys.readable(filter), slice)
    const shown = records.map(record => keys.show(withoutHash(record)))
    return ok(shown, { 'x-total-count': String(total) })
  },
})
