import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { type CollectedSpan, drawTrace } from '@sluice/testkit/traces'
import { type HttpClient, httpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import type { SluiceTarget } from '../target.ts'

const QUERY = '{ airports(state: "CA") { iata departures { flights } } }'
const PRODUCER = 4
const CONSUMER = 5

class NotTracedError extends Error {
  override name = 'NotTracedError'
}

/** The spans of a traced query, and the span that each is part of. */
const PARENTS = {
  'forward graphql-apps': 'POST graphql-apps',
  'POST /graphql/*uri': 'forward graphql-apps',
  'find airports': 'POST /graphql/*uri',
  'send exchange.completed.v1': 'POST graphql-apps',
  'process exchange.completed.v1': 'send exchange.completed.v1',
  'deliver http': 'process exchange.completed.v1',
} as const

/** What becomes of a request whose client asks for its trace. */
export function describeTraces(target: () => SluiceTarget): void {
  describe('a trace', () => {
    let receiver: DeliveryReceiver
    let owner: HttpClient
    const collected = (traceId: string) => {
      const { traces } = target()
      if (!traces) throw new NotTracedError('The target does not say where its traces go.')
      return traces.trace(traceId)
    }
    const ask = (traceparent: string) => {
      const { urls, ownerPassword } = target()
      const as = `Basic ${btoa(`admin:${ownerPassword}`)}`
      return httpClient(urls[0], as, { traceparent }).json('POST', '/graphql/flights', { query: QUERY })
    }

    beforeAll(async () => {
      receiver = await startReceiver(target().receiver)
      owner = ownerClient({ url: target().urls[0], ownerPassword: target().ownerPassword })
      const condition = "path('/graphql/flights')"
      await owner.json('POST', '/webhooks', { name: 'Traced', condition, url: `${receiver.url}/traced` })
    })
    afterAll(() => receiver.close())

    it('leads from the request of a client through the services and the bus to the delivery', async () => {
      const unasked = newTrace('00')
      const asked = newTrace('01')
      await ask(unasked.traceparent)
      await ask(asked.traceparent)
      const spans = await eventually(
        () => {
          // Each process tells of its spans when it comes to it.
          const all = collected(asked.traceId)
          const names = new Set(all.map(({ name }) => name))
          return Object.keys(PARENTS).every(name => names.has(name)) && all
        },
        { timeoutMs: 20_000, what: 'that all spans are in the trace' },
      )
      expect(parentsIn(spans)).toMatchObject(PARENTS)
      const named = new Map(spans.map(span => [span.name, span]))
      const sent = named.get('send exchange.completed.v1')
      expect(sent).toMatchObject({ kind: PRODUCER })
      expect(named.get('process exchange.completed.v1')).toMatchObject({ kind: CONSUMER, linksTo: [sent?.spanId] })
      expect(named.get('POST graphql-apps')).toMatchObject({
        parentSpanId: asked.spanId,
        attributes: { 'http.response.status_code': 200 },
      })
      expect(named.get('deliver http')).toMatchObject({
        attributes: { 'sluice.status': 'success', 'http.response.status_code': 200 },
      })
      expect(collected(unasked.traceId)).toEqual([])
      process.stderr.write(`One trace:\n${drawTrace(spans)}\n`)
    })
  })
}

/** What each span is a part of, by their names. */
function parentsIn(spans: readonly CollectedSpan[]): Record<string, string | undefined> {
  const nameOf = new Map(spans.map(({ spanId, name }) => [spanId, name]))
  return Object.fromEntries(spans.map(({ name, parentSpanId }) => [name, nameOf.get(parentSpanId ?? '')]))
}

function newTrace(flags: '00' | '01') {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
}
