import type { ExchangeEvent, RecordedExchange } from '@sluice/contracts'
import type { JudgedVersions } from '../../ports/live-webhooks.ts'

type EventOrigin = Pick<ExchangeEvent, 'occurrence'>

/** Whether a webhook may know of an event: of a request each may, of what Sluice tells those that it was told to. */
export const mayHear = ({ occurrence }: EventOrigin, webhookId: string): boolean =>
  occurrence === undefined || occurrence.audience.includes(webhookId)

/** Keeps those that may know of the event. */
export function withinAudience({ matched, unreadable }: JudgedVersions, event: EventOrigin): JudgedVersions {
  if (event.occurrence === undefined) return { matched, unreadable }
  const isHeard = ({ webhook }: { webhook: { _id: string } }) => mayHear(event, webhook._id)
  return { matched: matched.filter(isHeard), unreadable: unreadable.filter(isHeard) }
}

/** An event as it came by the bus, which brings requests alone: whatever it says of itself, it tells of no occurrence. */
export function ofRequest(recorded: RecordedExchange): RecordedExchange {
  if (recorded.event.occurrence === undefined) return recorded
  const { occurrence: _, ...event } = recorded.event
  return { ...recorded, event }
}
