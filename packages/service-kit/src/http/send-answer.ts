import { errorCatalogue, problemDocument, type Refusal } from '@sluice/contracts'
import type { ReplyChannel } from './exchange/service-exchange.ts'
import type { Answer } from './route.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

type SentHeaders = Readonly<Record<string, string>>

/** Sends an answer. */
export function sendAnswer(reply: ReplyChannel, { status, headers, body }: Answer, more: SentHeaders = {}): void {
  if (!body) return reply.send(status, { ...headers, ...more })
  if ('stream' in body) return reply.stream(status, { ...headers, ...more, 'content-type': body.type }, body.stream)
  const { type, bytes } = 'json' in body ? { type: JSON_TYPE, bytes: JSON.stringify(body.json) ?? '' } : body
  const length = Buffer.byteLength(bytes)
  reply.send(status, { ...headers, ...more, 'content-type': type, 'content-length': length }, bytes)
}

/** Sends an error body. @param requestId as in `X-Request-Id` */
export function sendProblem(
  reply: ReplyChannel,
  { requestId, ...refusal }: Omit<Refusal, 'kind'> & { requestId: string },
  more: SentHeaders = {},
): void {
  const problem = problemDocument(refusal, requestId)
  const { retryAfterSeconds = 1 } = refusal
  const headers = errorCatalogue[refusal.code].isRetriable
    ? { ...more, 'retry-after': String(retryAfterSeconds) }
    : more
  const body = { bytes: JSON.stringify(problem), type: PROBLEM_TYPE }
  sendAnswer(reply, { kind: 'answer', status: problem.status, headers, body })
}
