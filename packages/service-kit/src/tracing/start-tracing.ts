import type { Config } from '../settings/config.ts'
import type { Logger } from '../telemetry/logger.ts'
import { createSampler, type Sampler } from './sampler.ts'
import type { tracingSettings } from './tracing-settings.ts'

type TracingConfig = Config<typeof tracingSettings>

export type TracingPart = {
  /** The choice of the requests that a gateway records; undefined where spans go nowhere. */
  sampler: Sampler | undefined
  /** Sends what is left. */
  stop(): Promise<void>
}

/**
 * Sends the spans of this process to the collector of the settings; without one, none is made, and what would send them is
 * not loaded. To be called once.
 */
export async function startTracing(
  config: TracingConfig,
  about: { service: string; logger: Logger },
): Promise<TracingPart> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return { sampler: undefined, stop: () => Promise.resolve() }
  const { sendSpans } = await import('./send-spans.ts')
  const headers = config.OTEL_EXPORTER_OTLP_HEADERS?.reveal()
  const stop = sendSpans({ endpoint, headers, ...about })
  return { sampler: createSampler(config.OTEL_TRACES_SAMPLER_ARG), stop }
}
