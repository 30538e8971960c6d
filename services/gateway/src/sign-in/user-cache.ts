import type { ChangeLog } from '@sluice/change-log'
import { type RoleName, roleName, type UserId, userId } from '@sluice/contracts'
import { type Logger, UnavailableError } from '@sluice/service-kit'
import type { Document, Store } from '@sluice/store'
import { EJSON } from 'bson'
import { z } from 'zod'
import { createBoundedMap } from './bounded-map.ts'

/** A user as sign-in needs it. The object is replaced when the stored user changes, never altered. */
export type UserRecord = {
  id: UserId
  roles: RoleName[]
  isDisabled: boolean
  /** Undefined when the stored one is unusable: then nobody signs in with it. */
  passwordHash: string | undefined
  /** What `@user.<path>` may name, with the types of the store. */
  document: Document
  /** The same as JSON, for the grant. */
  properties: Record<string, unknown>
}

export type UserCache = {
  /** Starts following changes. */
  start(): Promise<void>
  /** What is held now: `unknown` is not held, `missing` is known not to exist. */
  peek(id: string): UserRecord | 'missing' | 'unknown'
  /** What is held, else what is stored. @throws StoreUnavailableError, UnavailableError */
  get(id: string): Promise<UserRecord | 'missing'>
}

type Backing = { store: Store; changes: ChangeLog; db: string; logger: Logger }
type Loading = { promise: Promise<UserRecord | 'missing'>; isStale: boolean }

const CAPACITY = 10_000
const MAX_READS = 5
const storedUser = z.object({
  _id: userId,
  roles: z.array(roleName).default([]),
  password: z.string().optional(),
  disabled: z.boolean().optional(),
})
const PROTECTED = new Set(['password', 'passwordHash', '_etag'])

/** Users that signed in lately, dropped by the change log. A reading that a change has overtaken is read again. */
export function createUserCache({ store, changes, db, logger }: Backing): UserCache {
  const users = store.collection({ db, collection: 'users' })
  const held = createBoundedMap<string, UserRecord | 'missing'>(CAPACITY)
  const loadings = new Map<string, Loading>()

  function drop(id: string): void {
    held.delete(id)
    const loading = loadings.get(id)
    if (loading) loading.isStale = true
  }

  async function load(id: string, loading: { isStale: boolean }): Promise<UserRecord | 'missing'> {
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      loading.isStale = false
      const found = await users.findOne({ _id: id }, { linearizable: true })
      if (loading.isStale) continue
      const user = found ? toUserRecord(found, logger) : 'missing'
      held.set(id, user)
      return user
    }
    throw new UnavailableError('A user changes faster than it can be read.')
  }

  async function get(id: string): Promise<UserRecord | 'missing'> {
    const found = held.get(id)
    if (found) return found
    const running = loadings.get(id)
    if (running) return running.promise
    const loading: Loading = { isStale: false, promise: Promise.resolve('missing') }
    loading.promise = load(id, loading).finally(() => loadings.delete(id))
    loadings.set(id, loading)
    return loading.promise
  }

  return {
    start: () =>
      changes.follow({
        topic: 'users',
        async reload() {
          held.clear()
          for (const loading of loadings.values()) loading.isStale = true
        },
        apply: async id => drop(id),
      }),
    peek: id => held.get(id) ?? 'unknown',
    get,
  }
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
    document,
    properties: EJSON.serialize(document, { relaxed: true }),
  }
}
