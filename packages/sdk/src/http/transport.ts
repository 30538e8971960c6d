import { type CallOutcome, SluiceConnectionError, SluiceTimeoutError, SluiceUsageError } from '../errors.ts'
import {
  type Call,
  type CallSender,
  isReading,
  pathWithoutQuery,
  type Reply,
  type ReplyText,
  targetOf,
} from './call.ts'
import { type Deadline, openDeadline, pause } from './deadline.ts'
import { codeOf, retryAfterOf } from './problem.ts'
import { readBytes } from './read-bytes.ts'
import { type CallAttemptEnd, isRefusedBeforeWork, isRepeatable, mayHaveWorked, pauseMs } from './retry.ts'

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
  /** The headers of each call, credentials included. All of them can be sent. */
  headers: Readonly<Record<string, string>>
  credentials: 'omit' | 'same-origin'
  fetch: typeof fetch
  timeoutMs: number
  retries: number
  onRequest: ((report: CallAttemptReport) => void) | undefined
}

export type Transport = {
  /**
   * @returns the answer, whatever its status. @throws SluiceConnectionError, SluiceTimeoutError, the signal's reason,
   *   SluiceUsageError for a header that can't be sent
   */
  send(call: Call): Promise<Reply>
  /** Begins to read a stream of events, which has no end. It is not repeated. @throws as `send` */
  open(call: Call): Promise<EventConnection | { refusal: ReplyText }>
}

export type EventConnection = { body: ReadableStream<Uint8Array>; close(): void }

/** An attempt that was answered, or not. */
type Attempt =
  | { end: CallAttemptEnd; reply: Pick<Reply, 'status' | 'headers' | 'text'> }
  | { end: { kind: 'broken' }; cause: unknown }

export function createTransport(options: TransportOptions): Transport {
  /** @throws SluiceTimeoutError, the signal's reason */
  async function attempt({ call, send }: PreparedCall, number: number, deadline: Deadline): Promise<Attempt> {
    const startedAt = performance.now()
    const tried = await tryOnce(send, deadline)
    const reply = 'reply' in tried ? tried.reply : undefined
    tell(options, {
      operation: call.operation,
      method: call.method,
      path: pathWithoutQuery(call.path),
      attempt: number,
      durationMs: performance.now() - startedAt,
      status: reply?.status,
      requestId: reply?.headers.get('x-request-id') ?? undefined,
    })
    return tried
  }

  async function send(call: Call): Promise<Reply> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs
    const prepared = prepare(call, options)
    const deadline = openDeadline(call.readBackWithinMs ?? timeoutMs, call.signal)
    const names = { method: call.method, hasIfMatch: hasIfMatch(call), repeat: call.repeat ?? 'by-method' }
    let isAfterLostAnswer = false
    try {
      for (let number = 1; ; number += 1) {
        const tried = await attempt(prepared, number, deadline)
        if (deadline.signal.aborted) throw abortOf(call, timeoutMs, deadline)
        const waitMs = pauseMs(tried.end, number)
        const isLast = number > options.retries || waitMs >= deadline.remainingMs()
        if (isLast || !(await mayRepeat({ send }, names, { call, end: tried.end, deadline })))
          return { ...settle(call, tried, isAfterLostAnswer), remainingMs: deadline.remainingMs() }
        isAfterLostAnswer ||= mayHaveWorked(tried.end)
        await pause(waitMs, deadline.signal).catch(() => {
          throw abortOf(call, timeoutMs, deadline)
        })
      }
    } finally {
      deadline.close()
    }
  }

  async function open(call: Call): Promise<EventConnection | { refusal: ReplyText }> {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs
    const { send: sendOnce } = prepare(call, options)
    const deadline = openDeadline(timeoutMs, call.signal)
    try {
      const response = await sendOnce(deadline.signal)
      if (response.body && isEvents(response)) {
        deadline.lift()
        return { body: response.body, close: deadline.close }
      }
      const refusal = await refusalOf(response)
      deadline.close()
      return { refusal }
    } catch (cause) {
      deadline.close()
      if (deadline.signal.aborted) throw abortOf(call, timeoutMs, deadline)
      throw connectionError(call, cause)
    }
  }

  return { send, open }
}

