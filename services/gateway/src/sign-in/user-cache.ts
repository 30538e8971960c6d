import { hash } from 'node:crypto'
import type { ChangeLog } from '@sluice/change-log'
import { type RoleName, roleName, type UserId, userId } from '@sluice/contracts'
import { formatEtag, propertiesOf } from '@sluice/documents'
import type { Logger } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { z } from 'zod'
import { createLiveCache, type LiveCache } from './live-cache.ts'

/** A user as sign-in needs it. The object is replaced when the stored user changes, never altered. */
export type UserRecord = {
  id: UserId
  roles: RoleName[]
  isDisabled: boolean
  /** Undefined when the stored one is unusable: then nobody signs in with it. */
  passwordHash: string | undefined
  /** Another one after each writing of the password. */
  passwordMark: string
  /** The version of the stored document; undefined where another program has written it without one. */
  etag: string | undefined
  /** What `@user.<path>` may name, with the types of the store. */
  document: Document
  /** The same as JSON, for the grant. */
  properties: Record<string, unknown>
}

/** Users that signed in lately. */
export type UserCache = LiveCache<UserRecord>

type Dependencies = { store: Store; changes: ChangeLog; db: string; logger: Logger }

const storedUser = z.object({
  _id: userId,
  roles: z.array(roleName).default([]),
  password: z.string().optional(),
  disabled: z.boolean().optional(),
})
const PROTECTED = new Set(['password', 'passwordHash', '_etag'])

export function createUserCache({ store, changes, db, logger }: Dependencies): UserCache {
  const users = store.collection({ db, collection: 'users' })
  return createLiveCache<UserRecord>({
    changes,
    topic: 'users',
    async read(id) {
      const found = await users.findOne({ _id: id }, { linearizable: true })
      return found ? toUserRecord(found, logger) : 'missing'
    },
  })
}

function toUserRecord(found: Document, logger: Logger): UserRecord | 'missing' {
  const parsed = storedUser.safeParse(found)
  if (!parsed.success) {
    logger.error({ fields: parsed.error.issues.map(issue => issue.path.join('.')) }, 'user.unreadable')
    return 'missing'
  }
  const { _id, roles, disabled, password } = parsed.data
  const document = Object.fromEntries(Object.entries(found).filter(([name]) => !PROTECTED.has(name)))
  return {
    id: _id,
    roles,
    isDisabled: disabled === true,
    passwordHash: password,
    passwordMark: hash('sha256', password ?? ''),
    etag: formatEtag(found, ''),
    document,
    properties: propertiesOf(document),
  }
}
