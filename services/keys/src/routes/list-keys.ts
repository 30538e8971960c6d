import { type Operation, ok, parseQuery } from '@sluice/service-kit'
import { z } from 'zod'
import { RULES_OF_OWN_KEYS, requireHolder } from '../domain/require-holder.ts'
import type { KeyStore } from '../ports/key-store.ts'
import { keyAnswer, withoutHash } from './key-answer.ts'

const listQuery = z.object({
  q: z.string().max(100).optional().meta({ description: 'Literal text that the name contains, whatever its case.' }),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(1000).default(100),
})

/** `GET /keys`: the caller's own keys, newest first. */
export const listKeys = ({ keyStore }: { keyStore: KeyStore }): Operation => ({
  id: 'listKeys',
  tag: 'keys',
  summary: 'List your own API keys, newest first',
  query: listQuery,
  answers: { 200: z.array(keyAnswer) },
  answerHeaders: ['X-Total-Count'],
  appliedRules: RULES_OF_OWN_KEYS,
  errors: ['BAD_QUERY', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'UNAVAILABLE'],
  async handle({ caller, query }) {
    const holder = requireHolder(caller.principal)
    if (holder.kind === 'refuse') return holder
    const { q, page, pagesize } = parseQuery(listQuery, query)
    const found = await keyStore.listOf(holder.user, { nameContains: q, skip: (page - 1) * pagesize, limit: pagesize })
    return ok(found.records.map(withoutHash), { 'x-total-count': String(found.total) })
  },
})
