import { type Meter, metrics, type ObservableResult } from '@opentelemetry/api'
import type { GaugeReading, ObservedGauges } from './observed-gauges.ts'

/** Instruments of a part of Sluice. Without `startTelemetry` they cost nothing. */
export const meterOf = (part: string): Meter => metrics.getMeter(part)

type Observe = (name: string, description: string, read: () => GaugeReading) => void

let gauges: ObservedGauges | undefined

/** Says where gauges go that are made from now on; with `undefined` nobody takes note of them. */
export function setGauges(next: ObservedGauges | undefined): void {
  gauges = next
}

/** The value of one of this process's gauges without labels; undefined where there is none, or no telemetry. */
export const readGauge = (name: string): number | undefined => gauges?.read(name)

/** Figures that are read when somebody asks for metrics, and cost nothing in between: the way for what a request touches. */
export function observing(part: string): { gauge: Observe; counter: Observe } {
  const meter = meterOf(part)
  return {
    gauge: (name, description, read) => gauges?.add({ part, name, description, read }),
    counter(name, description, read) {
      meter.createObservableCounter(name, { description }).addCallback(result => report(result, read()))
    },
  }
}

function report(result: ObservableResult, reading: GaugeReading): void {
  if (typeof reading === 'number') result.observe(reading)
  else for (const [value, labels] of reading ?? []) result.observe(value, labels)
}
