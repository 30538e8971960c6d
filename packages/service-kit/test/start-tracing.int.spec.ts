import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from '@jest/globals'
import { context, trace } from '@opentelemetry/api'
import { secret } from '../src/settings/secret.ts'
import { createLogger } from '../src/telemetry/logger.ts'
import { beginTrace } from '../src/tracing/spans.ts'
import { startTracing } from '../src/tracing/start-tracing.ts'

const TRACE = '1'.repeat(32)
const about = { service: 'test', logger: createLogger({ service: 'test', level: 'silent' }) }

describe('the spans of a process', () => {
  // They are of the process, which runs other files after this one.
  afterAll(() => {
    trace.disable()
    context.disable()
  })

  it('are none without a collector', async () => {
    const { sampler } = await startTracing(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
        OTEL_EXPORTER_OTLP_HEADERS: undefined,
        OTEL_TRACES_SAMPLER_ARG: 1,
      },
      about,
    )
    expect(sampler).toBeUndefined()
    expect(beginTrace('work', TRACE, { kind: 'server' })).toBeUndefined()
  })

  it('are sent to the collector of the settings, with its headers', async () => {
    const taken: { path: string | undefined; key: unknown; body: string }[] = []
    const collector = createServer((request, response) => {
      void text(request).then(body => {
        taken.push({ path: request.url, key: request.headers['x-key'], body })
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await once(collector.listen(0, '127.0.0.1'), 'listening')
    const { port } = collector.address() as AddressInfo
    const tracing = await startTracing(
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
        OTEL_EXPORTER_OTLP_HEADERS: secret('x-key=k1'),
        OTEL_TRACES_SAMPLER_ARG: 1,
      },
      about,
    )
    beginTrace('work', TRACE, { kind: 'server' })?.end()
    await tracing.stop()
    collector.close()
    expect(tracing.sampler?.(false)).toBe(true)
    expect(taken).toMatchObject([{ path: '/v1/traces', key: 'k1' }])
    expect(taken[0]?.body).toContain(TRACE)
    expect(taken[0]?.body).toContain('sluice-test')
  })
})
