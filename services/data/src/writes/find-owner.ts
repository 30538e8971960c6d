import { ROOT_ROLE } from '@sluice/contracts'
import type { Collection } from '@sluice/store'
import { isOwner } from '../domain/owner.ts'

/** What decides whether somebody is an owner; no more of a user is read. */
const NEEDED = { _id: 1, roles: 1, password: 1, disabled: 1 } as const

/** Whether somebody has the root role, and can sign in. */
export async function hasOwner(users: Collection): Promise<boolean> {
  for await (const some of users.scan({ roles: ROOT_ROLE }, { projection: NEEDED, batchSize: 100 })) {
    if (some.some(isOwner)) return true
  }
  return false
}
