import { describe, expect, it } from '@jest/globals'
import type { RecordedExchange } from '@sluice/contracts'
import { parsePredicate, SEVERAL, testPredicate } from '@sluice/predicate'
import { sampleEvent } from '../../testing/sample-exchange.ts'
import { recordedExchange } from '../exchange/exchange-view.ts'
import { fromEventRow, logBody, toEventRow } from '../execution/execution.ts'
import { deliveryPayload } from './delivery-payload.ts'

const webhook = { _id: 'w' as never, name: 'the hook' }

function recorded(
  body: Uint8Array,
  capture: Partial<RecordedExchange['event']['request']['body']> = {},
): RecordedExchange {
  const event = sampleEvent({
    headers: [
      ['x-a', '1'],
      ['X-A', '2'],
      ['x-once', '1'],
    ],
  })
  event.request.body = { state: 'captured', length: body.length, truncated: false, ...capture }
  return { event, requestBody: body, responseBody: new Uint8Array() }
}

describe('the default payload', () => {
  it('has bodies as JSON, as text, or not at all with the reason', () => {
    const requestOf = (exchange: RecordedExchange) => deliveryPayload(exchange, webhook).request
    expect(requestOf(recorded(Buffer.from('{"a":1}')))).toMatchObject({ body: { a: 1 } })
    expect(requestOf(recorded(Buffer.from('a=1&b=2')))).toMatchObject({ body: 'a=1&b=2' })
    expect(requestOf(recorded(Buffer.from([0xff, 0xfe])))).toMatchObject({ body: null, bodyOmitted: 'binary' })
    expect(requestOf(recorded(Buffer.from('{"a":'), { truncated: true }))).toMatchObject({
      body: null,
      bodyOmitted: 'truncated',
    })
    expect(requestOf(recorded(new Uint8Array(), { state: 'withheld', length: 9 }))).toMatchObject({
      body: null,
      bodyOmitted: 'withheld',
    })
    expect(requestOf(recorded(new Uint8Array(), { state: 'none' }))).not.toHaveProperty('bodyOmitted')
  })

  it('joins repeated headers, and has no response where there was none', () => {
    const exchange = recorded(new Uint8Array())
    const payload = deliveryPayload(
      { ...exchange, event: { ...exchange.event, outcome: 'unknown', response: null } },
      webhook,
    )
    expect(payload.request.headers['x-a']).toBe('1, 2')
    expect(payload.response).toBeNull()
  })

  it('says for how many sign-ins an event stands that were turned away together, and nothing of it elsewhere', () => {
    const exchange = recorded(new Uint8Array())
    const together = { ...exchange, event: { ...exchange.event, turnedAway: 57 } }
    expect(deliveryPayload(together, webhook).turnedAway).toBe(57)
    expect(deliveryPayload(exchange, webhook)).not.toHaveProperty('turnedAway')
  })
})

describe('what a condition sees', () => {
  it('has no body that was cut', () => {
    expect(recordedExchange(recorded(Buffer.from('{}'), { truncated: true })).requestBody?.()).toBeUndefined()
    expect(recordedExchange(recorded(Buffer.from('{"a":1}'))).requestBody?.()).toEqual({ a: 1 })
  })

  it('finds headers whatever their case, and no inherited ones', () => {
    const exchange = recordedExchange(recorded(new Uint8Array()))
    expect([exchange.header('X-Once'), exchange.header('constructor')]).toEqual(['1', undefined])
  })

  it('takes no one value of a header or parameter that was sent with different ones', () => {
    const exchange = recordedExchange(recorded(new Uint8Array()))
    expect(exchange.header('X-A')).toBe(SEVERAL)
  })

  it.each([
    ['bson-request-contains(total)', '/orders', '\ufeff{"total":1}'],
    ['bson-request-prop-equals(key=total, value=1)', '/orders', '{"total":{"$numberDecimal":1}}'],
    [
      `bson-request-prop-equals(key=n, value='{"$numberLong":"9007199254740993"}')`,
      '/orders',
      '{"n":9007199254740993}',
    ],
    ["equals(@request.body.id, '65a1b2c3d4e5f60718293a4b')", '/orders', '{"id":{"$oid":"65a1b2c3d4e5f60718293a4b"}}'],
    ['bson-request-contains(total)', '/orders', '{"total":1,"n":{"$numberLong":"none"}}'],
    ['not bson-request-contains(variables.a)', '/graphql/shop', '{"variables":{"$dbPointer":{"a":1}}}'],
  ])('is what the service has seen of the body: %s of %s %s', (condition, path, text) => {
    const exchange = recorded(Buffer.from(text))
    exchange.event.request.path = path
    const parsed = parsePredicate(condition, 'condition')
    expect(parsed.kind === 'parsed' && testPredicate(parsed.predicate, recordedExchange(exchange))).toBe(true)
  })
})

describe('a body in the log', () => {
  it('is kept whole up to 64 KiB, then cut and marked, also in the middle of a character', () => {
    expect(logBody(Buffer.from('ü'))).toMatchObject({ text: 'ü', encoding: 'utf8', truncated: false, length: 2 })
    const cut = logBody(Buffer.from(`x${'ü'.repeat(40_000)}`))
    expect(cut).toMatchObject({ encoding: 'utf8', truncated: true, length: 80_001 })
    expect(Buffer.byteLength(cut.text)).toBe(65_535)
  })

  it('is base64 where it is no text, and comes back as it was', () => {
    const bytes = Buffer.from([0, 255, 254, 1])
    const row = toEventRow(recorded(bytes), [])
    expect(row.requestBody.encoding).toBe('base64')
    expect(Buffer.compare(fromEventRow(row).requestBody, bytes)).toBe(0)
  })
})
