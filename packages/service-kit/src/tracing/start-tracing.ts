import { hostname } from 'node:os'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Config } from '../settings/config.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createSparseLog } from '../telemetry/sparse-log.ts'
import { createSampler, type Sampler } from './sampler.ts'
import { traceIds } from './trace-ids.ts'
import type { tracingSettings } from './tracing-settings.ts'

type TracingConfig = Config<typeof tracingSettings>

export type TracingPart = {
  /** The choice of the requests that a gateway records; undefined where spans go nowhere. */
  sampler: Sampler | undefined
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Spans that wait to be sent; more are left out. */
const MAX_WAITING = 4096
const BATCH = 512
const SEND_EVERY_MS = 1_000
const SEND_WITHIN_MS = 5_000

/** Sends the spans of this process to the collector of the settings; without one, none is made. To be called once. */
export function startTracing(
  config: TracingConfig,
  { service, logger }: { service: string; logger: Logger },
): TracingPart {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return { sampler: undefined, stop: () => Promise.resolve() }
  reportTo(logger)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(config.OTEL_EXPORTER_OTLP_HEADERS?.reveal()),
    timeoutMillis: SEND_WITHIN_MS,
  })
  const processor = new BatchSpanProcessor(exporter, {
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: BATCH,
    scheduledDelayMillis: SEND_EVERY_MS,
    exportTimeoutMillis: SEND_WITHIN_MS,
  })
  const attributes = { 'service.name': `sluice-${service}`, 'service.instance.id': `${hostname()}:${process.pid}` }
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(attributes),
    // What is recorded was decided when its trace began.
    sampler: new AlwaysOnSampler(),
    idGenerator: traceIds,
    spanProcessors: [processor],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return { sampler: createSampler(config.OTEL_TRACES_SAMPLER_ARG), stop: () => provider.shutdown() }
}

/** Only the message: what else an error of the exporter holds is of the other side. */
function reportTo(logger: Logger): void {
  const warn = createSparseLog(fields => logger.warn(fields, 'spans.not-sent'))
  setGlobalErrorHandler(error => warn({ reason: error instanceof Error ? error.message : String(error) }))
}
