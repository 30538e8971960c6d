import { hash } from 'node:crypto'
import { networkOf } from '@sluice/service-kit'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How many wrong passwords a minute (docs/reference/data-api.md#sign-in). */
export const FAILURE_POINTS = { pair: 5, address: 50 } as const
export const FAILURE_WINDOW_SECONDS = 60
export type FailureCount = keyof typeof FAILURE_POINTS

/** Counts that all gateways share. What can't be counted at the moment is let through: the own counts hold all the same. */
export type SharedCounts = {
  /** @returns seconds to wait when it is one too many */
  take(count: FailureCount, key: string): Promise<number | undefined>
  giveBack(count: FailureCount, key: string): Promise<void>
}

/** Wrong passwords are limited by user and address, and by address alone. */
export type FailureLimits = {
  /**
   * Whether an attempt would be turned away as the last ones were, as far as this process knows. Nothing is counted or
   * waited for, and it takes as long for a user who exists as for any other name. @returns seconds to wait
   */
  peek(user: string, address: string): number | undefined
  /** Counts an attempt before it is judged, so that many at once can't pass. One that is turned away counts for nobody else. @returns seconds to wait when it is one too many */
  attempt(user: string, address: string): Promise<number | undefined>
  /** The attempt was right: it does not count. */
  succeeded(user: string, address: string): Promise<void>
}

/** Bounds what is remembered, whoever many try: more could not be hashed in a minute anyway. */
const FAILURES_IN_ALL = 20_000
const ALL = 'all'
/** Counts that are remembered as used up: more can't be, but for those of the other gateways. */
const MAX_USED_UP = 2 * FAILURES_IN_ALL
/** How long another gateway's count is believed to be used up: a right password there may have given an attempt back. */
const SHARED_BELIEVED_SECONDS = 2

/** One count that an attempt is held against. `believedSeconds`: how long its no may be repeated without asking it. */
type LimitStep = {
  key: string
  believedSeconds: number
  take(): Promise<number | undefined>
  giveBack(): Promise<void>
}

/**
 * The counts that are used up by their key: until when, and until when one need not be asked again, in performance
 * time.
 */
type UsedUp = LRUCache<string, { until: number; believedUntil: number }>

/** @param shared counts of all gateways besides the own ones; undefined where there is one gateway */
export function createFailureLimits(shared?: SharedCounts): FailureLimits {
  const own = {
    all: new RateLimiterMemory({ points: FAILURES_IN_ALL, duration: FAILURE_WINDOW_SECONDS }),
    address: new RateLimiterMemory({ points: FAILURE_POINTS.address, duration: FAILURE_WINDOW_SECONDS }),
    pair: new RateLimiterMemory({ points: FAILURE_POINTS.pair, duration: FAILURE_WINDOW_SECONDS }),
  }
  const usedUp: UsedUp = new LRUCache({ max: MAX_USED_UP })

  /** The own ones first: what they turn away costs nobody a message. */
  function stepsFor(user: string, address: string): LimitStep[] {
    const network = networkOf(address)
    const keys = { address: network, pair: pairOf(user, network) }
    const steps = [ownStep(own.all, ALL), ownStep(own.address, keys.address), ownStep(own.pair, keys.pair)]
    const all = shared
      ? [...steps, sharedStep(shared, 'address', keys.address), sharedStep(shared, 'pair', keys.pair)]
      : steps
    return all.map(step => remembering(usedUp, step))
  }

  return {
    peek(user, address) {
      // On most days nobody is held up, and nothing has to be hashed.
      if (usedUp.size === 0) return undefined
      const network = networkOf(address)
      const pair = pairOf(user, network)
      for (const key of [ALL, network, pair, sharedKey(network), sharedKey(pair)]) {
        const left = secondsLeft(usedUp, key)
        if (left !== undefined) return left
      }
      return undefined
    },
    async attempt(user, address) {
      const taken: LimitStep[] = []
      for (const step of stepsFor(user, address)) {
        const wait = await step.take()
        if (wait === undefined) taken.push(step)
        else {
          await giveBack(taken)
          return wait
        }
      }
      return undefined
    },
    succeeded: (user, address) => giveBack(stepsFor(user, address)),
  }
}

async function giveBack(steps: readonly LimitStep[]): Promise<void> {
  await Promise.all(steps.map(step => step.giveBack()))
}

/**
 * Names the pair that an attempt is counted for besides its network. What is typed for a user name may be a password.
 */
const pairOf = (user: string, network: string): string => `${network} ${hash('sha256', user)}`

const sharedKey = (key: string): string => `shared ${key}`

function secondsLeft(usedUp: UsedUp, key: string): number | undefined {
  const found = usedUp.get(key)
  if (!found) return undefined
  const now = performance.now()
  if (now < found.believedUntil) return Math.max(1, Math.ceil((found.until - now) / 1000))
  usedUp.delete(key)
  return undefined
}

/** Notes that a count is used up, until an attempt is given back to it. */
function remembering(usedUp: UsedUp, step: LimitStep): LimitStep {
  const { key, believedSeconds } = step
  return {
    ...step,
    async take() {
      const wait = await step.take()
      if (wait === undefined) return undefined
      const now = performance.now()
      usedUp.set(key, { until: now + 1000 * wait, believedUntil: now + 1000 * Math.min(wait, believedSeconds) })
      return wait
    },
    giveBack() {
      usedUp.delete(key)
      return step.giveBack()
    },
  }
}

const ownStep = (limiter: RateLimiterMemory, key: string): LimitStep => ({
  key,
  believedSeconds: FAILURE_WINDOW_SECONDS,
  take: () => consume(limiter, key),
  giveBack: async () => void (await limiter.reward(key)),
})

const sharedStep = (shared: SharedCounts, count: FailureCount, key: string): LimitStep => ({
  // A count of all gateways and the own one are given back apart.
  key: sharedKey(key),
  believedSeconds: SHARED_BELIEVED_SECONDS,
  take: () => shared.take(count, key),
  giveBack: () => shared.giveBack(count, key),
})

/** @returns seconds to wait when it is one too many; other failures are thrown on */
export async function consume(
  limiter: { consume(key: string): Promise<unknown> },
  key: string,
): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}
