import { validateHeaderName, validateHeaderValue } from 'node:http'
import { type Dispatcher, errors } from 'undici'
import type { ReplyHeaders } from '../http/exchange/service-exchange.ts'
import { withinNone } from '../tracing/spans.ts'

/** One request on its way through a line, and its answer. */
export type LineCall = {
  readonly sent: Dispatcher.DispatchOptions
  readonly handler: Dispatcher.DispatchHandler
  readonly controller: Dispatcher.DispatchController
  /** Told once, when the call is over. */
  readonly closers: (() => void)[]
  /** What is told of the answer when its reader goes on. */
  readonly held: (() => void)[]
  isPaused: boolean
  /** The body is being read, and more of it is awaited. */
  isUploading: boolean
  /** The status of the answer, once it has begun. */
  status: number | undefined
  isOver: boolean
  /** The whole answer was told. */
  isSent: boolean
  abortReason: Error | null
  /** Ends the call when the service is silent for too long. */
  silence: NodeJS.Timeout | undefined
}

export function createLineCall(sent: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): LineCall {
  const controller = new LineController()
  const call: LineCall = {
    sent,
    handler,
    controller,
    closers: [],
    held: [],
    isPaused: false,
    isUploading: false,
    status: undefined,
    isOver: false,
    isSent: false,
    abortReason: null,
    silence: undefined,
  }
  controller.call = call
  return call
}

/** Lets the caller of a call hold it up, or end it. It is a class as `SocketReply` is one. */
class LineController implements Dispatcher.DispatchController {
  rawHeaders: Dispatcher.DispatchController['rawHeaders'] = null
  rawTrailers: Dispatcher.DispatchController['rawTrailers'] = null
  /** Set before the caller gets the controller. */
  declare call: LineCall

  get aborted() {
    return this.call.abortReason !== null
  }

  get paused() {
    return this.call.isPaused
  }

  get reason() {
    return this.call.abortReason
  }

  abort(reason: Error) {
    this.call.abortReason ??= reason
    failCall(this.call, reason)
  }

  pause() {
    this.call.isPaused = true
  }

  resume() {
    resume(this.call)
  }
}

/** Bounds how long the service may be silent, before its answer and within it. */
export function limitSilence(call: LineCall, patienceMs: number): void {
  call.silence = setTimeout(() => {
    // It is the client that sends slowly, or doesn't read.
    if (call.isPaused || (call.isUploading && call.status === undefined)) return
    failCall(call, call.status === undefined ? new errors.HeadersTimeoutError() : new errors.BodyTimeoutError())
  }, patienceMs)
}

/** Tells the caller of the head. @throws TypeError for a header that can't be sent; then nothing was told */
export function beginReply(call: LineCall, status: number, headers: ReplyHeaders): void {
  const read = readReplyHeaders(headers)
  if (call.isOver) return
  call.status = status
  call.controller.rawHeaders = read.raw
  call.silence?.refresh()
  tell(call, () => call.handler.onResponseStart?.(call.controller, status, read.named))
}

/** Tells the caller of a piece of the body, once it reads. */
export const giveChunk = (call: LineCall, chunk: Buffer): void =>
  whenRead(call, () => {
    call.silence?.refresh()
    tell(call, () => call.handler.onResponseData?.(call.controller, chunk))
  })

/** Tells the caller that the answer is whole, once it has read all of it. */
export const finishCall = (call: LineCall): void =>
  whenRead(call, () => {
    if (call.isOver) return
    call.isSent = true
    closeCall(call)
    try {
      withinNone(() => call.handler.onResponseEnd?.(call.controller, {}))
    } catch (error) {
      call.handler.onResponseError?.(call.controller, toError(error))
    }
  })

/** Ends a call that has no whole answer; the caller is told why. */
export function failCall(call: LineCall, reason: Error): void {
  if (call.isOver) return
  closeCall(call)
  withinNone(() => call.handler.onResponseError?.(call.controller, reason))
}

function closeCall(call: LineCall): void {
  call.isOver = true
  clearTimeout(call.silence)
  call.held.length = 0
  for (const closer of call.closers.splice(0)) closer()
}

/** Does what is told of the answer, in order, as soon as its reader takes more. */
export function whenRead(call: LineCall, work: () => void): void {
  if (!call.isOver && (call.isPaused || call.held.length > 0)) call.held.push(work)
  else work()
}

function resume(call: LineCall): void {
  if (!call.isPaused) return
  call.isPaused = false
  call.silence?.refresh()
  while (!call.isPaused) {
    const next = call.held.shift()
    if (!next) return
    next()
  }
}

/** What the caller does is no part of what the service does. A caller that fails has no answer. */
export function tell(call: LineCall, news: () => void): void {
  if (call.isOver) return
  try {
    withinNone(news)
  } catch (error) {
    failCall(call, toError(error))
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new errors.UndiciError(String(error)))

/** The same bytes where they are bytes already. */
export const toBuffer = (bytes: Uint8Array | string): Buffer =>
  typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Reads headers as a server would send them, with the time. */
function readReplyHeaders(headers: ReplyHeaders): { raw: string[]; named: Record<string, string> } {
  const named: Record<string, string> = {}
  const raw: string[] = []
  for (const [name, sent] of Object.entries(headers)) {
    const value = String(sent)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    raw.push(name, value)
    named[name.toLowerCase()] = value
  }
  if (named.date === undefined) {
    named.date = currentDate()
    raw.push('date', named.date)
  }
  return { raw, named }
}

const SECOND_MS = 1_000
let dated = { second: 0, text: '' }

function currentDate(): string {
  const second = Math.floor(Date.now() / SECOND_MS)
  if (second !== dated.second) dated = { second, text: new Date(second * SECOND_MS).toUTCString() }
  return dated.text
}
