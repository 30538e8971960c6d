import { type ErrorCode, type ProblemDocument, problemDocument, refuse, refuseFields } from '@sluice/contracts'
import { z } from 'zod'
import type { GatewayClient, GatewayReply, InnerPassage, InnerRequest } from './gateway-client.ts'

/** What a tool is told of a request that was not answered as it should have been. */
export type ToolProblem = { kind: 'problem'; problem: ProblemDocument; retryAfterSeconds?: number }

export type InnerAnswer = { kind: 'answered'; json: unknown; etag?: string; total?: number }

/** Makes a request in the place of a tool's caller. */
export type ToolRequester = (request: InnerRequest) => Promise<InnerAnswer | ToolProblem>

type Asking = { client: GatewayClient; passage: InnerPassage; requestId: string }

const graphqlErrors = z.object({ errors: z.array(z.object({ message: z.string() })).min(1) })

/** A tool that asks more often is at fault. */
const MAX_REQUESTS = 8

/** A tool has asked more often than any tool may. */
class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsError'
}

/** @returns the requests of one call, of which there may be 8 */
export function createToolRequester({ client, passage, requestId }: Asking): ToolRequester {
  let asked = 0
  return async request => {
    asked += 1
    if (asked > MAX_REQUESTS) throw new TooManyRequestsError('A tool may make 8 requests.')
    return toAnswer(await client.send(request, passage), requestId)
  }
}

const FAILURES = {
  time: ['UPSTREAM_TIMEOUT', 'The request took too long. Ask for less, or try again.'],
  unreachable: ['UPSTREAM_FAILED', 'The gateway can not be reached, or broke off. Try again shortly.'],
  size: ['RESULT_TOO_LARGE', 'The answer is too large to be read. Ask for fewer documents or fields.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>

function toAnswer(reply: GatewayReply, requestId: string): InnerAnswer | ToolProblem {
  if (reply.kind === 'failed') return failureOf(reply.reason, requestId)
  const { status, body, etag, total, retryAfterSeconds } = reply
  const json = readJson(body)
  if (status >= 200 && status < 300) {
    return {
      kind: 'answered',
      json,
      ...(etag !== undefined && { etag }),
      ...(total !== undefined && { total }),
    }
  }
  const problem = isProblem(json) ? json : graphqlProblem(json, status, requestId)
  if (!problem) return failureOf('unreachable', requestId)
  return { kind: 'problem', problem, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

function failureOf(reason: keyof typeof FAILURES, requestId: string): ToolProblem {
  const [code, detail] = FAILURES[reason]
  return problemOf(code, detail, requestId)
}

export const problemOf = (code: ErrorCode, detail: string, requestId: string): ToolProblem => ({
  kind: 'problem',
  problem: problemDocument(refuse(code, detail), requestId),
})

function readJson(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}

/** A GraphQL app that does not run a request says why in a form of its own. */
function graphqlProblem(json: unknown, status: number, requestId: string): ProblemDocument | undefined {
  const read = graphqlErrors.safeParse(json)
  if (!read.success) return undefined
  const errors = read.data.errors.map(({ message }) => ({ path: '', message }))
  return { ...problemDocument(refuseFields(errors), requestId), status }
}

const isProblem = (json: unknown): json is ProblemDocument =>
  typeof json === 'object' && json !== null && 'code' in json && 'detail' in json && 'status' in json
