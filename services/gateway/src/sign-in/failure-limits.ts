import { hash } from 'node:crypto'
import { networkOf } from '@sluice/service-kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How many wrong passwords a minute (design: http-shapes, "Sign-in"). */
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
  /** Counts an attempt before it is judged, so that many at once can't pass. One that is turned away counts for nobody else. @returns seconds to wait when it is one too many */
  attempt(user: string, address: string): Promise<number | undefined>
  /** The attempt was right: it does not count. */
  succeeded(user: string, address: string): Promise<void>
}

/** Bounds what is remembered, whoever many try: more could not be hashed in a minute anyway. */
const FAILURES_IN_ALL = 20_000
const ALL = 'all'

type Step = { take(): Promise<number | undefined>; giveBack(): Promise<void> }

/** @param shared counts of all gateways besides the own ones; undefined where there is one gateway */
export function createFailureLimits(shared?: SharedCounts): FailureLimits {
  const own = {
    all: new RateLimiterMemory({ points: FAILURES_IN_ALL, duration: FAILURE_WINDOW_SECONDS }),
    address: new RateLimiterMemory({ points: FAILURE_POINTS.address, duration: FAILURE_WINDOW_SECONDS }),
    pair: new RateLimiterMemory({ points: FAILURE_POINTS.pair, duration: FAILURE_WINDOW_SECONDS }),
  }

  /** The own ones first: what they turn away costs nobody a message. */
  function stepsFor(user: string, address: string): Step[] {
    const origin = networkOf(address)
    // What is typed for a user name may be a password.
    const keys = { address: origin, pair: `${origin} ${hash('sha256', user)}` }
    const steps = [ownStep(own.all, ALL), ownStep(own.address, keys.address), ownStep(own.pair, keys.pair)]
    if (!shared) return steps
    return [...steps, sharedStep(shared, 'address', keys.address), sharedStep(shared, 'pair', keys.pair)]
  }

  return {
    async attempt(user, address) {
      const taken: Step[] = []
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

async function giveBack(steps: readonly Step[]): Promise<void> {
  await Promise.all(steps.map(step => step.giveBack()))
}

const ownStep = (limiter: RateLimiterMemory, key: string): Step => ({
  take: () => consume(limiter, key),
  giveBack: async () => void (await limiter.reward(key)),
})

const sharedStep = (shared: SharedCounts, count: FailureCount, key: string): Step => ({
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
