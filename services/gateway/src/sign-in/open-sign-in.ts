import { availableParallelism } from 'node:os'
import type { Platform } from '@sluice/service-kit'
import { createFailureLimits } from './failure-limits.ts'
import { createHashQueue } from './hash-queue.ts'
import { createKeySignIn } from './key-sign-in.ts'
import { createLastUsed } from './last-used.ts'
import { createLiveKeys } from './live-keys.ts'
import type { LiveSwitches } from './live-switches.ts'
import { createPasswordSignIn } from './password-sign-in.ts'
import type { SignInWays } from './sign-in.ts'
import { createUserCache } from './user-cache.ts'

export type OpenSignIn = SignInWays & {
  /** Writes down when keys were last used. */
  stop(): Promise<void>
}

const CORES_PER_HASH = 2
const WAITING_HASHES = 64

/** All ways to sign in, their tables loaded. */
export async function openSignIn(platform: Platform, switches: LiveSwitches): Promise<OpenSignIn> {
  const { store, changes, db, logger } = platform
  const backing = { store, changes, db, logger }
  const users = createUserCache(backing)
  await users.start()
  const keys = await createLiveKeys(backing)
  const lastUsed = createLastUsed(backing)
  const atOnce = Math.max(1, Math.floor(availableParallelism() / CORES_PER_HASH))
  const queue = createHashQueue({ atOnce, waiting: WAITING_HASHES })
  const passwords = await createPasswordSignIn({ users, queue, limits: createFailureLimits() })
  const isPluginEnabled = () => switches.plugin('api-keys') === 'enabled'
  return {
    withPassword: passwords.signIn,
    withKey: createKeySignIn({ keys, users, isPluginEnabled, lastUsed, now: changes.storeTime }),
    stop: lastUsed.stop,
  }
}
