import { type Refusal, refuse } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { SignIn, SignInWays } from './sign-in.ts'

/** Requests a minute that one client may make at this gateway; 0 is no limit. */
export type ClientLimitSettings = { perKey: number; perAddress: number }

/** @returns the refusal of a request that is one too many */
export type RequestLimit = (client: string) => Refusal | undefined

type RequestCountsOptions = {
  /** For the refusal: whose limit it is. */
  who: string
  /** Milliseconds that only rise. */
  clock?(): number
  /** Told of each request that is let through. @param ms how long it takes until it is brought back */
  onCounted?(client: string, ms: number): void
}

type RequestLimitOptions = RequestCountsOptions & {
  /** 0 is no limit. */
  perMinute: number
}

const MINUTE_MS = 60_000
/** Beyond, who was quiet for longest begins anew. */
const MAX_CLIENTS = 100_000

/**
 * A minute's worth of requests at once, and then as many as a minute brings back. Of each client only the moment is kept
 * when all of its requests will have been brought back.
 */
export function createRequestLimit({ perMinute, ...options }: RequestLimitOptions): RequestLimit {
  const { count } = createRequestCounts(options)
  return client => count(client, perMinute)
}

/** Requests of clients that have limits of their own. A client goes on with its count where its limit is another one. */
export type RequestCounts = {
  /** @param perMinute 0 is no limit. @returns the refusal of a request that is one too many */
  count(client: string, perMinute: number): Refusal | undefined
  /** Counts what another process has let through. @param ms how long it takes until that is brought back */
  add(client: string, ms: number): void
}

export function createRequestCounts({
  who,
  clock = () => performance.now(),
  onCounted,
}: RequestCountsOptions): RequestCounts {
  // By size: `max` would take the room for all of them at once.
  const restored = new LRUCache<string, number>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  const restoredFrom = (client: string, now: number): number => Math.max(now, restored.get(client) ?? now)
  return {
    count(client, perMinute) {
      if (perMinute === 0) return undefined
      const stepMs = MINUTE_MS / perMinute
      const now = clock()
      const after = restoredFrom(client, now) + stepMs
      const waitMs = after - now - MINUTE_MS
      // A thousandth of a step: what adding up fractions may lose.
      if (waitMs > stepMs / 1000) return tooMany(who, waitMs)
      restored.set(client, after)
      onCounted?.(client, stepMs)
      return undefined
    },
    add: (client, ms) => void restored.set(client, restoredFrom(client, clock()) + ms),
  }
}

function tooMany(who: string, waitMs: number): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  const detail = `Too many requests from this ${who}. Wait ${retryAfterSeconds} seconds.`
  return { ...refuse('RATE_LIMITED', detail), retryAfterSeconds }
}

/** The same ways to sign in, but for keys that are used too often. */
export function limitKeys(ways: SignInWays, limit: RequestLimit): SignInWays {
  const judge = (found: SignIn): SignIn =>
    (found.kind === 'caller' && found.principal.key && limit(found.principal.key.id)) || found
  return {
    ...ways,
    withKey(secret, remoteAddress) {
      const found = ways.withKey(secret, remoteAddress)
      return 'then' in found ? found.then(judge) : judge(found)
    },
  }
}
