import type { ServerResponse } from 'node:http'
import { errorCatalogue, problemDocument, type Refusal } from '@sluice/contracts'
import type { Answer } from './route.ts'
import { sendStream } from './send-stream.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

type SentHeaders = Readonly<Record<string, string>>

/** Sends an answer, its head and its body in one write. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer, more: SentHeaders = {}): void {
  if (!body) return void response.writeHead(status, { ...headers, ...more }).end()
  if ('stream' in body) {
    response.writeHead(status, { ...headers, ...more, 'content-type': body.type })
    return sendStream(response, body.stream)
  }
  const { type, bytes } = 'json' in body ? { type: JSON_TYPE, bytes: JSON.stringify(body.json) ?? '' } : body
  const length = Buffer.byteLength(bytes)
  response.writeHead(status, { ...headers, ...more, 'content-type': type, 'content-length': length }).end(bytes)
}

/** Sends an error body. @param requestId as in `X-Request-Id` */
export function sendProblem(
  response: ServerResponse,
  { requestId, ...refusal }: Omit<Refusal, 'kind'> & { requestId: string },
  more: SentHeaders = {},
): void {
  const problem = problemDocument(refusal, requestId)
  const { retryAfterSeconds = 1 } = refusal
  const headers = errorCatalogue[refusal.code].isRetriable
    ? { ...more, 'retry-after': String(retryAfterSeconds) }
    : more
  const body = { bytes: JSON.stringify(problem), type: PROBLEM_TYPE }
  sendAnswer(response, { kind: 'answer', status: problem.status, headers, body })
}
