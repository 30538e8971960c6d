import { DOCUMENT_RULES, keyId, keyUsageRecord, refuse } from '@sluice/contracts'
import { type Operation, ok } from '@sluice/service-kit'
import { z } from 'zod'
import { administeredKeys } from '../domain/administered-keys.ts'
import { RULES_OF_OWN_KEYS, requireHolder } from '../domain/require-holder.ts'
import type { KeyUsageCounts } from '../ports/key-usage.ts'

const usageAnswer = z.object({
  days: z.array(keyUsageRecord.pick({ day: true, requests: true })).meta({
    description: 'Days on which it was used (UTC), the oldest first; the last seconds may be missing.',
  }),
})

/** `GET /admin/keys/<id>/usage`: how often a key was used on each day; also one that is revoked, for 400 days. */
export const showKeyUsage = ({ usage }: { usage: KeyUsageCounts }): Operation => ({
  id: 'showKeyUsage',
  tag: 'admin',
  summary: 'Say how often an API key was used, by day',
  examples: { answers: { 200: { days: [{ day: '2026-11-21', requests: 1204 }] } } },
  answers: { 200: usageAnswer },
  appliedRules: DOCUMENT_RULES,
  errors: ['FORBIDDEN', 'FIELD_HIDDEN', 'UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
  async handle({ caller, params }) {
    const keys = administeredKeys(caller)
    if (keys.kind === 'refuse') return keys
    // The last of the days tells when the key was last used.
    const refusal = keys.refusalOf({ lastUsedAt: null })
    if (refusal) return refusal
    const id = keyId.safeParse(params.id)
    const days = id.success ? await usage.daysOf(id.data, keys.readable({})) : undefined
    if (!days) return refuse('NOT_FOUND', 'There is no key with this id, and none was used in the last 400 days.')
    return ok({ days })
  },
})

/** `GET /keys/<id>/usage`: the same of one of the caller's own keys, as long as it is there; keys of others are not found. */
export const showOwnKeyUsage = ({ usage }: { usage: KeyUsageCounts }): Operation => ({
  id: 'showOwnKeyUsage',
  tag: 'keys',
  summary: 'Say how often one of your own API keys was used, by day',
  answers: { 200: usageAnswer },
  appliedRules: RULES_OF_OWN_KEYS,
  errors: ['UNAUTHENTICATED', 'KEY_CANNOT_MANAGE_KEYS', 'NOT_FOUND', 'UNAVAILABLE'],
  examples: { answers: { 200: { days: [{ day: '2026-11-21', requests: 1_204 }] } } },
  async handle({ caller, params }) {
    const holder = requireHolder(caller.principal)
    if (holder.kind === 'refuse') return holder
    const id = keyId.safeParse(params.id)
    const days = id.success ? await usage.daysOf(id.data, { user: holder.user }) : undefined
    return days
      ? ok({ days })
      : refuse('NOT_FOUND', 'You have no key with this id. GET /keys lists those that you have.')
  },
})
