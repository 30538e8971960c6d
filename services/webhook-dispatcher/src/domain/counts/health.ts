import type { WebhookHealth, WebhookRecord } from '@sluice/contracts'
import type { StoredEnd } from '../../ports/count-store.ts'
import type { Counts } from './tally.ts'

const DAY_MS = 24 * 3_600_000
/** From this share of all events on a condition is broad, */
const BROAD = 0.9
/** where there were as many events. */
const ENOUGH_EVENTS = 100

type DeliveryCounts = Pick<Counts, 'success' | 'failed'>

export type HealthFacts = {
  webhook: Pick<WebhookRecord, 'enabled' | 'createdAt'>
  lastEnd: StoredEnd | undefined
  /** Since when (epoch ms) deliveries wait for their minute or their target. */
  heldBackSince: number | undefined
  day: DeliveryCounts
  /** This hour and the one before: what the webhook has delivered, and the events of all webhooks. */
  recent: { deliveries: DeliveryCounts; events: number }
  /** Now, epoch ms. */
  at: number
}

/** How a webhook does, as a list shows it. */
export function judgeHealth(facts: HealthFacts): WebhookHealth {
  const { lastEnd, day } = facts
  const share = shareOf(facts)
  const { state, since } = stateOf(facts, share)
  return {
    state,
    since: since === undefined ? null : { $date: since },
    lastAt: lastEnd ? { $date: lastEnd.at } : null,
    lastStatusCode: lastEnd?.statusCode ?? null,
    day,
    share,
  }
}

type HealthState = { state: WebhookHealth['state']; since: number | undefined }

/** The first of these that holds. */
function stateOf({ webhook, lastEnd, heldBackSince, at, recent }: HealthFacts, share: number | null): HealthState {
  if (!webhook.enabled) return { state: 'disabled', since: undefined }
  if (lastEnd && !lastEnd.isSuccess) return { state: 'failing', since: lastEnd.since }
  if (heldBackSince !== undefined) return { state: 'held-back', since: heldBackSince }
  if (!lastEnd) return { state: 'idle', since: webhook.createdAt.getTime() }
  if (lastEnd.at < at - DAY_MS) return { state: 'idle', since: lastEnd.at }
  return { state: isBroad(share, recent) ? 'broad' : 'healthy', since: lastEnd.since }
}

const isBroad = (share: number | null, { events }: HealthFacts['recent']): boolean =>
  share !== null && share >= BROAD && events >= ENOUGH_EVENTS

function shareOf({ recent: { deliveries, events } }: HealthFacts): number | null {
  if (events === 0) return null
  const share = Math.min(1, (deliveries.success + deliveries.failed) / events)
  return Math.round(share * 1000) / 1000
}
