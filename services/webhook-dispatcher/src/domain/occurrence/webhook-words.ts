import type { WebhookHealth, WebhookRecord } from '@sluice/contracts'
import type { OccurrenceName } from '@sluice/predicate'
import type { StoredEnd } from '../../ports/count-store.ts'
import type { SubjectSighting } from './telling.ts'

/** What is told of a webhook. */
export type WebhookFigures = {
  webhook: Pick<WebhookRecord, '_id' | 'name' | 'type'>
  seen: SubjectSighting
  lastEnd: StoredEnd | undefined
  /** Why the newest delivery has failed. */
  lastError: string | undefined
  /** Deliveries that have failed since the state has begun. */
  failures: number
  /** How many wait. */
  waiting: number
  day: WebhookHealth['day']
  /** From when on the next failure switches the webhook off, or when it was switched off by itself (epoch ms). */
  disablesAt?: number | undefined
}

const iso = (at: number): string => new Date(at).toISOString()

/** The body of an occurrence about a webhook. It holds no url, no header and nothing of a request. */
export function webhookBody(name: OccurrenceName, at: number, figures: WebhookFigures): string {
  const { webhook, seen, lastEnd, lastError, failures, waiting, day, disablesAt } = figures
  const { _id, name: title, type } = webhook
  return JSON.stringify({
    occurrence: name,
    text: sentenceOf(name, figures),
    at: iso(at),
    state: seen.state === 'disabling' ? 'failing' : seen.state,
    since: iso(seen.since),
    webhook: { _id, name: title, type },
    figures: { failures, waiting, day },
    firstEntry: lastEnd?.firstEntry === undefined ? null : { _id: lastEnd.firstEntry, at: iso(lastEnd.since) },
    lastEntry:
      lastEnd?.lastEntry === undefined
        ? null
        : { _id: lastEnd.lastEntry, at: iso(lastEnd.at), statusCode: lastEnd.statusCode, error: lastError ?? null },
    ...(disablesAt === undefined ? {} : { disablesAt: iso(disablesAt) }),
  })
}

function sentenceOf(
  name: OccurrenceName,
  { webhook, seen, failures, waiting, lastEnd, disablesAt }: WebhookFigures,
): string {
  const title = `The webhook "${webhook.name}"`
  const since = `since ${iso(seen.since)}`
  switch (name) {
    case 'webhook.failing': {
      const status = lastEnd?.statusCode ? `, the last one with ${lastEnd.statusCode}` : ''
      const end =
        disablesAt === undefined
          ? ''
          : ` It is switched off by the first failure from ${iso(disablesAt)} on if that lasts.`
      return `${title} has failed ${since}: ${failures} deliveries${status}.${end}`
    }
    case 'webhook.recovered':
      return `${title} delivers again.`
    case 'webhook.held-back':
      return `${title} is held back ${since}: ${waiting} deliveries wait.`
    default:
      return `${title} was switched off, as it had failed ${since}. What it misses can be delivered again.`
  }
}
