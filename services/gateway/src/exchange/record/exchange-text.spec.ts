import { describe, expect, it } from '@jest/globals'
import { type BodyCapture, exchangeEvent, roleName, userId } from '@sluice/contracts'
import fc from 'fast-check'
import { readHeaders } from '../../domain/request-headers.ts'
import type { Arrival } from '../arrive/arrival.ts'
import { bodyText, endText, type RecordingSubject, requestText, type ToldRequest } from './exchange-text.ts'

/** All of Unicode, lone surrogates too, and what JSON escapes. */
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\n', '\u2028', '\ud800', '', 'é'))
const plain = text.filter(value => !value.includes('sl'))
const headers = fc.array(fc.tuple(fc.constantFrom('accept', 'x-trace', 'x-shop'), plain), { maxLength: 5 })
const body: fc.Arbitrary<BodyCapture> = fc.record({
  state: fc.constantFrom('captured', 'withheld', 'unreadable', 'none'),
  length: fc.nat(),
  truncated: fc.boolean(),
})
const principal: fc.Arbitrary<ToldRequest['principal']> = fc.record({
  id: fc.constantFrom(null, userId.parse('ann'), userId.parse('ü "x"')),
  roles: fc.array(fc.constantFrom(roleName.parse('reader'), roleName.parse('a\\b')), { maxLength: 3 }),
  via: fc.constantFrom('none' as const, 'key' as const, 'password' as const),
})
const id = '01890f5e-0000-7000-8000-000000000001'

const facts = fc.record({
  headers,
  answerHeaders: headers,
  path: plain,
  query: fc.constantFrom('', 'a=1&b=%20', 'page=2'),
  method: fc.constantFrom('GET', 'POST'),
  address: fc.constantFrom('::1', '192.0.2.7'),
  isSecure: fc.boolean(),
  at: fc.nat(),
  chain: fc.array(text, { maxLength: 2 }),
  client: fc.constantFrom(undefined, 'sdk/1.2.3', 'no name'),
  serviceId: text,
  principal,
  permission: fc.option(text, { nil: undefined }),
  needsCredentials: fc.option(fc.boolean(), { nil: undefined }),
  webhooksSequence: fc.nat(),
  changesEpoch: fc.option(fc.nat(), { nil: undefined }),
  body,
  answerBody: body,
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
  isAnswered: fc.boolean(),
  isAborted: fc.boolean(),
  hasStarted: fc.boolean(),
  repeat: fc.constantFrom(undefined, { of: id, isKept: true }, { of: id, isKept: false }),
})
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never

const sentHeaders = ({ client, headers: list }: Facts): [string, string][] =>
  client === undefined ? list : [...list, ['sluice-client', client]]

function written(of: Facts): unknown {
  const { path, query, method, at, address, isSecure, chain, isAnswered, webhooksSequence, changesEpoch } = of
  const arrival = {
    requestId: id,
    at,
    method,
    origin: { address, isSecure },
    headers: readHeaders(sentHeaders(of).flat()),
    inner: undefined,
  }
  const target = { kind: 'target', path, segments: [], query, encoded: '' } as const
  const subject: RecordingSubject = {
    arrival: arrival as unknown as Arrival,
    target,
    chain,
    recordsBodies: true,
    isGraphql: false,
  }
  const sequence = { webhooksSequence, ...(changesEpoch !== undefined && { changesEpoch }) }
  const about: ToldRequest = { ...of, sequence, graphql: undefined }
  const { front, back } = requestText(subject, about)
  const answered = isAnswered ? { statusCode: 200, headers: of.answerHeaders.flat() } : undefined
  return JSON.parse(`{${front}${bodyText(of.body)}${back},${endText({ ...of, answered }, of.answerBody)}}`)
}

/** What goes through UTF-8 has no lone surrogates: `JSON.stringify` says how it is written. */
const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const expected = (of: Facts) =>
  parsed({
    schemaVersion: 1,
    id,
    service: { id: of.serviceId },
    at: of.at,
    durationMs: of.durationMs,
    outcome: of.hasStarted && !of.isAnswered ? 'unknown' : 'completed',
    aborted: of.isAborted,
    webhooksSequence: of.webhooksSequence,
    changesEpoch: of.changesEpoch,
    chain: of.chain,
    principal: of.principal,
    client: of.client === 'sdk/1.2.3' ? of.client : undefined,
    permission: of.permission,
    request: {
      method: of.method,
      path: of.path,
      query: of.query,
      headers: sentHeaders(of),
      remoteAddress: of.address,
      secure: of.isSecure,
      needsCredentials: of.needsCredentials,
      body: of.body,
    },
    response: of.isAnswered ? { statusCode: 200, headers: of.answerHeaders, body: of.answerBody } : null,
    repeat: of.repeat,
  })

describe('the text of an event', () => {
  it('says what the event is, whatever characters stand in it, and is read as one', () => {
    fc.assert(
      fc.property(facts, of => {
        const event = written(of)
        expect(event).toEqual(expected(of))
        expect(exchangeEvent.safeParse(event).error).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})
