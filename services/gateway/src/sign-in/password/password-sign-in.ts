import { hash as digest, randomBytes } from 'node:crypto'
import { share } from '@sluice/bounds'
import { type Refusal, refuse } from '@sluice/contracts'
import { toRefusal, UnavailableError } from '@sluice/service-kit'
import { StoreUnavailableError } from '@sluice/store'
import { LRUCache } from 'lru-cache'
import type { Credentials } from '../../domain/read-credentials.ts'
import { type HeldUp, type RequestCaller, type SignIn, userCaller } from '../sign-in.ts'
import type { UserCache, UserRecord } from '../user-cache.ts'
import type { FailureLimits } from './failure-limits.ts'
import type { HashLanes } from './hash-lanes.ts'
import type { RehashPassword } from './rehash-password.ts'
import type { PasswordVerifier } from './verify-password.ts'

type PasswordCredentials = Extract<Credentials, { kind: 'basic' }>
type SignInAttempt = { credentials: PasswordCredentials; remoteAddress: string; cacheKey: string }
export type PasswordJudgement = { kind: 'right'; user: UserRecord } | 'wrong' | Refusal
type VerifiedPassword = { caller: RequestCaller; user: UserRecord; until: number }

const VERIFIED_MS = 15 * 60_000
const MAX_VERIFIED = 10_000
const MAX_JUDGEMENTS = 3

const TOO_MANY_AT_ONCE: HeldUp = {
  ...refuse('OVERLOADED', 'Too many sign-ins at once. Try again shortly.'),
  isHeldUp: true,
}

export type PasswordSignIn = {
  /** The refusal of a password that the limit of failures, or a full queue, turns away, as far as this process knows by itself. */
  holdUp(credentials: PasswordCredentials, remoteAddress: string): HeldUp | undefined
  signIn(credentials: PasswordCredentials, remoteAddress: string): SignIn | Promise<SignIn>
}

type Dependencies = {
  users: UserCache
  lanes: HashLanes<PasswordJudgement>
  limits: FailureLimits
  verifier: PasswordVerifier
  rehash: RehashPassword
}

/**
 * Sign-in by user name and password. A right credential is remembered for 15 minutes by a hash that only this process
 * can make; it counts no longer than the user record that it was verified against.
 */
export function createPasswordSignIn({ users, lanes, limits, verifier, rehash }: Dependencies): PasswordSignIn {
  const known = createKnownPasswords(users)
  const verifying = share(verifyOnce, ({ cacheKey, remoteAddress }) => `${cacheKey} ${remoteAddress}`)

  async function verifyOnce(attempt: SignInAttempt): Promise<SignIn> {
    const { credentials, remoteAddress } = attempt
    // Before it is counted: whoever is turned away has guessed nothing, and costs nobody a message.
    if (lanes.laneOf(remoteAddress).isFull()) return TOO_MANY_AT_ONCE
    const waitSeconds = await limits.attempt(credentials.user, remoteAddress)
    if (waitSeconds !== undefined) return tooManyFailures(waitSeconds)
    const judgement = await judgeInTurn(attempt)
    if (judgement === 'wrong') return refuse('INVALID_CREDENTIALS', 'User name or password is wrong.')
    await limits.succeeded(credentials.user, remoteAddress)
    if (judgement.kind !== 'right') return judgement
    lanes.signedInFrom(remoteAddress)
    return known.note(attempt.cacheKey, judgement.user)
  }

  /** Nobody is told that a password is wrong when that could not be found out. */
  async function judgeInTurn({ credentials, remoteAddress }: SignInAttempt): Promise<PasswordJudgement> {
    try {
      const judging = lanes.laneOf(remoteAddress).run(() => judge(credentials))
      return judging ? await judging : TOO_MANY_AT_ONCE
    } catch (error) {
      if (error instanceof StoreUnavailableError || error instanceof UnavailableError) return toRefusal(error)
      throw error
    }
  }

  async function judge({ user: name, password }: PasswordCredentials): Promise<PasswordJudgement> {
    for (let tries = 0; tries < MAX_JUDGEMENTS; tries += 1) {
      const before = await users.get(name)
      const stored = hashOf(before)
      const isRight = await verifier.verify(stored, password)
      if (isRight && before !== 'missing') await rehash(before, password)
      const after = await users.get(name)
      // A password that was changed, or hashed anew, while it was verified is verified again.
      if (hashOf(after) !== stored) continue
      return isRight && stored !== undefined && after !== 'missing' ? { kind: 'right', user: after } : 'wrong'
    }
    return refuse('UNAVAILABLE', 'The user is being changed. Try again shortly.')
  }

  function refusalNow({ user }: PasswordCredentials, remoteAddress: string): HeldUp | undefined {
    const waitSeconds = limits.peek(user, remoteAddress)
    if (waitSeconds !== undefined) return tooManyFailures(waitSeconds)
    return lanes.laneOf(remoteAddress).isFull() ? TOO_MANY_AT_ONCE : undefined
  }

  return {
    holdUp(credentials, remoteAddress) {
      const refusal = refusalNow(credentials, remoteAddress)
      if (!refusal) return undefined
      const cacheKey = known.keyOf(credentials)
      const isJudgedApart = known.find(cacheKey) ?? verifying.isRunning({ credentials, remoteAddress, cacheKey })
      return isJudgedApart ? undefined : refusal
    },
    signIn(credentials, remoteAddress) {
      const cacheKey = known.keyOf(credentials)
      return known.find(cacheKey) ?? verifying.run({ credentials, remoteAddress, cacheKey })
    },
  }
}

/** Right passwords, by a hash that only this process can make. */
function createKnownPasswords(users: UserCache) {
  const processSecret = randomBytes(32).toString('hex')
  const verified = new LRUCache<string, VerifiedPassword>({ max: MAX_VERIFIED })
  return {
    keyOf: ({ encoded }: PasswordCredentials): string => digest('sha256', processSecret + encoded),
    find(cacheKey: string): RequestCaller | undefined {
      const entry = verified.get(cacheKey)
      if (!entry) return undefined
      if (entry.until > performance.now() && users.peek(entry.user.id) === entry.user) return entry.caller
      verified.delete(cacheKey)
      return undefined
    },
    note(cacheKey: string, user: UserRecord): RequestCaller {
      const caller = userCaller(user, 'password')
      verified.set(cacheKey, { caller, user, until: performance.now() + VERIFIED_MS })
      return caller
    },
  }
}

function tooManyFailures(retryAfterSeconds: number): HeldUp {
  const detail = `Too many wrong passwords. Wait ${retryAfterSeconds} seconds.`
  return { ...refuse('RATE_LIMITED', detail), retryAfterSeconds, isHeldUp: true }
}

/** Nobody signs in as a disabled user. */
const hashOf = (user: UserRecord | 'missing') => (user === 'missing' || user.isDisabled ? undefined : user.passwordHash)
