import { type CallOutcome, SluiceConnectionError, SluiceTimeoutError } from '../errors.ts'
import { type Call, pathWithoutQuery, type Reply, type ReplyText, targetOf } from './call.ts'
import { type Deadline, openDeadline, pause } from './deadline.ts'
import { codeOf, retryAfterOf } from './problem.ts'
import { type CallAttemptEnd, isRepeatable, mayHaveWorked, pauseMs } from './retry.ts'

/** One attempt of a call, for logs and metrics. It has no credentials, bodies or queries. */
export type CallAttemptReport = {
  operation: string
  method: string
  path: string
  /** From 1. */
  attempt: number
  durationMs: number
  /** Missing where no answer came. */
  status: number | undefined
  requestId: string | undefined
}

export type TransportOptions = {
  /** Without a slash at its end. */
  url: string
  /** Of each call, credentials included. They are headers that can be sent. */
  headers: Readonly<Record<string, string>>
  credentials: 'omit' | 'same-origin'
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  onRequest: ((report: CallAttemptReport) => void) | undefined
}

export type Transport = {
  /** @returns the answer, whatever its status. @throws SluiceConnectionError, SluiceTimeoutError, the signal's reason */
  send(call: Call): Promise<Reply>
  /** Begins to read an answer that has no end. It is not repeated. @throws as `send` */
  open(call: Call): Promise<OpenAnswer>
}

export type OpenAnswer = { response: Response; close(): void }

/** An attempt that was answered, or not. */
type Attempt =
  | { end: CallAttemptEnd; reply: Pick<Reply, 'status' | 'headers' | 'text'> }
  | { end: { kind: 'broken' }; cause: unknown }

export function createTransport(options: TransportOptions): Transport {
  /** @throws SluiceTimeoutError, the signal's reason */
  async function attempt(call: Call, number: number, deadline: Deadline): Promise<Attempt> {
    const startedAt = performance.now()
    const tried = await tryOnce(call, options, deadline)
    options.onRequest?.({
      operation: call.operation,
      method: call.method,
      path: pathWithoutQuery(call.path),
      attempt: number,
      durationMs: performance.now() - startedAt,
      status: 'reply' in tried ? tried.reply.status : undefined,
      requestId: 'reply' in tried ? (tried.reply.headers.get('x-request-id') ?? undefined) : undefined,
    })
    return tried
  }

  async function send(call: Call): Promise<Reply> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs
    const deadline = openDeadline(call.readBackWithinMs ?? timeoutMs, call.signal)
    const names = { method: call.method, hasIfMatch: hasIfMatch(call), repeat: call.repeat ?? 'by-method' }
    let isAfterLostAnswer = false
    try {
      for (let number = 1; ; number += 1) {
        const tried = await attempt(call, number, deadline)
        if (deadline.signal.aborted) throw abortOf(call, timeoutMs, deadline)
        const waitMs = pauseMs(tried.end, number)
        const isLast = number > options.retries || waitMs >= deadline.remainingMs()
        if (isLast || !isRepeatable(names, tried.end)) {
          return { ...settle(call, tried, isAfterLostAnswer), remainingMs: deadline.remainingMs() }
        }
        isAfterLostAnswer ||= mayHaveWorked(tried.end)
        await pause(waitMs, deadline.signal).catch(() => {
          throw abortOf(call, timeoutMs, deadline)
        })
      }
    } finally {
      deadline.close()
    }
  }

  async function open(call: Call): Promise<OpenAnswer> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs
    const deadline = openDeadline(timeoutMs, call.signal)
    try {
      const response = await options.fetch(options.url + call.path, initOf(call, options, deadline.signal))
      deadline.lift()
      return { response, close: deadline.close }
    } catch (cause) {
      deadline.close()
      if (deadline.signal.aborted) throw abortOf(call, timeoutMs, deadline)
      throw connectionError(call, cause)
    }
  }

  return { send, open }
}

async function tryOnce(call: Call, options: TransportOptions, { signal }: Deadline): Promise<Attempt> {
  try {
    const response = await options.fetch(options.url + call.path, initOf(call, options, signal))
    if (isRedirect(response)) return { end: { kind: 'broken' }, cause: REDIRECTED }
    const text = await response.text()
    const { status, headers } = response
    const end: CallAttemptEnd = {
      kind: 'answered',
      status,
      code: response.ok ? undefined : codeOf(text),
      retryAfterSeconds: retryAfterOf(headers),
    }
    return { end, reply: { status, headers, text } }
  } catch (cause) {
    return { end: { kind: 'broken' }, cause }
  }
}

const REDIRECTED = 'The answer leads to another address. Give the client that address.'

const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)

/** Workers at the edge know neither cookies nor this field. */
const KNOWS_CREDENTIALS = 'credentials' in Request.prototype

function initOf({ method, headers, body }: Call, options: TransportOptions, signal: AbortSignal): RequestInit {
  return {
    method,
    headers: {
      ...options.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
    signal,
    redirect: 'manual',
    ...(KNOWS_CREDENTIALS && { credentials: options.credentials }),
  }
}

const hasIfMatch = ({ headers = {} }: Call): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'if-match')

/** @throws SluiceConnectionError where no answer came */
function settle(call: Call, tried: Attempt, isAfterLostAnswer: boolean): ReplyText {
  if ('reply' in tried) return { ...tried.reply, isAfterLostAnswer: isAfterLostAnswer || mayHaveWorked(tried.end) }
  throw connectionError(call, tried.cause)
}

const connectionError = (call: Call, cause: unknown) =>
  new SluiceConnectionError(targetOf(call), { operation: call.operation, outcome: outcomeOf(call), cause })

/** Reading changes nothing, whether its answer was lost or not; what is read back has been changed, or not. */
const outcomeOf = ({ method, readBackWithinMs }: Call): CallOutcome =>
  (method === 'GET' || method === 'HEAD') && readBackWithinMs === undefined ? 'refused' : 'unknown'

/** Gives what a call that was given up throws: the time limit's error, or the reason of the caller's signal. */
function abortOf(call: Call, timeoutMs: number, deadline: Deadline): unknown {
  if (!deadline.isOver()) return deadline.signal.reason
  return new SluiceTimeoutError(targetOf(call), { operation: call.operation, timeoutMs, outcome: outcomeOf(call) })
}
