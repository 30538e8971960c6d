import type { RequestListener } from 'node:http'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { startGauges } from './meter-of.ts'
import { observeProcess } from './observe-process.ts'

/** Metrics of this process in Prometheus's text form; every instrument's name starts with `sluice_`. */
export type Telemetry = { serveMetrics: RequestListener; stop(): Promise<void> }

/** Registers the process's meter provider. To be called once, before any instrument is made. */
export function startTelemetry(): Telemetry {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    prefix: 'sluice',
    metricProducers: [startGauges()],
  })
  const provider = new MeterProvider({ readers: [exporter] })
  metrics.setGlobalMeterProvider(provider)
  observeProcess()
  return {
    serveMetrics: (request, response) => exporter.getMetricsRequestHandler(request, response),
    stop: () => provider.shutdown(),
  }
}
