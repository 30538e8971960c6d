import { type ApiKeyRecord, keyId, keyRules, roleName, userId, wireDate } from '@sluice/contracts'
import { z } from 'zod'

/** A key as its holder sees it: never the secret, never its hash. */
export const keyAnswer = z
  .object({
    _id: keyId,
    user: userId.meta({ description: 'The holder: the key acts as this user.' }),
    name: z.string(),
    roles: z.array(roleName).meta({ description: 'The only roles that the key carries.' }),
    createdAt: wireDate,
    expiresAt: wireDate.meta({ description: 'From this instant on the key does not work.' }),
    lastUsedAt: wireDate.optional().meta({ description: 'Missing until the key is first used.' }),
    hint: z.string().meta({ description: 'The last four characters of the secret.' }),
    keyRules: keyRules.optional().meta({ description: 'From where it may be used, and how often in a minute.' }),
    previousUntil: wireDate
      .optional()
      .meta({ description: 'Until then the secret before the last rotation works too.' }),
  })
  .meta({
    id: 'ApiKey',
    examples: [
      {
        _id: '019aa6b7',
        user: 'ada',
        name: 'nightly import',
        roles: ['crew'],
        createdAt: { $date: 1795514401000 },
        expiresAt: { $date: 1803290401000 },
        hint: 'x7Qd',
      },
    ],
  })
export type KeyAnswer = z.infer<typeof keyAnswer>

const issuedSecret = z
  .object({
    key: z.string().meta({ description: 'The secret, shown this once: send it as "Authorization: Bearer <key>".' }),
  })
  .meta({ examples: [{ key: 'slk_…' }] })
/** The fields of the one answer that holds the secret. */
export const issuedKey = keyAnswer.extend(issuedSecret.shape)
export const issuedKeyAnswer = keyAnswer.and(issuedSecret).meta({ id: 'IssuedKey' })

export function withoutHash({ _id, user, name, roles, hint, keyRules: rules, ...dates }: ApiKeyRecord): KeyAnswer {
  const { createdAt, expiresAt, lastUsedAt, previousUntil } = dates
  return {
    _id,
    user,
    name,
    roles,
    createdAt: toJson(createdAt),
    expiresAt: toJson(expiresAt),
    ...(lastUsedAt && { lastUsedAt: toJson(lastUsedAt) }),
    hint,
    ...(rules && { keyRules: rules }),
    ...(previousUntil && { previousUntil: toJson(previousUntil) }),
  }
}

const toJson = (instant: Date) => ({ $date: instant.getTime() })
