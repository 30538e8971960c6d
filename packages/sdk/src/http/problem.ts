import {
  type CallOutcome,
  SluiceError,
  type SluiceErrorCode,
  type SluiceErrorEntry,
  type SluiceErrorFields,
} from '../errors.ts'
import { type Call, isReading, type ReplyText, targetOf } from './call.ts'

type ProblemText = {
  code: SluiceErrorCode
  title: string
  detail: string
  errors: SluiceErrorEntry[]
  requestId: string
}

type CallNames = Pick<Call, 'method' | 'path' | 'operation'>

/** Codes of newer servers have this form too; those of other programs mostly do not. */
const CODE = /^[A-Z][A-Z\d_]{1,63}$/

/** The problem document of an answer. @returns nothing in it where the answer is something else */
function readProblem(text: string): Partial<ProblemText> {
  try {
    const problem: Partial<ProblemText> = JSON.parse(text)
    if (typeof problem.code !== 'string' || !CODE.test(problem.code)) return {}
    const { code, detail, errors } = problem
    return {
      code,
      ...lineOf('title', problem.title),
      ...(typeof detail === 'string' && { detail }),
      ...(Array.isArray(errors) && { errors: errors.filter(isEntry) }),
      ...lineOf('requestId', problem.requestId),
    }
  } catch {
    return {}
  }
}

const LONGEST_LINE = 200

/** A text that is to stand in a message: in one line, as whoever answered may be anybody. */
const lineOf = (name: 'title' | 'requestId', text: unknown): Partial<ProblemText> =>
  typeof text === 'string' ? { [name]: text.slice(0, LONGEST_LINE).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') } : {}

const isEntry = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  'path' in entry &&
  typeof entry.path === 'string' &&
  'message' in entry &&
  typeof entry.message === 'string'

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

/** The error for a text that is not what was to come with a success. It does not quote the text, and the change may be made. */
export const unreadable = (call: CallNames, reply: ReplyText): SluiceError =>
  errorOf(call, { ...reply, text: '', isAfterLostAnswer: reply.isAfterLostAnswer || !isReading(call) })

/** A page is what proxies and sign-in portals answer with, whatever was asked. */
export const isPage = ({ headers }: Pick<ReplyText, 'headers'>): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true

/** Sluice itself says that there is no such thing: anybody may answer 404. */
export const isNotFound = ({ status, text }: ReplyText): boolean => status === 404 && codeOf(text) === 'NOT_FOUND'

/** A deletion finds nothing, and the attempt before may have been the one that deleted it. */
export const isGoneAlready = (reply: ReplyText): boolean => reply.isAfterLostAnswer && isNotFound(reply)
