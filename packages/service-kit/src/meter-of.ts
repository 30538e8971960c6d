import { type Attributes, type Meter, metrics, type ObservableResult } from '@opentelemetry/api'

/** Instruments of a part of Sluice. Without `startTelemetry` they cost nothing. */
export const meterOf = (part: string): Meter => metrics.getMeter(part)

/** One value, one for each set of labels, or undefined while there is none. */
type Reading = number | undefined | readonly (readonly [value: number, labels: Attributes])[]
type Observe = (name: string, description: string, read: () => Reading) => void

/** Figures that are read when somebody asks for metrics, and cost nothing in between: the way for what a request touches. */
export function observing(part: string): { gauge: Observe; counter: Observe } {
  const meter = meterOf(part)
  return {
    gauge(name, description, read) {
      meter.createObservableGauge(name, { description }).addCallback(result => report(result, read()))
    },
    counter(name, description, read) {
      meter.createObservableCounter(name, { description }).addCallback(result => report(result, read()))
    },
  }
}

function report(result: ObservableResult, reading: Reading): void {
  if (typeof reading === 'number') result.observe(reading)
  else for (const [value, labels] of reading ?? []) result.observe(value, labels)
}
