import type { EventRow } from '../domain/execution/execution.ts'
import { entryOfSkipped, needsBody, wasMissed } from '../domain/execution/log-entry.ts'
import { mayHear } from '../domain/occurrence/audience.ts'
import { isInForce, type WebhookVersion } from '../domain/webhook/webhook-version.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { WebhookStore } from '../ports/webhook-store.ts'
import type { FoundEntry, LogQuery } from './log-query.ts'

/** Events that are held with their bodies, which conditions may look into: 128 KiB each at most. */
const HELD_EVENTS = 50

type Sources = { log: LogStore; webhooks: WebhookStore }

/** Entries of those of these events, of one day, that the webhook judged. */
export type DeriveSkipped = (day: string, events: readonly EventRow[]) => Promise<FoundEntry[]>

/** Bodies are read only for a condition that looks into them. */
export function createDeriveSkipped(
  { webhookId, missedOnly = false }: Pick<LogQuery, 'webhookId' | 'missedOnly'>,
  { log, webhooks }: Sources,
): DeriveSkipped {
  const versionsOf = createVersionReader(webhookId, webhooks)
  return async (day, events) => {
    const all = await versionsOf(events)
    const versions = missedOnly ? all.filter(({ webhook }) => !webhook.enabled) : all
    if (versions.length === 0) return []
    if (!versions.some(needsBody)) return events.flatMap(row => toFound(row, versions))
    const ids = events.map(({ _id }) => _id)
    const found: FoundEntry[] = []
    for (let at = 0; at < ids.length; at += HELD_EVENTS) {
      const whole = await log.events(day, ids.slice(at, at + HELD_EVENTS), { hasBodies: true })
      found.push(...whole.flatMap(row => toFound(row, versions)))
    }
    return found
  }
}

/** The versions that may have judged events, read again only for sequences that those read before do not cover. */
function createVersionReader(webhookId: string, webhooks: WebhookStore) {
  let read: { first: number; last: number; versions: WebhookVersion[] } | undefined
  return async (events: readonly EventRow[]): Promise<WebhookVersion[]> => {
    const sequences = events.map(({ event }) => event.webhooksSequence)
    const first = Math.min(...sequences)
    const last = Math.max(...sequences)
    if (events.length === 0) return []
    if (!read || first < read.first || last > read.last) {
      read = { first, last, versions: await webhooks.versionsOf(webhookId, { first, last }) }
    }
    return read.versions
  }
}

/**
 * The version that judged this event and was enabled, or was disabled and would have fired. What Sluice tells is judged by
 * none but those that hear of it.
 */
export function judging(versions: readonly WebhookVersion[], row: EventRow): WebhookVersion | undefined {
  const { event } = row
  const present = versions.find(version => isInForce(version, event.webhooksSequence))
  if (!present || !mayHear(event, present.webhook._id)) return undefined
  return present.webhook.enabled || wasMissed(row, present) ? present : undefined
}

function toFound(row: EventRow, versions: readonly WebhookVersion[]): FoundEntry[] {
  const version = judging(versions, row)
  if (!version) return []
  return [{ place: row._id, entry: entryOfSkipped(row, version), request: row.event.request, statusCode: undefined }]
}
