import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60
const FAILURES_PER_PAIR = 5
const FAILURES_PER_ADDRESS = 50
/** Bounds what is remembered, whoever many try: more could not be hashed in a minute anyway. */
const FAILURES_IN_ALL = 20_000
const ALL = 'all'

/** Wrong passwords are limited by user and address, and by address alone (design: http-shapes, "Sign-in"). */
export type FailureLimits = {
  /** Counts an attempt before it is judged, so that many at once can't pass. One that is turned away counts for nobody else. @returns seconds to wait when it is one too many */
  attempt(user: string, address: string): Promise<number | undefined>
  /** The attempt was right: it does not count. */
  succeeded(user: string, address: string): Promise<void>
}

export function createFailureLimits(): FailureLimits {
  const pairs = new RateLimiterMemory({ points: FAILURES_PER_PAIR, duration: WINDOW_SECONDS })
  const addresses = new RateLimiterMemory({ points: FAILURES_PER_ADDRESS, duration: WINDOW_SECONDS })
  const everyone = new RateLimiterMemory({ points: FAILURES_IN_ALL, duration: WINDOW_SECONDS })
  return {
    async attempt(user, address) {
      const origin = networkOf(address)
      const wait = await consume(everyone, ALL)
      if (wait !== undefined) return wait
      const addressWait = await consume(addresses, origin)
      if (addressWait !== undefined) {
        await everyone.reward(ALL)
        return addressWait
      }
      const pairWait = await consume(pairs, `${origin} ${user}`)
      if (pairWait !== undefined) {
        await addresses.reward(origin)
        await everyone.reward(ALL)
      }
      return pairWait
    },
    async succeeded(user, address) {
      const origin = networkOf(address)
      await everyone.reward(ALL)
      await addresses.reward(origin)
      await pairs.reward(`${origin} ${user}`)
    },
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

/** A caller with an IPv6 network has 2^64 addresses in it: they count as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = ''] = address.split('::')
  return head.split(':').slice(0, 4).join(':')
}
