import {
  type CallOutcome,
  SluiceError,
  type SluiceErrorCode,
  type SluiceErrorEntry,
  type SluiceErrorFields,
} from '../errors.ts'
import { type Call, type ReplyText, targetOf } from './call.ts'

type ProblemText = {
  code?: SluiceErrorCode
  title?: string
  detail?: string
  errors?: SluiceErrorEntry[]
  requestId?: string
}

type CallNames = Pick<Call, 'method' | 'path' | 'operation'>

/** The problem document of an answer. @returns nothing in it where the answer is something else */
function readProblem(text: string): ProblemText {
  try {
    const parsed: ProblemText | null = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && typeof parsed.code === 'string' ? parsed : {}
  } catch {
    return {}
  }
}

export const codeOf = (text: string): SluiceErrorCode | undefined => readProblem(text).code

/** @returns whole seconds; undefined where the header is missing or is a date */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

export function errorFields(call: CallNames, reply: ReplyText, outcome: CallOutcome): SluiceErrorFields {
  const problem = readProblem(reply.text)
  return {
    code: problem.code ?? 'UNEXPECTED_ANSWER',
    status: reply.status,
    title: problem.title ?? 'What came is no answer of Sluice',
    detail: problem.detail ?? 'Look at what stands between this program and Sluice.',
    errors: problem.errors ?? [],
    requestId: problem.requestId ?? reply.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(reply.headers),
    operation: call.operation,
    target: targetOf(call),
    outcome,
  }
}

/**
 * The error for an answer that is none of success. Where an attempt may have worked, nobody knows whether it is that one
 * which stands in the way now.
 */
export const errorOf = (call: CallNames, reply: ReplyText): SluiceError =>
  new SluiceError(errorFields(call, reply, reply.isAfterLostAnswer ? 'unknown' : 'refused'))

/** The error for a text that is no JSON where JSON was to come. It does not quote the text. */
export const unreadable = (call: CallNames, reply: ReplyText): SluiceError => errorOf(call, { ...reply, text: '' })
