import type { createGate } from '@sluice/bounds'
import type { Circumstances } from '@sluice/bus'
import type { ChangeLog } from '@sluice/change-log'
import type { ExchangeEvent, RepeatMark } from '@sluice/contracts'
import type { Logger, Span } from '@sluice/service-kit'
import type { DeliveryCounting } from '../counts/counting.ts'
import type { Claims } from '../delivery/claims/claims.ts'
import type { Deliveries } from '../delivery/deliveries.ts'
import type { DeliveryMeters } from '../delivery/delivery-meters.ts'
import type { Persist } from '../delivery/persist.ts'
import type { WaitingDeliveries } from '../delivery/waiting-deliveries.ts'
import { timeOfId } from '../domain/execution/execution-id.ts'
import type { LiveWebhooks } from '../ports/live-webhooks.ts'
import type { LogStore } from '../ports/log-store.ts'
import type { SequenceCheck } from './check-sequence.ts'
import type { BesideOpenings } from './open-beside.ts'
import type { createToldRepeats } from './told-repeats.ts'

export type ConsumerDependencies = {
  changes: ChangeLog
  live: LiveWebhooks
  log: LogStore
  claims: Claims
  deliveries: Deliveries
  waitingDeliveries: WaitingDeliveries
  meters: DeliveryMeters
  counting: DeliveryCounting
  persist: Persist
  logger: Logger
  /** Whether a URL leads to this service itself. */
  isOwn(url: string): boolean
}

/** `span`: where the trace of the event is recorded. `repeat`: of which request it is a repeat, where it is told as that. */
export type EventHandling = ConsumerDependencies & {
  passGate: ReturnType<typeof createGate>
  judgedBy: SequenceCheck
  repeats: ReturnType<typeof createToldRepeats>
  openings: BesideOpenings
  span?: Span
  repeat?: RepeatMark
}

/** Assures that nobody else has an event; there is none for what tells of Sluice itself, or is told as another one. */
export type HoldSource = Pick<Circumstances, 'takeHold'>
export type EventMeans = { handling: EventHandling; holding: HoldSource | undefined }

type HandledEvent = { id: string; endedAt: number; matches: number }

/** What is counted of an event: all that is kept of one while it waits for the store. */
export const handledEvent = ({ id, at, durationMs }: ExchangeEvent, matches: number): HandledEvent => ({
  id,
  endedAt: at + durationMs,
  matches,
})

export function countEvent({ counting, meters, changes }: EventHandling, { id, endedAt, matches }: HandledEvent): void {
  counting.event(timeOfId(id))
  meters.handled(matches, changes.storeTime() - endedAt)
}
