import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { z } from 'zod'
import { type SettingDefinition, setting } from '../settings/config.ts'
import { type Secret, secret } from '../settings/secret.ts'

const isPairs = (text: string) => Object.keys(parseKeyPairsIntoRecord(text)).length === text.split(',').length
const DEFAULT_SHARE = 0.01

/** The settings that say where traces go, by the names that OpenTelemetry gives them. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    z.url({ protocol: /^https?$/, error: 'must be like http://collector:4318' }).optional(),
    {
      description:
        'Collector that takes traces by OTLP over HTTP (JSON), like http://collector:4318. Without it none are made.',
    },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting<Secret | undefined>(
    z
      .string()
      .refine(isPairs, { error: 'must be like name=value, several by a comma, special characters percent-encoded' })
      .transform(text => secret(text))
      .optional(),
    { description: 'Headers for the collector, such as its key: name=value (comma).', isSecret: true },
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z.coerce
      .number({ error: 'must be a number' })
      .refine(share => share >= 0 && share <= 1, { error: 'must be from 0 to 1' }),
    {
      description:
        'Share of the requests whose traces are recorded, 0 to 1. Those that clients ask for (traceparent) come on top, 10 a second at each gateway.',
      default: String(DEFAULT_SHARE),
    },
  ),
} satisfies Record<string, SettingDefinition>
