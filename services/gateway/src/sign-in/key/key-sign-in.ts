import { hash } from 'node:crypto'
import { refuse } from '@sluice/contracts'
import { type RequestCaller, refuseKey, type SignIn, type SignInWays } from '../sign-in.ts'
import type { UserCache, UserRecord } from '../user-cache.ts'
import type { KeyUsageNotes } from './key-usage.ts'
import type { LiveKey, LiveKeys } from './live-keys.ts'

type Dependencies = {
  keys: LiveKeys
  users: UserCache
  isPluginEnabled(): boolean
  /** Left undefined, neither the use of a key nor its rate is counted. */
  usage: KeyUsageNotes | undefined
  /** The store's time in epoch ms. */
  now(): number
}

/** A secret that was shown, and from where. */
type PresentedKey = { secretHash: string; address: string }

/** @param secretHash the SHA-256 of a secret */
export type HashedKeySignIn = (secretHash: string, address: string) => SignIn | Promise<SignIn>

/** Sign-in by key: it acts as its holder, with the roles of the key alone (docs/reference/keys.md#use). */
export function createKeySignIn(needs: Dependencies): SignInWays['withKey'] {
  const byHash = createHashedKeySignIn(needs)
  return (secret, address) => (needs.isPluginEnabled() ? byHash(hash('sha256', secret), address) : refuseKey())
}

/** The same by the hash of a secret that was shown before. */
export function createHashedKeySignIn(needs: Dependencies): HashedKeySignIn {
  const { keys, users, isPluginEnabled, usage, now } = needs

  /** The same for every request, until the key or its holder changes: both are replaced then. */
  const callers = new WeakMap<LiveKey, KeyCaller>()

  function judge(key: LiveKey, holder: UserRecord | 'missing', address: string): SignIn {
    if (holder === 'missing' || holder.isDisabled) return refuseKey()
    const refusal = key.rules?.(address, usage !== undefined)
    if (refusal) return refusal
    usage?.note(key, now())
    const known = callers.get(key)
    if (known?.user === holder) return known
    const caller = keyCaller(key, holder)
    callers.set(key, caller)
    return caller
  }

  function isUsable({ hash: present, expiresAt, previousUntil }: LiveKey, secretHash: string): boolean {
    const isHeld = secretHash === present || previousUntil > now()
    return isPluginEnabled() && isHeld && expiresAt > now()
  }

  function admit(key: LiveKey, { secretHash, address }: PresentedKey): SignIn | Promise<SignIn> {
    if (!isUsable(key, secretHash)) return refuseKey()
    const holder = users.peek(key.user)
    return holder === 'unknown' ? admitUnknownHolder(key, { secretHash, address }) : judge(key, holder, address)
  }

  async function admitUnknownHolder({ user }: LiveKey, { secretHash, address }: PresentedKey): Promise<SignIn> {
    const holder = await users.get(user)
    // The holder was read meanwhile: the key may be gone.
    const key = keys.byHash(secretHash) ?? (await keys.find(secretHash))
    return key && isUsable(key, secretHash) ? judge(key, holder, address) : refuseKey()
  }

  /** No notice of a key that another process has just issued may have come yet: only the store can say no. */
  async function lookUp(shown: PresentedKey): Promise<SignIn> {
    const finding = keys.find(shown.secretHash)
    if (!finding) return refuse('OVERLOADED', 'Too many unknown keys at once. Try again shortly.')
    const key = await finding
    return key ? admit(key, shown) : refuseKey()
  }

  return (secretHash, address) => {
    if (!isPluginEnabled()) return refuseKey()
    const shown = { secretHash, address }
    const key = keys.byHash(secretHash)
    return key ? admit(key, shown) : lookUp(shown)
  }
}

type KeyCaller = RequestCaller & { user: UserRecord }

const keyCaller = ({ _id: id, name, roles, expiresAt }: LiveKey, holder: UserRecord): KeyCaller => ({
  kind: 'caller',
  principal: { id: holder.id, roles, via: 'key', key: { id, name, expiresAt }, properties: holder.properties },
  // Whatever roles a key was given: it never is the root.
  isRoot: false,
  user: holder,
})
