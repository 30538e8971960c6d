import { hash } from 'node:crypto'
import type { LastUsed } from './last-used.ts'
import type { LiveKey, LiveKeys } from './live-keys.ts'
import { refuseKey, type SignIn } from './sign-in.ts'
import type { UserCache, UserRecord } from './user-cache.ts'

type Needs = {
  keys: LiveKeys
  users: UserCache
  isPluginEnabled(): boolean
  lastUsed: LastUsed
  /** The store's time in epoch ms. */
  now(): number
}

/** Sign-in by key: it acts as its holder, with the roles of the key alone (spec 4.3). */
export function createKeySignIn(needs: Needs): (secret: string) => SignIn | Promise<SignIn> {
  const { keys, users, isPluginEnabled, lastUsed, now } = needs

  function judge(key: LiveKey, holder: UserRecord | 'missing'): SignIn {
    if (holder === 'missing' || holder.isDisabled) return refuseKey()
    lastUsed.note(key, now())
    const { _id: id, name, expiresAt } = key
    return {
      kind: 'caller',
      principal: {
        id: holder.id,
        roles: key.roles,
        via: 'key',
        key: { id, name, expiresAt },
        properties: holder.properties,
      },
      // Whatever roles a key was given: it never is the root.
      isRoot: false,
      user: holder,
    }
  }

  async function judgeUnknownHolder(key: LiveKey, secretHash: string): Promise<SignIn> {
    const holder = await users.get(key.user)
    // The holder was read meanwhile: the key may be gone.
    return isLive(keys.byHash(secretHash)) ? judge(key, holder) : refuseKey()
  }

  const isLive = (key: LiveKey | undefined): key is LiveKey =>
    key !== undefined && isPluginEnabled() && key.expiresAt > now()

  return secret => {
    const secretHash = hash('sha256', secret)
    const key = keys.byHash(secretHash)
    if (!isLive(key)) return refuseKey()
    const holder = users.peek(key.user)
    return holder === 'unknown' ? judgeUnknownHolder(key, secretHash) : judge(key, holder)
  }
}