type CallAttemptPlace = { call: Call; end: CallAttemptEnd; deadline: Deadline }

/** Says whether a call can be sent again. Under a key also what may have worked, where the server knows the key. */
async function mayRepeat(
  transport: CallSender,
  names: Parameters<typeof isRepeatable>[0],
  { call, end, deadline }: CallAttemptPlace,
): Promise<boolean> {
  if (!isRepeatable(names, end)) return false
  if (names.repeat !== 'keyed' || isRefusedBeforeWork(end)) return true
  const { takesIdempotencyKey } = await import('./missing-route.ts')
  return takesIdempotencyKey(transport, call, { remainingMs: deadline.remainingMs() })
}

/** Tells of an attempt that is over: what is thrown at it can't change what it did. */
function tell({ onRequest }: TransportOptions, report: CallAttemptReport): void {
  try {
    onRequest?.(report)
  } catch {}
}

async function tryOnce(send: PreparedCall['send'], { signal }: Deadline): Promise<Attempt> {
  try {
    const response = await send(signal)
    if (isRedirect(response)) return { end: { kind: 'broken' }, cause: REDIRECTED }
    const text = await textOf(response)
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

/** A refusal is small: what is longer is none of Sluice. */
const MOST_REFUSAL_BYTES = 2 ** 20

async function textOf(response: Response): Promise<string> {
  if (response.ok || !response.body) return response.text()
  return (await (await readBytes(response.body, MOST_REFUSAL_BYTES))?.text()) ?? ''
}

const refusalOf = async (response: Response): Promise<ReplyText> => ({
  status: response.status,
  headers: response.headers,
  text: await textOf(response),
  isAfterLostAnswer: false,
})

const isEvents = ({ ok, headers }: Response): boolean =>
  ok && headers.get('content-type')?.startsWith('text/event-stream') === true

const REDIRECTED = 'The answer leads elsewhere. Give the client that address.'

/** A `fetch` that was handed in may follow what it is told not to. */
const isRedirect = ({ type, status, redirected }: Response): boolean =>
  redirected || type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)

/** Workers at the edge know neither cookies nor this field. Asked with a call: `Request` takes Node.js long to load. */
const knowsCredentials = () => 'credentials' in Request.prototype

type PreparedCall = { call: Call; send(signal: AbortSignal): Promise<Response> }

/** @throws SluiceUsageError, which names a header that can't be sent, but not its value */
function prepare(call: Call, { url, headers, fetch, credentials }: TransportOptions): PreparedCall {
  const { method, path, body, repeat } = call
  const ofCall = {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(repeat === 'keyed' && { 'idempotency-key': `"${newKey()}"` }),
    ...call.headers,
  }
  const init: RequestInit = {
    method,
    headers: headersOf(headers, ofCall),
    body,
    redirect: 'manual',
    ...(knowsCredentials() && { credentials }),
  }
  return { call, send: signal => fetch(url + path, { ...init, signal }) }
}

/** 128 random bits. `randomUUID` is there on pages with TLS only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

function headersOf(ofClient: Readonly<Record<string, string>>, ofCall: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(ofClient)
  for (const [name, value] of Object.entries(ofCall)) {
    try {
      headers.set(name, value)
    } catch {
      throw new SluiceUsageError(`The header ${name} can't be sent.`)
    }
  }
  return headers
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
const outcomeOf = (call: Call): CallOutcome =>
  isReading(call) && call.readBackWithinMs === undefined ? 'refused' : 'unknown'

/** Gives what a call that was given up throws: the time limit's error, or the reason of the caller's signal. */
function abortOf(call: Call, timeoutMs: number, deadline: Deadline): unknown {
  if (!deadline.isOver()) return deadline.signal.reason
  return new SluiceTimeoutError(targetOf(call), { operation: call.operation, timeoutMs, outcome: outcomeOf(call) })
}
