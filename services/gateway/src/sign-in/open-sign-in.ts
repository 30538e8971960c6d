import { availableParallelism } from 'node:os'
import { type Logger, observing, type Platform, type Plugins } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { createRequestCounts } from './client-limits.ts'
import { createHashedKeySignIn, createKeySignIn } from './key/key-sign-in.ts'
import { createKeyUsage } from './key/key-usage.ts'
import { createLiveKeys } from './key/live-keys.ts'
import { openUseNotices } from './key/use-notices.ts'
import { createPassSignIn } from './pass-sign-in.ts'
import { createFailureLimits, type SharedCounts } from './password/failure-limits.ts'
import { createHashLanes } from './password/hash-lanes.ts'
import { createPasswordSignIn, type PasswordJudgement } from './password/password-sign-in.ts'
import { createRehashPassword } from './password/rehash-password.ts'
import { createPasswordVerifier, type PasswordVerifier } from './password/verify-password.ts'
import { auditRefusedSignIns } from './refused-sign-ins.ts'
import { createLiveSessions } from './session/live-sessions.ts'
import { createSessionDesk, type SessionDesk } from './session/session-desk.ts'
import { sessionIdOf } from './session/session-record.ts'
import { createSessionSignIn } from './session/session-sign-in.ts'
import type { SignInWays } from './sign-in.ts'
import { createUserCache, type UserCache } from './user-cache.ts'

export type OpenSignIn = SignInWays & {
  /** For a request that has signed in before: it counts for no use and no rate of its key. */
  uncounted: SignInWays
  sessionDesk: SessionDesk
  users: UserCache
  /** Writes down when keys were last used, and how often. */
  stop(): Promise<void>
}

type Dependencies = {
  platform: Platform
  plugins: Plugins
  /** Wrong passwords at all gateways; undefined where there is one. */
  sharedCounts: SharedCounts | undefined
}

const CORES_PER_HASH = 2
const WAITING_HASHES = 64

/** All ways to sign in, their tables loaded. */
export async function openSignIn({ platform, plugins, sharedCounts }: Dependencies): Promise<OpenSignIn> {
  const { store, changes, signals, db, logger } = platform
  const backing = { store, changes, db, logger }
  const users = createUserCache(backing)
  await users.start()
  const sessions = createLiveSessions(backing)
  await sessions.start()
  const uses = openUseNotices({ signals, db, onUsed: (key, ms) => counts.add(key, ms) })
  const counts = createRequestCounts({ who: 'key', onCounted: uses.used })
  const keys = await createLiveKeys({ ...backing, counts })
  const usage = createKeyUsage({ ...backing, now: changes.storeTime })
  const verifier = createPasswordVerifier()
  await prepare(backing, verifier)
  const lanes = createHashLanes<PasswordJudgement>({ atOnce: hashesAtOnce(), waiting: WAITING_HASHES, isWasted })
  observing('gateway').gauge('sign_in_waiting', 'Passwords that wait to be verified', lanes.waiting)
  const passwords = createPasswordSignIn({
    users,
    lanes,
    limits: createFailureLimits(sharedCounts),
    verifier,
    rehash: createRehashPassword(backing),
  })
  const isPluginEnabled = () => plugins.isEnabled('api-keys')
  const keyring = { keys, users, isPluginEnabled, now: changes.storeTime }
  const now = changes.storeTime
  const audited = { store, db, users, now, logger }
  const bySessionId = createSessionSignIn({ sessions, users, now })
  const byKeyHash = createHashedKeySignIn({ ...keyring, usage: undefined })
  const bySecret = {
    withKey: createKeySignIn({ ...keyring, usage }),
    withSession: (token: string) => bySessionId(sessionIdOf(token)),
    withPass: createPassSignIn({ byKeyHash, bySessionId, users }),
  }
  const byPassword = { holdUp: passwords.holdUp, withPassword: passwords.signIn }
  const ways = auditRefusedSignIns({ ...byPassword, ...bySecret }, audited)
  return {
    ...ways,
    uncounted: { ...ways, withKey: createKeySignIn({ ...keyring, usage: undefined }) },
    sessionDesk: createSessionDesk({ changes, db, users }),
    users,
    stop() {
      uses.stop()
      return usage.stop()
    },
  }
}

const isWasted = (judgement: PasswordJudgement) => judgement === 'wrong'

const hashesAtOnce = () => Math.max(1, Math.floor(availableParallelism() / CORES_PER_HASH))

type LookupDependencies = { store: Store; db: string; logger: Logger }

/** bcrypt hashes that are looked at to learn what they cost. */
const SAMPLE = 100
const PREPARE_MS = 1_500

/** What makes nothing wrong when it fails: expired sessions stay stored, the first imported user is told by time. */
async function prepare({ store, db, logger }: LookupDependencies, verifier: PasswordVerifier): Promise<void> {
  try {
    const sessions = store.collection({ db, collection: 'sessions' })
    await sessions.createIndex({ expiresAt: 1 }, { name: 'expiry', expireAfterSeconds: 0 })
    await sessions.createIndex({ user: 1 }, { name: 'user' })
    const users = store.collection({ db, collection: 'users' })
    const imported = { password: { $regex: '^\\$2' } }
    const options = { projection: { password: 1 }, limit: SAMPLE, maxTimeMs: PREPARE_MS } as const
    for (const { password } of await users.find(imported, options)) {
      if (typeof password === 'string') verifier.note(password)
    }
  } catch (error) {
    logger.warn({ err: error }, 'sign-in.not-prepared')
  }
}
