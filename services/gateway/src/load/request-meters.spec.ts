import { afterAll, describe, expect, it } from '@jest/globals'
import { startTelemetry } from '@sluice/service-kit'
import { createRequestMeters, type RequestOutcome } from './request-meters.ts'

/** What an operator is shown. */
async function scrape({ serveMetrics }: ReturnType<typeof startTelemetry>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  Reflect.apply(serveMetrics, undefined, [{}, { setHeader() {}, statusCode: 0, end: resolve }])
  return promise
}

describe('the meters of requests', () => {
  const telemetry = startTelemetry()
  const meters = createRequestMeters(() => 0)
  afterAll(() => telemetry.stop())
  const end = (outcome: RequestOutcome, statusCode?: number) => {
    meters.arrived()
    const response = { headersSent: statusCode !== undefined, statusCode: statusCode ?? 200 }
    meters.ended({ response, startedAt: performance.now() - 5, outcome })
  }

  it('count each request once, by who answered it and how', async () => {
    end({ by: 'data' }, 201)
    end({ by: 'data' }, 200)
    end({ by: 'gateway', code: 'OVERLOADED' }, 503)
    const text = await scrape(telemetry)
    expect(text).toContain('sluice_gateway_requests_total{service="data",status="2xx",otel_scope_name="gateway"} 2\n')
    expect(text).toContain(
      'sluice_gateway_requests_total{service="gateway",status="5xx",otel_scope_name="gateway"} 1\n',
    )
    expect(text).toContain('sluice_gateway_refusals_total{code="OVERLOADED",otel_scope_name="gateway"} 1\n')
    expect(meters.inFlight()).toBe(0)
  })

  it('show what has not happened yet as 0, so that the first time is seen as a rise', async () => {
    expect(await scrape(telemetry)).toContain(
      'sluice_gateway_refusals_total{code="INTERNAL",otel_scope_name="gateway"} 0\n',
    )
  })

  it('count a client that went away before the answer, and do not take it for a 200', async () => {
    end({ by: 'keys' })
    const text = await scrape(telemetry)
    expect(text).toContain('sluice_gateway_requests_total{service="keys",status="none",otel_scope_name="gateway"} 1\n')
    expect(text).toContain('sluice_gateway_requests_total{service="keys",status="2xx",otel_scope_name="gateway"} 0\n')
  })

  it('leave the time of a stream out', async () => {
    const before = await scrape(telemetry)
    end({ by: 'webhook-dispatcher', isStream: true }, 200)
    const countIn = (text: string) => /sluice_gateway_request_duration_count\S* (\d+)/.exec(text)?.[1]
    expect(countIn(await scrape(telemetry))).toBe(countIn(before))
  })
})
