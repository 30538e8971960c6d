import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { type ErrorCode, errorCatalogue, problemDocument, refuse } from '@sluice/contracts'
import { CLIENT_HEADER } from '../../domain/read-client.ts'
import { receive } from '../arrive/arrival.ts'
import { type GatewayRefusal, problemAnswer, rawProblem, sendLocal } from './answer.ts'

const BASIC = 'Basic realm="Sluice", charset="UTF-8"'
const BEARER = 'Bearer realm="Sluice"'
const DEAD_TOKEN = 'Bearer error="invalid_token"'
const codes = Object.keys(errorCatalogue) as ErrorCode[]
const SHIELD = [
  'x-content-type-options: nosniff',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
]

type AnsweredClient = { name: string; url: string; headers: string[]; basicChallenges: string[] }
const anyClient: AnsweredClient = { name: 'any client', url: '/orders', headers: [], basicChallenges: [BASIC] }
const clients: AnsweredClient[] = [
  anyClient,
  { name: 'the console', url: '/token', headers: [CLIENT_HEADER, 'console'], basicChallenges: [BEARER] },
  { name: 'an assistant', url: '/mcp', headers: [], basicChallenges: [BEARER, BASIC] },
]

const FAULTS = [{ path: 'a.b', message: 'is "missing"', line: 2, column: 7 }]
const refusalsOf = (code: ErrorCode): GatewayRefusal[] => [
  refuse(code, 'There is nothing here.'),
  refuse(code, 'A "quoted" \\ text\n\u2028 of … 😀 and \ud800.'),
  refuse(code, 'The fields are wrong.', FAULTS),
  refuse(code, 'The fields are wrong.', []),
  { ...refuse(code, 'Wait.'), retryAfterSeconds: 37 },
  { ...refuse(code, 'Wait long.'), retryAfterSeconds: 86_400 },
  { ...refuse(code, 'Wait a part.'), retryAfterSeconds: 1.5 },
  { ...refuse(code, 'Not so.'), allow: 'GET, HEAD' },
  { ...refuse(code, 'Neither so.', FAULTS), allow: 'GET', retryAfterSeconds: 2 },
]

function challengesOf(code: ErrorCode, { basicChallenges }: AnsweredClient): string[] {
  if (code === 'UNAUTHENTICATED' || code === 'INVALID_CREDENTIALS') return basicChallenges
  return code === 'INVALID_KEY' || code === 'INVALID_TOKEN' ? [DEAD_TOKEN] : []
}

/** The answer as it has been written ever since, piece by piece. */
function writtenAnswer(refusal: GatewayRefusal, requestId: string, client: AnsweredClient): string {
  const { code, allow, retryAfterSeconds = 1 } = refusal
  const { status, isRetriable } = errorCatalogue[code]
  const body = JSON.stringify(problemDocument(refusal, requestId))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    'cache-control: no-store',
    ...(allow ? [`allow: ${allow}`] : []),
    ...challengesOf(code, client).map(challenge => `www-authenticate: ${challenge}`),
    ...(isRetriable ? [`retry-after: ${retryAfterSeconds}`] : []),
    ...SHIELD,
    `x-request-id: ${requestId}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** A request of this client, and all that is written on its connection. */
function exchangeOf({ url, headers }: AnsweredClient, method = 'GET') {
  const chunks: Buffer[] = []
  const connection = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(Buffer.from(chunk))
      done()
    },
  })
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method, rawHeaders: headers, complete: true })
  const response = new ServerResponse(request)
  response.sendDate = false
  response.assignSocket(Object.assign(new Socket(), { write: connection.write.bind(connection) }))
  const arrival = receive(request, response, {
    storeTime: () => 1_700_000_000_000,
    innerOf: () => undefined,
    originOf: () => ({ address: '203.0.113.1', isSecure: false }),
    corsHeaders: () => [],
    isStopping: () => false,
    isCrowded: () => false,
    trace: () => ({ span: undefined, traceparent: '' }),
  })
  return { arrival, sent: () => Buffer.concat(chunks).toString() }
}

describe.each(clients)('a refusal for $name', client => {
  it.each(codes)('is written to the byte as its document says, for %s', code => {
    for (const refusal of [...refusalsOf(code), ...refusalsOf(code)]) {
      const { arrival, sent } = exchangeOf(client)
      sendLocal(arrival, problemAnswer(refusal, arrival.requestId))
      expect(sent()).toBe(writtenAnswer(refusal, arrival.requestId, client))
      expect(arrival.outcome.code).toBe(code)
    }
  })

  it('has no body where only the head was asked for', () => {
    const refusal = refuse('UNAUTHENTICATED', 'Sign in first.')
    const { arrival, sent } = exchangeOf(client, 'HEAD')
    sendLocal(arrival, problemAnswer(refusal, arrival.requestId))
    const whole = writtenAnswer(refusal, arrival.requestId, client)
    expect(sent()).toBe(whole.slice(0, whole.indexOf('{')))
  })
})

describe('a refusal where Node could not read the request', () => {
  it.each(codes)('says the same, and ends the connection, for %s', code => {
    for (const refusal of refusalsOf(code)) {
      const lines = writtenAnswer(refusal, 'r1', anyClient).split('\r\n')
      expect(rawProblem(refusal, 'r1')).toBe(
        lines.map(line => (line === 'Connection: close' ? 'connection: close' : line)).join('\r\n'),
      )
    }
  })
})
