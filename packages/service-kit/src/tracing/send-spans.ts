import { hostname } from 'node:os'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { parseKeyPairsIntoRecord, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from '../telemetry/logger.ts'
import { createSparseLog } from '../telemetry/sparse-log.ts'
import { traceIds } from './trace-ids.ts'

/** Spans that wait to be sent; more are left out. */
const MAX_WAITING = 4096
const BATCH = 512
const SEND_EVERY_MS = 1_000
const SEND_WITHIN_MS = 5_000

type SpanSending = {
  /** The collector, without a path. */
  endpoint: string
  /** Headers for the collector, as `name=value` with commas between. */
  headers: string | undefined
  service: string
  logger: Logger
}

/** Sends the spans of this process to a collector. To be called once. @returns a function that sends what is left */
export function sendSpans({ endpoint, headers, service, logger }: SpanSending): () => Promise<void> {
  reportTo(logger)
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
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
  return () => provider.shutdown()
}

/** Only the message: what else an error of the exporter holds is of the other side. */
function reportTo(logger: Logger): void {
  const warn = createSparseLog(fields => logger.warn(fields, 'spans.not-sent'))
  setGlobalErrorHandler(error => warn({ reason: error instanceof Error ? error.message : String(error) }))
}
