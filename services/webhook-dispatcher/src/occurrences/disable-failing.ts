import { isDeepStrictEqual } from 'node:util'
import type { WebhookRecord } from '@sluice/contracts'
import { readOwnHours } from '../counts/read-own-counts.ts'
import { countedFrom, disablesAt, failingFrom, hoursBetween } from '../domain/occurrence/sight-webhook.ts'
import type { CountStore } from '../ports/count-store.ts'
import type { WebhookPlace, WebhookStore, WebhookWrite } from '../ports/webhook-store.ts'

type DisableDependencies = {
  counts: Pick<CountStore, 'hours' | 'minutes' | 'lastEnds'>
  webhooks: Pick<WebhookStore, 'change'>
  now: () => Date
}

/**
 * Switches a webhook off that has failed for as long and as often as its `disableAfter` says, not delivered in between, and
 * fails still. The function gets the time of its first failure (epoch ms), and tells whether the webhook is switched off by now.
 */
export function createDisableFailing({ counts, webhooks, now }: DisableDependencies) {
  async function failuresSince(webhook: WebhookRecord, since: number, at: number): Promise<number | undefined> {
    const counted = { id: webhook._id, since: countedFrom(webhook) }
    const hours = await readOwnHours([counted], hoursBetween(since, at), counts)
    // The hour in which it has begun may have successes from before.
    const later = hours.filter(hour => hour.at > since)
    if (later.some(hour => hour.counts.success > 0)) return undefined
    return hours.reduce((sum, hour) => sum + hour.counts.failed, 0)
  }

  /**
   * Whether the newest end that is counted is still one of these failures, and no older than the end of the days: where
   * nothing was delivered since, nobody knows whether the webhook still fails.
   */
  async function isStillFailing(webhook: WebhookRecord, { since, end }: FailingDays): Promise<boolean> {
    const lastEnds = await counts.lastEnds([webhook._id])
    const lastEnd = lastEnds.get(webhook._id)
    return lastEnd !== undefined && lastEnd.at >= end && failingFrom({ webhook, lastEnd }) === since
  }

  return async (webhook: WebhookRecord, since: number): Promise<boolean> => {
    const { _id, disableAfter } = webhook
    const at = now()
    const end = disablesAt(webhook, since)
    if (!disableAfter || end === undefined || at.getTime() < end) return false
    const failures = await failuresSince(webhook, since, at.getTime())
    if (failures === undefined || failures < disableAfter.failures) return false
    if (!(await isStillFailing(webhook, { since, end }))) return false
    const decide = (place: WebhookPlace) => decideOff(place, { webhook, at, since, failures })
    const change = await webhooks.change(_id, decide, { occasion: { actor: null, from: null, at } })
    return change.kind === 'written'
  }
}

/** Epoch ms. */
type FailingDays = { since: number; end: number }

type FailingWebhook = { webhook: WebhookRecord; at: Date; since: number; failures: number }

/** Somebody may have switched it off, or off and on, or made it anew, or given it another rule, meanwhile. */
function decideOff(place: WebhookPlace, { webhook, at, since, failures }: FailingWebhook): WebhookWrite<undefined> {
  const record = place.kind === 'stored' ? place.record : undefined
  const isAsJudged = record?.enabled && isDeepStrictEqual(ruleOf(record), ruleOf(webhook))
  if (!isAsJudged) return { kind: 'leave', result: undefined }
  const autoDisabled = { at, since: new Date(since), failures }
  return {
    kind: 'put',
    record: { ...record, enabled: false, autoDisabled, version: record.version + 1, updatedAt: at },
  }
}

const ruleOf = (webhook: WebhookRecord) => [webhook.disableAfter, countedFrom(webhook)]
