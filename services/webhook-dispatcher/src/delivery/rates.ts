import { countIn, type RateWindow, roomIn, uncountIn } from '../domain/execution/rate-window.ts'

const MAX_WEBHOOKS = 10_000

/** A webhook, and how many attempts a minute it may have. */
type LimitedWebhook = { webhookId: string; limit: number }

type RatesOptions = {
  /** Milliseconds that only rise. */
  now?(): number
  maxWebhooks?: number
  /** Which part of a webhook's number this process has: 0 to 1. */
  share?(): number
}

/**
 * How many attempts each webhook has had in the last minute, in this process, of its part of their number, which is one at
 * least: to count together would cost each delivery a write that it waits for. Of more than 10,000 webhooks the one that
 * was used least lately is forgotten.
 */
export function createRates({
  now = () => performance.now(),
  maxWebhooks = MAX_WEBHOOKS,
  share = () => 1,
}: RatesOptions = {}) {
  const windows = new Map<string, RateWindow>()
  const of = (webhookId: string) => windows.get(webhookId) ?? []
  const partOf = (limit: number) => Math.max(1, Math.floor(limit * share()))

  return {
    room: ({ webhookId, limit }: LimitedWebhook): number => roomIn(of(webhookId), partOf(limit), now()),
    /** @returns what takes it back: the attempt was not made */
    count({ webhookId }: Pick<LimitedWebhook, 'webhookId'>): () => void {
      const at = now()
      const window = countIn(of(webhookId), at)
      windows.delete(webhookId)
      windows.set(webhookId, window)
      const [oldest] = windows.keys()
      if (windows.size > maxWebhooks && oldest !== undefined) windows.delete(oldest)
      return () => void (windows.has(webhookId) && windows.set(webhookId, uncountIn(of(webhookId), at)))
    },
  }
}
