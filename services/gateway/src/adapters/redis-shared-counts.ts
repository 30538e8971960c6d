import { Redis } from 'ioredis'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import {
  consume,
  FAILURE_POINTS,
  FAILURE_WINDOW_SECONDS,
  type FailureCount,
  type SharedCounts,
} from '../sign-in/password/failure-limits.ts'

type Options = {
  /** `redis://` or `rediss://`. */
  url: string
  /** Before every name, so that two clusters on one Redis don't meet. */
  prefix: string
  /** Told when Redis has stopped answering, not each time that it still does not. */
  onAway(error: unknown): void
}

/** A frozen Redis costs so much once, and then nobody anything for the pause. */
const ANSWER_WITHIN_MS = 250
const PAUSE_MS = 1_000
const LONGEST_RETRY_MS = 1_000

/** Counts of wrong passwords on Redis. While it is away nothing is counted here. */
export function openRedisSharedCounts({ url, prefix, onAway }: Options): SharedCounts & { close(): void } {
  const redis = connect(url)
  redis.on('error', () => {})
  const limiter = (count: FailureCount) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${prefix}sluice:failures:${count}`,
      points: FAILURE_POINTS[count],
      duration: FAILURE_WINDOW_SECONDS,
      rejectIfRedisNotReady: true,
    })
  const limiters = { pair: limiter('pair'), address: limiter('address') }
  const ask = createPausing(error => {
    // It may be this connection alone that hangs.
    if (redis.status === 'ready') redis.disconnect(true)
    onAway(error)
  })
  return {
    take: (count, key) => ask(() => consume(limiters[count], key)),
    giveBack: async (count, key) => void (await ask(() => limiters[count].reward(key))),
    close: () => redis.disconnect(),
  }
}

/** Nothing waits inside the client: what can't be counted now is not counted. */
const connect = (url: string): Redis =>
  new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: ANSWER_WITHIN_MS,
    retryStrategy: times => Math.min(50 * times, LONGEST_RETRY_MS),
  })

/** After a failure nothing is asked for a while: a server that hangs must not hold up every sign-in. */
function createPausing(onAway: (error: unknown) => void) {
  let awayUntil = 0
  let isAway = false

  return async <T>(asking: () => Promise<T>): Promise<T | undefined> => {
    if (performance.now() < awayUntil) return undefined
    try {
      const answer = await asking()
      isAway = false
      return answer
    } catch (error) {
      awayUntil = performance.now() + PAUSE_MS
      if (!isAway) onAway(error)
      isAway = true
      return undefined
    }
  }
}
