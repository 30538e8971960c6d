import { type ExchangeEvent, encodeExchange, exchangeCompleted, type RecordedExchange, userId } from '@sluice/contracts'
import { v7 } from 'uuid'
import { timeOfId } from '../domain/execution/execution-id.ts'

export type SampleExchange = {
  id?: string
  /** Epoch ms; default: when its id was made, or now where that is given. */
  at?: number
  method?: string
  path?: string
  statusCode?: number
  body?: unknown
  /** Instead of `body`, as it is sent. */
  rawBody?: string
  webhooksSequence?: number
  changesEpoch?: number
  chain?: string[]
  headers?: [string, string][]
  responseHeaders?: [string, string][]
  responseBody?: unknown
  user?: string
  via?: ExchangeEvent['principal']['via']
  client?: string
  permission?: string
  repeat?: ExchangeEvent['repeat']
}

/** An exchange as the gateway records it. */
export function sampleEvent(sample: SampleExchange = {}): ExchangeEvent {
  const { statusCode = 201, webhooksSequence = 0, chain = [], id = v7() } = sample
  const { at = sample.id === undefined ? timeOfId(id) : Date.now() } = sample
  return {
    schemaVersion: 1,
    id,
    service: { id: 'test' },
    at,
    durationMs: 3,
    outcome: 'completed',
    aborted: false,
    webhooksSequence,
    changesEpoch: sample.changesEpoch,
    chain,
    principal: principalOf(sample),
    client: sample.client,
    permission: sample.permission,
    repeat: sample.repeat,
    request: requestOf(sample),
    response: { statusCode, headers: sample.responseHeaders ?? [], body: captured(bodyText(sample.responseBody)) },
  }
}

const requestOf = (sample: SampleExchange): ExchangeEvent['request'] => {
  const { method = 'POST', path = '/orders', headers = [] } = sample
  return {
    method,
    path,
    query: '',
    headers: [['content-type', 'application/json'], ...headers],
    remoteAddress: '203.0.113.7',
    secure: false,
    body: captured(requestText(sample)),
  }
}

const captured = (text: string) => {
  const length = Buffer.byteLength(text)
  return { state: length > 0 ? 'captured' : 'none', length, truncated: false } as const
}

const principalOf = ({ user, via = 'none' }: SampleExchange): ExchangeEvent['principal'] => ({
  id: user === undefined ? null : userId.parse(user),
  roles: [],
  via,
})

const bodyText = (body: unknown) => (body === undefined ? '' : JSON.stringify(body))
const requestText = ({ body, rawBody }: SampleExchange) => rawBody ?? bodyText(body)

/** The same with its bodies, as a dispatcher reads it. */
export function sampleExchange(sample: SampleExchange = {}): RecordedExchange {
  const requestBody = Buffer.from(requestText(sample))
  const responseBody = Buffer.from(bodyText(sample.responseBody))
  return { event: sampleEvent(sample), requestBody, responseBody }
}

/** The record that the gateway sends for it. */
export function sampleRecord(sample: SampleExchange = {}) {
  const exchange = sampleExchange(sample)
  const { event } = exchange
  return { event, record: { key: event.id, value: encodeExchange(exchange), headers: { 'event-id': event.id } } }
}

export const TOPIC = exchangeCompleted.name
