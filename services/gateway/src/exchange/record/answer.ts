import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorCatalogue, type HeaderList, problemDocument, type Refusal } from '@sluice/contracts'
import type { Answer } from '@sluice/service-kit'
import { browserShield } from '../../domain/browser-shield.ts'
import { isConsole } from '../../domain/console/console-mark.ts'
import { type Arrival, closingHeaders, isUnread } from '../arrive/arrival.ts'
import { readOut } from './read-out.ts'
import type { ExchangeRecording } from './recording.ts'

/** An answer that the gateway gives itself. `code`: of a refusal. */
export type LocalAnswer = { statusCode: number; headers: HeaderList; body: Buffer; code?: ErrorCode }
/** `allow`: the methods that are possible, for a 405. */
export type GatewayRefusal = Omit<Refusal, 'kind'> & { allow?: string }

const NO_BYTES = Buffer.alloc(0)
const BASIC = 'Basic realm="Sluice", charset="UTF-8"'
const BEARER = 'Bearer realm="Sluice"'
const DEAD_TOKEN = 'Bearer error="invalid_token"'
const challenges: Partial<Record<ErrorCode, string>> = {
  UNAUTHENTICATED: BASIC,
  INVALID_CREDENTIALS: BASIC,
  INVALID_KEY: DEAD_TOKEN,
  INVALID_TOKEN: DEAD_TOKEN,
}

/** The problem document of a refusal. */
export function problemAnswer(refusal: GatewayRefusal, requestId: string): LocalAnswer {
  const { code, retryAfterSeconds = 1, allow } = refusal
  const problem = problemDocument(refusal, requestId)
  const headers: HeaderList = [
    ['content-type', 'application/problem+json'],
    ['cache-control', 'no-store'],
  ]
  if (allow) headers.push(['allow', allow])
  const challenge = challenges[code]
  if (challenge) headers.push(['www-authenticate', challenge])
  if (errorCatalogue[code].isRetriable) headers.push(['retry-after', String(retryAfterSeconds)])
  return { statusCode: problem.status, headers, body: Buffer.from(JSON.stringify(problem)), code }
}

/** What a route of the control plane answers with, as bytes. */
export function routeAnswer({ status, headers, body }: Answer): LocalAnswer {
  const list: HeaderList = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  if (!body) return { statusCode: status, headers: list, body: NO_BYTES }
  if ('json' in body) {
    list.push(['content-type', 'application/json; charset=utf-8'])
    return { statusCode: status, headers: list, body: Buffer.from(JSON.stringify(body.json)) }
  }
  if ('stream' in body) throw new RangeError('A route of the gateway itself has no stream to send.')
  list.push(['content-type', body.type])
  return { statusCode: status, headers: list, body: Buffer.from(body.bytes) }
}

/** Sends an answer of our own, after its event is in the spool. */
export function sendLocal(arrival: Arrival, given: LocalAnswer, recording?: ExchangeRecording): void {
  const { response } = arrival
  const answer = isConsole(name => arrival.headers.get(name))
    ? withoutBasic(given)
    : isMcp(arrival)
      ? withBearer(given)
      : given
  const { statusCode, headers, body, code } = answer
  arrival.outcome.code = code
  if (!recording) return write(arrival, answer)
  recording.responseBody.add(body)
  const answered = { statusCode, headers: headers.flat() }
  recording.end({ answered, isAborted: response.closed }, () => write(arrival, answer))
}

/** For a challenge of Basic, browsers open a password window of their own over the page of the console. */
const withoutBasic = (answer: LocalAnswer): LocalAnswer => ({
  ...answer,
  headers: answer.headers.map(([name, value]) => [name, value === BASIC ? BEARER : value]),
})

const isMcp = ({ request }: Arrival): boolean => /^\/mcp(?:[/?]|$)/.test(request.url ?? '')

/** Clients of assistants send keys: what they can do comes first. */
const withBearer = (answer: LocalAnswer): LocalAnswer => ({
  ...answer,
  headers: answer.headers.flatMap(
    ([name, value]): HeaderList =>
      value === BASIC
        ? [
            [name, BEARER],
            [name, value],
          ]
        : [[name, value]],
  ),
})

function write(arrival: Arrival, { statusCode, headers, body }: LocalAnswer): void {
  const { request, response, answerHeaders, method } = arrival
  if (response.headersSent || response.destroyed) return
  const length = statusCode === 204 ? [] : ['content-length', String(body.length)]
  const closing = closingHeaders(arrival)
  const flat = headers.flat()
  response.writeHead(statusCode, [...flat, ...browserShield(flat), ...answerHeaders, ...length, ...closing])
  const sent = method === 'HEAD' ? NO_BYTES : body
  if (!isUnread(arrival) || closing.length === 0) return void response.end(sent)
  response.write(sent)
  readOut(request, () => response.end())
}

/** The bytes of a problem for a connection on which Node could not read a request. */
export function rawProblem(refusal: GatewayRefusal, requestId: string): string {
  const { statusCode, headers, body } = problemAnswer(refusal, requestId)
  const flat = headers.flat()
  const all = [...flat, ...browserShield(flat), 'x-request-id', requestId]
  const lines = [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [])),
    `content-length: ${body.length}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
