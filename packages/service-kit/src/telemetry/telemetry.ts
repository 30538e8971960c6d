import type { RequestListener } from 'node:http'
import { metrics } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { setGauges } from './meter-of.ts'
import { observeProcess } from './observe-process.ts'
import { createObservedGauges } from './observed-gauges.ts'

/** Metrics of this process in Prometheus's text form; every instrument's name starts with `sluice_`. */
export type Telemetry = { serveMetrics: RequestListener; stop(): Promise<void> }

/** Another telemetry has the place of the process's meter provider. */
class TelemetryStartedError extends Error {}

/**
 * Registers the process's meter provider, which is to happen before any instrument is made. One that stops leaves its
 * place to the next.
 * @throws TelemetryStartedError while another one runs: what is made from now on would be shown by that one alone
 */
export function startTelemetry(): Telemetry {
  const gauges = createObservedGauges()
  const exporter = new PrometheusExporter({ preventServerStart: true, prefix: 'sluice', metricProducers: [gauges] })
  const provider = new MeterProvider({ readers: [exporter] })
  if (!metrics.setGlobalMeterProvider(provider))
    throw new TelemetryStartedError('Telemetry of this process has started already: stop it first.')
  setGauges(gauges)
  observeProcess()
  return {
    serveMetrics: (request, response) => exporter.getMetricsRequestHandler(request, response),
    async stop() {
      setGauges(undefined)
      metrics.disable()
      await provider.shutdown()
    },
  }
}
