import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decodeExchange, encodeExchange, encodeExchangeParts } from './exchange-codec.ts'
import { type ExchangeEvent, exchangeEvent, type RecordedExchange } from './exchange-event.ts'

const body = fc.record({
  state: fc.constantFrom('captured', 'withheld', 'unreadable', 'none'),
  length: fc.nat(),
  truncated: fc.boolean(),
})
const headers = fc.array(fc.tuple(fc.string(), fc.string()))
const event: fc.Arbitrary<ExchangeEvent> = fc
  .record({
    schemaVersion: fc.constant(1),
    id: fc.uuid({ version: 7 }),
    service: fc.record({ id: fc.string() }),
    at: fc.nat(),
    durationMs: fc.nat(),
    outcome: fc.constantFrom('completed', 'unknown'),
    aborted: fc.boolean(),
    webhooksSequence: fc.nat(),
    changesEpoch: fc.option(fc.nat(), { nil: undefined }),
    chain: fc.array(fc.string()),
    principal: fc.record({
      id: fc.option(fc.string({ minLength: 1 })),
      roles: fc.array(fc.constantFrom('reader', 'writer')),
      via: fc.constantFrom('none', 'password', 'key', 'session'),
    }),
    request: fc.record({
      method: fc.constantFrom('GET', 'POST'),
      path: fc.string({ unit: 'grapheme' }),
      query: fc.string(),
      headers,
      remoteAddress: fc.ipV6(),
      secure: fc.boolean(),
      body,
    }),
    response: fc.option(fc.record({ statusCode: fc.nat(599), headers, body })),
    turnedAway: fc.option(fc.integer({ min: 1 }), { nil: undefined }),
  })
  .map(value => exchangeEvent.parse(value))

const exchange: fc.Arbitrary<RecordedExchange> = fc.record({
  event,
  requestBody: fc.uint8Array({ maxLength: 300 }),
  responseBody: fc.uint8Array({ maxLength: 300 }),
})

const [sample] = fc.sample(exchange, { numRuns: 1, seed: 1 }) as [RecordedExchange]

/** A frame with any metadata and no bodies. */
function frameOf(metadata: unknown): Uint8Array {
  const text = new TextEncoder().encode(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
  const frame = new Uint8Array(4 + text.length)
  new DataView(frame.buffer).setUint32(0, text.length)
  frame.set(text, 4)
  return frame
}

describe('an event on the bus', () => {
  it('comes back as it was sent, bodies byte for byte', () => {
    fc.assert(
      fc.property(exchange, sent => {
        const decoded = decodeExchange(encodeExchange(sent))
        expect(decoded).toEqual({ kind: 'event', exchange: sent })
      }),
    )
  })

  it('is the same in one piece and in several, behind whatever stands in front', () => {
    const large = { ...sample, requestBody: Buffer.alloc(10_000, 'q'), responseBody: Buffer.alloc(10_000, 'r') }
    for (const sent of [sample, large]) {
      expect(Buffer.concat(encodeExchangeParts(sent, 91)).subarray(91)).toEqual(encodeExchange(sent))
    }
    expect(encodeExchangeParts(large)).toHaveLength(3)
  })

  it('is read the same way out of the middle of a larger buffer', () => {
    const frame = encodeExchange(sample)
    const around = new Uint8Array(frame.length + 7)
    around.set(frame, 5)
    expect(decodeExchange(around.subarray(5, 5 + frame.length))).toEqual(decodeExchange(frame))
  })

  it('may have fields that this reader does not know', () => {
    const { event: known } = sample
    const decoded = decodeExchange(frameOf({ ...known, requestBytes: 0, region: 'eu' }))
    expect(decoded.kind === 'event' && decoded.exchange.event).toEqual(known)
  })

  it('of a newer major version is told apart from a broken one, whatever else is in it', () => {
    expect(decodeExchange(frameOf({ schemaVersion: 2 }))).toEqual({ kind: 'newer', schemaVersion: 2 })
  })
})

describe('what is no event', () => {
  it('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => decodeExchange(bytes).kind === 'unreadable'))
    fc.assert(fc.property(fc.jsonValue(), value => decodeExchange(frameOf(value)).kind === 'unreadable'))
  })

  it('is told apart wherever a frame was cut before its response body', () => {
    const frame = encodeExchange({ ...sample, responseBody: new Uint8Array() })
    fc.assert(
      fc.property(fc.nat(frame.length - 1), end => decodeExchange(frame.subarray(0, end)).kind === 'unreadable'),
    )
  })

  it.each([
    [new Uint8Array(3), 'length field'],
    [new Uint8Array([0, 0, 1, 0]), 'longer than the frame'],
    [frameOf('{'), 'not JSON'],
    [frameOf({ schemaVersion: 1 }), 'id:'],
    [frameOf(sample.event), 'request body'],
    [frameOf({ ...sample.event, requestBytes: 10_000 }), 'request body'],
    [frameOf({ ...sample.event, requestBytes: -1 }), 'request body'],
    [frameOf({ ...sample.event, requestBytes: 0.5 }), 'request body'],
    [frameOf({ ...sample.event, schemaVersion: 1.5 }), 'schemaVersion'],
    [frameOf({ ...sample.event, at: 1e300, requestBytes: 0 }), 'at:'],
  ])('says why: %#', (frame, reason) => {
    expect(decodeExchange(frame)).toEqual({ kind: 'unreadable', reason: expect.stringContaining(reason) })
  })
})
