import { z } from 'zod'
import { grantableRoles, roleName, userId } from './principal.ts'

export const keyId = z.string().min(1).max(100).brand<'KeyId'>()
export type KeyId = z.infer<typeof keyId>

const hash = z.string().regex(/^[0-9a-f]{64}$/)

const block = z.union([z.cidrv4(), z.cidrv6()], 'It is a block of addresses, such as 192.0.2.0/24 or 2001:db8::/32.')

/** What the keys issued under a permission are bound to wherever they are used: a key has a copy of it. */
export const keyRules = z
  .strictObject({
    allowedIps: z
      .array(block, 'It is a list of blocks of addresses.')
      .min(1, 'It must name at least one block; leave it out where any address will do.')
      .max(100, 'It may name 100 blocks at most.')
      .optional(),
    /** Requests a minute, counted by each gateway for itself. */
    rateLimit: z
      .int('It is a whole number of requests a minute.')
      .min(1, 'It is 1 to 1,000,000 requests a minute.')
      .max(1_000_000, 'It is 1 to 1,000,000 requests a minute.')
      .optional(),
  })
  .meta({ id: 'KeyRules' })
export type KeyRules = z.infer<typeof keyRules>

/** A key as it is stored. The secret is no part of it: only its SHA-256, in lower-case hex. */
export const apiKeyRecord = z.object({
  _id: keyId,
  user: userId,
  name: z.string().min(1).max(100),
  roles: z.array(roleName),
  createdAt: z.date(),
  expiresAt: z.date(),
  lastUsedAt: z.date().optional(),
  hash,
  hint: z.string().length(4),
  /** The secret before the last rotation; it works until then, and no longer than the key. */
  previousHash: hash.optional(),
  previousUntil: z.date().optional(),
  keyRules: keyRules.optional(),
})
export type ApiKeyRecord = z.infer<typeof apiKeyRecord>

/** The `apiKeys` block of a permission. The root role can't stand in it. */
export const keyPolicy = z.strictObject({
  roles: grantableRoles
    .min(1, 'It must name at least one role.')
    .refine(roles => !roles.some(role => role === 'admin'), {
      message: 'The root role "admin" can not be given to a key.',
    }),
  'max-expires-in-days': z.int().min(1).max(3650).optional(),
  'max-keys-per-user': z.int().min(1).max(1000).optional(),
})
export type KeyPolicy = z.infer<typeof keyPolicy>

/** How often a key was used on a day (UTC, `2026-11-21`), as it is stored; it is dropped at `dropAt`. */
export const keyUsageRecord = z.object({
  /** `<key>/<day>`. */
  _id: z.string(),
  key: keyId,
  day: z.string(),
  requests: z.int(),
  dropAt: z.date(),
})
export const KEY_USAGE_COLLECTION = 'keyUsage'
export const KEY_USAGE_DAYS = 400
