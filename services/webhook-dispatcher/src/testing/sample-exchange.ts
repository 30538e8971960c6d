import { type ExchangeEvent, encodeExchange, exchangeCompleted } from '@sluice/contracts'
import { v7 } from 'uuid'

export type SampleExchange = {
  id?: string
  method?: string
  path?: string
  statusCode?: number
  body?: unknown
  webhooksSequence?: number
  chain?: string[]
  headers?: [string, string][]
}

/** An exchange as the gateway records it. */
export function sampleEvent(sample: SampleExchange = {}): ExchangeEvent {
  const { method = 'POST', path = '/orders', statusCode = 201, webhooksSequence = 0, chain = [], headers = [] } = sample
  const none = { state: 'none', length: 0, truncated: false } as const
  const length = Buffer.byteLength(bodyText(sample))
  return {
    schemaVersion: 1,
    id: sample.id ?? v7(),
    service: { id: 'test' },
    at: Date.now(),
    durationMs: 3,
    outcome: 'completed',
    aborted: false,
    webhooksSequence,
    chain,
    principal: { id: null, roles: [], via: 'none' },
    request: {
      method,
      path,
      query: '',
      headers: [['content-type', 'application/json'], ...headers],
      remoteAddress: '203.0.113.7',
      secure: false,
      body: length > 0 ? { state: 'captured', length, truncated: false } : none,
    },
    response: { statusCode, headers: [], body: none },
  }
}

const bodyText = ({ body }: SampleExchange) => (body === undefined ? '' : JSON.stringify(body))

/** The record that the gateway sends for it. */
export function sampleRecord(sample: SampleExchange = {}) {
  const event = sampleEvent(sample)
  const requestBody = Buffer.from(bodyText(sample))
  const value = encodeExchange({ event, requestBody, responseBody: new Uint8Array() })
  return { event, record: { key: event.id, value, headers: { 'event-id': event.id } } }
}

export const TOPIC = exchangeCompleted.name
