import { type ErrorCode, errorCatalogue, type HeaderList, problemText, type Refusal } from '@sluice/contracts'
import { type Answer, nodeHttp } from '@sluice/service-kit'
import { type Arrival, closingHeaders, isUnread } from '../arrive/arrival.ts'
import { addresseeOf, type LocalHead, localHead } from './local-head.ts'
import { type ProblemHeads, problemHeads } from './problem-heads.ts'
import { readOut } from './read-out.ts'
import type { ExchangeRecording } from './recording.ts'

/** An answer that the gateway gives itself. `code` and `heads`: of a refusal. */
export type LocalAnswer = {
  statusCode: number
  headers: HeaderList
  body: Buffer
  code?: ErrorCode
  heads?: ProblemHeads
}
/** `allow`: the methods that are possible, for a 405. */
export type GatewayRefusal = Omit<Refusal, 'kind'> & { allow?: string }

const NO_BYTES = Buffer.alloc(0)

/** The problem document of a refusal. */
export function problemAnswer(refusal: GatewayRefusal, requestId: string): LocalAnswer & { heads: ProblemHeads } {
  const { code, retryAfterSeconds = 1, allow } = refusal
  const heads = problemHeads({ code, retryAfterSeconds, allow })
  const body = Buffer.from(problemText(refusal, requestId))
  return { statusCode: errorCatalogue[code].status, headers: heads.anybody.list, body, code, heads }
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
export function sendLocal(arrival: Arrival, answer: LocalAnswer, recording?: ExchangeRecording): void {
  const { statusCode, body, code, heads } = answer
  const addressee = addresseeOf(arrival)
  const head = heads ? heads[addressee] : localHead(answer.headers, addressee)
  const written = { statusCode, head, body }
  arrival.outcome.code = code
  if (!recording) return write(arrival, written)
  const answered = { statusCode, headers: head.headers }
  recording.responseBody.add(body)
  recording.end({ answered, isAborted: arrival.response.closed }, () => write(arrival, written))
}

type HeadedAnswer = { statusCode: number; head: LocalHead; body: Buffer }

function write(arrival: Arrival, { statusCode, head, body }: HeadedAnswer): void {
  const { request, response, answerHeaders, method } = arrival
  if (response.headersSent || response.destroyed) return
  const length = statusCode === 204 ? [] : ['content-length', String(body.length)]
  const closing = closingHeaders(arrival)
  response.writeHead(statusCode, [...head.shielded, ...answerHeaders, ...length, ...closing])
  const sent = method === 'HEAD' ? NO_BYTES : body
  if (!isUnread(arrival) || closing.length === 0) return void response.end(sent)
  response.write(sent)
  readOut(request, () => response.end())
}

/** The bytes of a problem for a connection on which Node could not read a request. */
export function rawProblem(refusal: GatewayRefusal, requestId: string): string {
  const { statusCode, heads, body } = problemAnswer(refusal, requestId)
  const all = [...heads.anybody.shielded, 'x-request-id', requestId]
  const lines = [
    `HTTP/1.1 ${statusCode} ${nodeHttp.STATUS_CODES[statusCode]}`,
    ...all.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [])),
    `content-length: ${body.length}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
