import { hash } from 'node:crypto'
import { auditLine, auditNamespace, type Logger, networkOf } from '@sluice/service-kit'
import type { Store } from '@sluice/store'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { SignIn, SignInWays } from './sign-in.ts'
import type { UserCache } from './user-cache.ts'

type Dependencies = {
  store: Store
  db: string
  users: Pick<UserCache, 'get'>
  /** Epoch ms by the store's clock. */
  now(): number
  logger: Logger
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
/** Lines of one gateway: whoever guesses on and on, from everywhere, can't fill the store. */
const LINES_AN_HOUR = 600
/** Lines of one network, so that it can't use up those of all others. */
const LINES_OF_A_NETWORK = 60

/** The same ways to sign in, with a line of the audit trail on wrong passwords: one for each user, network and minute. */
export function auditRefusedSignIns(ways: SignInWays, { store, db, users, now, logger }: Dependencies): SignInWays {
  const lines = store.collection(auditNamespace(db))
  const limits = [
    { of: (user: string, network: string) => `${network} ${hash('sha256', user)}`, ...limitOf(1, MINUTE_SECONDS) },
    { of: (_: string, network: string) => network, ...limitOf(LINES_OF_A_NETWORK, HOUR_SECONDS) },
    { of: () => 'all', ...limitOf(LINES_AN_HOUR, HOUR_SECONDS) },
  ]

  async function isKept(user: string, network: string): Promise<boolean> {
    for (const { of, take } of limits) if (!(await take(of(user, network)))) return false
    return true
  }

  /** What was typed for a name that no user has may be a password: it is not told. */
  async function note(name: string, address: string): Promise<void> {
    try {
      if (!(await isKept(name, networkOf(address)))) return
      const user = await users.get(name)
      const about = user === 'missing' ? { detail: 'There is no such user.' } : { subject: user.id }
      const occasion = { actor: null, from: address, at: new Date(now()) }
      await lines.insertOne(auditLine(occasion, { action: 'sign-in.refused', ...about }))
    } catch (error) {
      logger.warn({ err: error }, 'audit.not-written')
    }
  }

  return {
    ...ways,
    withPassword(credentials, address) {
      const judge = (found: SignIn): SignIn => {
        if (found.kind === 'refuse' && found.code === 'INVALID_CREDENTIALS') void note(credentials.user, address)
        return found
      }
      const found = ways.withPassword(credentials, address)
      return 'then' in found ? found.then(judge) : judge(found)
    },
  }
}

/** Says of each of a bounded number whether it is still within the limit. */
function limitOf(points: number, duration: number) {
  const limiter = new RateLimiterMemory({ points, duration })
  return {
    take: (key: string): Promise<boolean> =>
      limiter.consume(key).then(
        () => true,
        () => false,
      ),
  }
}
