import type { RunningConsumer } from '@sluice/bus'
import { meterOf, observing } from '@sluice/service-kit'
import { endStatuses, type WaitingReason, waitingReasons } from '../domain/delivery-life.ts'
import type { ExecutionResult } from '../domain/execution/execution.ts'
import type { TargetSlots } from './target-slots.ts'

const PART = 'webhook-dispatcher'
/** Up to the longest time-out of a delivery. */
const DURATION_BOUNDS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000]
/** Up to an hour: events wait while the brokers are away. */
const DELAY_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000, 3_600_000]

export type DeliveryMeters = ReturnType<typeof createDeliveryMeters>

/** The dispatcher's numbers for the operator. */
export function createDeliveryMeters(slots: TargetSlots) {
  const { executions, durations, delays, events, waiting, opened, quarantined, failed, lost, restamped } =
    createInstruments()
  const { gauge } = observing(PART)
  gauge('webhook_deliveries_running', 'Deliveries under way.', slots.running)
  gauge('webhook_deliveries_waiting', 'Deliveries that wait for a slot in memory.', slots.waiting)

  return {
    ended({ status, durationMs, error }: ExecutionResult) {
      executions.add(1, { status, ...(error ? { stage: error.stage } : {}) })
      if (status !== 'skipped') durations.record(durationMs, { status })
    },
    /** @param delayMs since the exchange ended */
    handled(matches: number, delayMs: number) {
      events.add(1, { matched: matches > 0 })
      delays.record(Math.max(0, delayMs))
    },
    waiting: (reason: WaitingReason) => waiting.add(1, { reason }),
    breakerOpened: () => opened.add(1),
    quarantined: () => quarantined.add(1),
    eventFailed: () => failed.add(1),
    eventsLost: (count: number) => lost.add(count),
    eventRestamped: () => restamped.add(1),
    /** @param count of targets that are not sent to at the moment */
    observeBreakers: (count: () => number) => gauge('webhook_breakers_open', 'Targets that do not answer.', count),
    /** @param count of pairs of webhook and target for which something waits in the store, 500 at most */
    observeLanes: (count: () => number) =>
      gauge('webhook_lanes_waiting', 'Pairs of webhook and target for which deliveries wait in the store.', count),
    /** @param count of webhooks that this version of Sluice can't read */
    observeUnreadable: (count: () => number) =>
      gauge('webhook_unreadable', 'Webhooks that this dispatcher can not read, or not their condition.', count),
  }
}

function createInstruments() {
  const meter = meterOf(PART)
  const counter = (name: string, description: string) => meter.createCounter(name, { description })
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit: 'ms', advice: { explicitBucketBoundaries } })
  const instruments = {
    executions: counter('webhook_executions', 'Executions that have ended, by status.'),
    durations: histogram(
      'webhook_delivery_duration',
      'Time from the start of an attempt to its end.',
      DURATION_BOUNDS_MS,
    ),
    delays: histogram(
      'webhook_event_delay',
      'Time from the end of an exchange to the handling of its event.',
      DELAY_BOUNDS_MS,
    ),
    events: counter('webhook_events', 'Events handled, by whether a webhook matched.'),
    waiting: counter('webhook_deliveries_parked', 'Deliveries that came to wait in the store, by reason.'),
    opened: counter('webhook_breaker_openings', 'Times that a target was found not to answer.'),
    quarantined: counter('webhook_events_quarantined', 'Events that can not be read.'),
    failed: counter('webhook_event_failures', 'Times that the handling of an event has failed; it is tried again.'),
    lost: counter('webhook_events_lost', 'Events that the bus no longer held when their turn came.'),
    restamped: counter(
      'webhook_events_restamped',
      'Events from before a backup was restored, judged by the webhooks that are in force now.',
    ),
  }
  // What has not happened is shown as 0, so that the first time is seen as a rise.
  for (const status of endStatuses) instruments.executions.add(0, { status })
  for (const matched of [true, false]) instruments.events.add(0, { matched })
  for (const reason of waitingReasons) instruments.waiting.add(0, { reason })
  const { opened, quarantined, failed, lost, restamped } = instruments
  for (const one of [opened, quarantined, failed, lost, restamped]) one.add(0)
  return instruments
}

/** How far the reader of events is behind. @param now epoch ms, as the bus counts */
export function observeConsumer(
  { openRecords, oldestOpenAt, lastHeartbeatAt, unreadRecords }: RunningConsumer,
  now: () => number = Date.now,
): void {
  const { gauge } = observing(PART)
  const secondsSince = (at: number) => Math.max(0, now() - at) / 1000
  gauge('bus_open_records', 'Events that have been read and are not done.', openRecords)
  gauge('bus_unread_records', "Events that lie unread in this process's partitions.", unreadRecords)
  gauge('bus_oldest_open_seconds', 'How long ago the oldest of them came to the bus.', () =>
    secondsSince(oldestOpenAt() ?? now()),
  )
  gauge('bus_heartbeat_age_seconds', 'Since when the bus has not been heard from.', () =>
    secondsSince(lastHeartbeatAt()),
  )
}
