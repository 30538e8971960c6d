import type { WebhookRecord } from '@sluice/contracts'
import type { StoredEnd } from '../../ports/count-store.ts'
import { DAY_MS, type SubjectSighting } from './telling.ts'

type SightedWebhook = Pick<
  WebhookRecord,
  '_id' | 'enabled' | 'createdAt' | 'disableAfter' | 'autoDisabled' | 'switchedOnAt'
>

export type WebhookFacts = {
  webhook: SightedWebhook
  lastEnd: StoredEnd | undefined
  /** Since when (epoch ms) deliveries wait for their minute or their target. */
  heldSince: number | undefined
  /** Now, epoch ms. */
  at: number
  /** A state that has not lasted for so long is not told yet. */
  afterMs: number
}

export const subjectOf = (webhookId: string): string => `webhook/${webhookId}`

/** How a webhook was found. @returns undefined where nobody can say it yet */
export function sightWebhook(facts: WebhookFacts): SubjectSighting | undefined {
  const { webhook, at, afterMs } = facts
  const subject = subjectOf(webhook._id)
  if (!webhook.enabled) return sightDisabled(webhook, at)
  const failingSince = failingFrom(facts)
  if (failingSince !== undefined) return isOld(failingSince) ? sightFailing(facts, failingSince) : undefined
  if (facts.heldSince !== undefined) {
    return isOld(facts.heldSince) ? { subject, state: 'held-back', since: facts.heldSince } : undefined
  }
  return { subject, state: 'well', since: facts.lastEnd?.since ?? at, isUntried: facts.lastEnd?.isSuccess === false }

  function isOld(since: number): boolean {
    return at - since >= afterMs
  }
}

function sightFailing({ webhook, at }: WebhookFacts, since: number): SubjectSighting {
  const end = disablesAt(webhook, since)
  const isNear = end !== undefined && at >= end - warnedBefore(webhook)
  return { subject: subjectOf(webhook._id), state: isNear ? 'disabling' : 'failing', since }
}

function sightDisabled({ _id, autoDisabled }: WebhookFacts['webhook'], at: number): SubjectSighting {
  const subject = subjectOf(_id)
  return autoDisabled
    ? { subject, state: 'disabled', since: autoDisabled.since.getTime() }
    : { subject, state: 'well', since: at, isUntried: true }
}

/** From when on the next failure switches a webhook off that fails since then, if it has failed often enough (epoch ms). */
export const disablesAt = ({ disableAfter }: Pick<WebhookRecord, 'disableAfter'>, since: number): number | undefined =>
  disableAfter && since + disableAfter.days * DAY_MS

/** Of a webhook that has one day, half of that: what is told at its beginning is another message. */
const warnedBefore = ({ disableAfter }: Pick<WebhookRecord, 'disableAfter'>): number =>
  (disableAfter?.days ?? 0) > 1 ? DAY_MS : DAY_MS / 2

/**
 * From when on (epoch ms) deliveries count: since a webhook is switched on again. One that was made anew under an id that was
 * used before has nothing of the former one.
 */
export const countedFrom = ({ createdAt, switchedOnAt }: Pick<SightedWebhook, 'createdAt' | 'switchedOnAt'>): number =>
  Math.max(createdAt.getTime(), switchedOnAt?.getTime() ?? 0)

/** Since when each delivery has failed. */
export function failingFrom({ webhook, lastEnd }: FailingFacts): number | undefined {
  const from = countedFrom(webhook)
  const isFailing = lastEnd && !lastEnd.isSuccess && lastEnd.at >= from
  return isFailing ? Math.max(lastEnd.since, from) : undefined
}

type FailingFacts = Pick<WebhookFacts, 'lastEnd'> & { webhook: Pick<SightedWebhook, 'createdAt' | 'switchedOnAt'> }

/** Hours since 1970 from one moment to another. */
export function hoursBetween(from: number, to: number): number[] {
  const first = Math.floor(Math.max(from, to - MOST_DAYS * DAY_MS) / HOUR)
  const last = Math.floor(to / HOUR)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

const HOUR = 3_600_000
/** Figures look no further back. */
const MOST_DAYS = 40
