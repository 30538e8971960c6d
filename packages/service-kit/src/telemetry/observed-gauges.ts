import { type Attributes, ValueType } from '@opentelemetry/api'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type GaugeMetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'

/** One value, one for each set of labels, or undefined while there is none. */
export type GaugeReading = number | undefined | readonly (readonly [value: number, labels: Attributes])[]
type Gauge = { part: string; name: string; description: string; read(): GaugeReading }

export type ObservedGauges = MetricProducer & {
  add(gauge: Gauge): void
  /** Gives the value of a gauge without labels; undefined where there is none at the moment. */
  read(name: string): number | undefined
}

/**
 * Gauges that are read anew for each answer. Those of the SDK keep the reading of the latest wall-clock time: they stand
 * still for an hour after a clock was set back by an hour, and show for ever what they have shown once.
 */
export function createObservedGauges(): ObservedGauges {
  const gauges: Gauge[] = []
  return {
    add: gauge => void gauges.push(gauge),
    read(name) {
      const readings = gauges.filter(gauge => gauge.name === name).map(readingOf)
      return readings.find(reading => typeof reading === 'number')
    },
    async collect() {
      const errors: unknown[] = []
      const parts = Map.groupBy(gauges, ({ part }) => part)
      const scopeMetrics = [...parts].map(([name, ofPart]) => ({
        scope: { name },
        metrics: [...Map.groupBy(ofPart, gauge => gauge.name).values()].map(same => toMetric(same, errors)),
      }))
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors }
    },
  }
}

function toMetric(same: readonly Gauge[], errors: unknown[]): GaugeMetricData {
  const [{ name = '', description = '' } = {}] = same
  return {
    descriptor: { name, description, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.GAUGE,
    dataPoints: same.flatMap(gauge => toPoints(gauge, errors)),
  }
}

function readingOf({ read }: Gauge): GaugeReading {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** One that can't be read leaves the others as they are. */
function toPoints({ read }: Gauge, errors: unknown[]) {
  try {
    const reading = read()
    const values = typeof reading === 'number' ? [[reading, {}] as const] : (reading ?? [])
    return values.map(([value, attributes]) => ({ value, attributes, startTime: NO_TIME, endTime: NO_TIME }))
  } catch (error) {
    errors.push(error)
    return []
  }
}

// Prometheus's text form has no times.
const NO_TIME: [number, number] = [0, 0]
