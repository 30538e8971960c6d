import { ANONYMOUS_ROLE, apiKeyRecord, ROOT_ROLE, type RoleName, roleName } from '@sluice/contracts'
import type { Store } from '@sluice/store'
import { z } from 'zod'
import type { ToolCaller } from './caller-view.ts'

/** Somebody about whom an owner asks: a user, a key by its id, or roles alone. */
type CallerQuestion = {
  user?: string | undefined
  key?: string | undefined
  roles?: readonly RoleName[] | undefined
}

/** `missing`: there is none such who could sign in now. */
export type CallerFinder = (question: CallerQuestion) => Promise<ToolCaller | 'missing'>

const storedUser = z.looseObject({
  _id: z.string(),
  roles: z.array(roleName).default([]),
  disabled: z.boolean().optional(),
})
const heldKey = apiKeyRecord.pick({ user: true, roles: true, expiresAt: true })

/** Finds the one whom a question is about, as he would come in at this moment. */
export function createCallerFinder({ store, db, now }: { store: Store; db: string; now(): number }): CallerFinder {
  const users = store.collection({ db, collection: 'users' })
  const keys = store.collection({ db, collection: 'apiKeys' })

  async function findUser(id: string): Promise<(ToolCaller & { roles: readonly RoleName[] }) | 'missing'> {
    const projection = { password: 0, passwordHash: 0, _etag: 0 } as const
    const found = storedUser.safeParse(await users.findOne({ _id: id }, { projection, linearizable: true })).data
    if (!found || found.disabled) return 'missing'
    const { roles } = found
    return { principal: { id, roles, isRoot: roles.includes(ROOT_ROLE) }, user: found, roles }
  }

  async function findKey(id: string): Promise<ToolCaller | 'missing'> {
    const projection = { user: 1, roles: 1, expiresAt: 1 } as const
    const key = heldKey.safeParse(await keys.findOne({ _id: id }, { projection, linearizable: true })).data
    if (!key || key.expiresAt.getTime() <= now()) return 'missing'
    const holder = await findUser(key.user)
    // Whatever roles a key was given: it never is the root.
    if (holder === 'missing') return 'missing'
    return { user: holder.user, principal: { id: key.user, roles: key.roles, isRoot: false } }
  }

  return async ({ user, key, roles = [] }) => {
    if (user !== undefined) return findUser(user)
    if (key !== undefined) return findKey(key)
    return callerOfRoles(roles)
  }
}

/** Roles without a user are those of somebody who is signed in, unless they say that nobody is. */
function callerOfRoles(roles: readonly RoleName[]): ToolCaller {
  const isAnonymous = roles.length === 1 && roles[0] === ANONYMOUS_ROLE
  return { principal: { id: isAnonymous ? null : '', roles, isRoot: roles.includes(ROOT_ROLE) }, user: undefined }
}
