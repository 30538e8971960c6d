import { meterOf } from '@sluice/service-kit'
import type { ExecutionResult } from '../domain/execution.ts'
import type { WaitingReason } from '../ports.ts'
import type { TargetSlots } from './target-slots.ts'

export type DeliveryMeters = ReturnType<typeof createDeliveryMeters>

/** The dispatcher's numbers for the operator. */
export function createDeliveryMeters(slots: TargetSlots) {
  const meter = meterOf('webhook-dispatcher')
  const executions = meter.createCounter('webhook_executions', {
    description: 'Executions that have ended, by status.',
  })
  const durations = meter.createHistogram('webhook_delivery_duration', {
    description: 'Time from the start of an attempt to its end.',
    unit: 'ms',
  })
  const delays = meter.createHistogram('webhook_event_delay', {
    description: 'Time from the end of an exchange to the handling of its event.',
    unit: 'ms',
  })
  const events = meter.createCounter('webhook_events', { description: 'Events handled, by whether a webhook matched.' })
  const parked = meter.createCounter('webhook_deliveries_parked', {
    description: 'Deliveries put aside into the store, by reason.',
  })
  const opened = meter.createCounter('webhook_breaker_openings', {
    description: 'Times that a target was found not to answer.',
  })
  const quarantined = meter.createCounter('webhook_events_quarantined', { description: 'Events that can not be read.' })
  meter
    .createObservableGauge('webhook_deliveries_running', { description: 'Deliveries under way.' })
    .addCallback(gauge => gauge.observe(slots.running()))
  meter
    .createObservableGauge('webhook_deliveries_waiting', { description: 'Deliveries that wait for a slot in memory.' })
    .addCallback(gauge => gauge.observe(slots.waiting()))

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
    parked: (reason: WaitingReason) => parked.add(1, { reason }),
    breakerOpened: () => opened.add(1),
    /** @param count of targets that are not sent to at the moment */
    observeBreakers(count: () => number) {
      meter
        .createObservableGauge('webhook_breakers_open', { description: 'Targets that do not answer.' })
        .addCallback(gauge => gauge.observe(count()))
    },
    quarantined: () => quarantined.add(1),
  }
}
