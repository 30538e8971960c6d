import type { HeaderList } from '@sluice/contracts'
import { failSpan, type Logger, POSITIONS_HEADER, ProblemError, type Span } from '@sluice/service-kit'
import type { Dispatcher } from 'undici'
import { mayRecordBody } from '../../domain/body-policy.ts'
import { browserShield } from '../../domain/browser-shield.ts'
import { headersToReturn } from '../../domain/request-headers.ts'
import { type Arrival, closingHeaders } from '../arrive/arrival.ts'
import { contentLength, isEventStream, readRawHeaders } from '../arrive/raw-headers.ts'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import {
  BodyTooLargeError,
  ClientGoneError,
  codeOf,
  MAX_BODY_BYTES,
  toServiceRefusal,
} from '../arrive/service-fault.ts'
import { problemAnswer, sendLocal } from '../record/answer.ts'
import type { ExchangeRecording } from '../record/recorder.ts'
import { withAbsoluteLocation } from './absolute-location.ts'

type Controller = Dispatcher.DispatchController

/** One request between client and service. Every event may come late, or twice: only the first end counts. */
export type Passage = {
  arrival: Arrival
  service: string
  recording: ExchangeRecording | undefined
  positions: SeenPositions
  logger: Logger
  /** The address that the operator says clients use. */
  publicUrl: string | undefined
  /** The span of what happens between here and the service. */
  span: Span | undefined
  /** To be called with how it is ended, when the answer turns out to go on; returns what is to be called at its end. */
  watchStream(end: () => void): () => void
  /** Asks once more, by a new connection; there until it is done, for what may be asked a second time. */
  repeat?: (() => void) | undefined
  controller?: Controller
  head?: { statusCode: number; headers: HeaderList; length: number | undefined }
  /** The client went away. */
  isGone: boolean
  isOver: boolean
  sent: number
  received: number
  /** The chunk that completes the answer; it is kept back until the event is in the spool. */
  lastChunk?: Buffer
}

/** What undici tells of the service's side. */
export const passageHandler = (passage: Passage): Dispatcher.DispatchHandler => ({
  onRequestStart(controller) {
    passage.controller = controller
    if (passage.isGone) controller.abort(new ClientGoneError('The client has gone.'))
  },
  onBodySent: chunk => noteSent(passage, chunk),
  onResponseStart: (controller, statusCode) => takeHead(passage, controller, statusCode),
  onResponseData: (controller, chunk) => passOn(passage, controller, chunk),
  onResponseEnd: () => finish(passage),
  onResponseError: (_controller, error) => failPassage(passage, error),
})

function noteSent(passage: Passage, chunk: Buffer): void {
  passage.sent += chunk.length
  passage.recording?.requestBody.add(chunk)
  if (passage.sent > MAX_BODY_BYTES) passage.controller?.abort(new BodyTooLargeError('The body is too large.'))
}

function takeHead(passage: Passage, controller: Controller, statusCode: number): void {
  if (statusCode < 200) return
  const { recording } = passage
  const list = readRawHeaders(controller.rawHeaders)
  const { arrival, publicUrl } = passage
  const headers = withAbsoluteLocation(headersToReturn(list), { host: arrival.headers.get('host'), publicUrl })
  if (recording && !mayRecordBody(headers)) recording.responseBody.withhold()
  passage.head = { statusCode, headers, length: contentLength(headers) }
  waitForChange(passage, controller, list)
  if (!isEventStream(headers)) return
  arrival.outcome.isStream = true
  arrival.response.once(
    'close',
    passage.watchStream(() => endStream(passage)),
  )
  if (controller.paused) return
  writeHead(passage)
  arrival.response.flushHeaders()
}

/** Nothing of an answer to a change is passed on before this gateway knows of the change itself. */
function waitForChange({ positions, logger, arrival }: Passage, controller: Controller, list: HeaderList): void {
  const header = list.find(([name]) => name === POSITIONS_HEADER)
  const behind = header && positions.note(header[1])
  if (!behind) return
  controller.pause()
  behind
    .catch((error: unknown) => logger.warn({ err: error, requestId: arrival.requestId }, 'changes.behind'))
    .finally(() => controller.resume())
}

function passOn(passage: Passage, controller: Controller, chunk: Buffer): void {
  const { head, arrival, recording } = passage
  if (!head) return
  passage.received += chunk.length
  recording?.responseBody.add(chunk)
  // With this chunk the client has the whole answer: the event comes first.
  if (passage.received === head.length) {
    passage.lastChunk = chunk
    return
  }
  writeHead(passage)
  if (arrival.response.write(chunk)) return
  controller.pause()
  arrival.response.once('drain', () => controller.resume())
}

function writeHead({ arrival, head }: Passage): void {
  if (arrival.response.headersSent || !head) return
  const headers: string[] = []
  for (const [name, value] of head.headers) headers.push(name, value)
  headers.push(...browserShield(head.headers), ...arrival.answerHeaders, ...closingHeaders(arrival))
  arrival.response.writeHead(head.statusCode, headers)
}

function finish(passage: Passage): void {
  const { head, recording } = passage
  if (passage.isOver || !head) return
  close(passage)
  if (recording) recording.end({ answered: head, isAborted: false }, () => sendEnd(passage))
  else sendEnd(passage)
}

/** @param failure why there is no whole answer */
function close(passage: Passage, failure?: string): void {
  const { span } = passage
  passage.isOver = true
  if (!span) return
  if (passage.head) span.setAttribute('http.response.status_code', passage.head.statusCode)
  if (failure) failSpan(span, passage.isGone ? 'client-gone' : failure)
  span.end()
}

function sendEnd(passage: Passage): void {
  const { response } = passage.arrival
  if (response.destroyed) return
  writeHead(passage)
  response.end(passage.lastChunk)
}

/** Whoever reads it may no longer: what was sent stands, and no more comes. */
function endStream(passage: Passage): void {
  const { recording, head, controller } = passage
  if (passage.isOver) return
  close(passage)
  controller?.abort(new ClientGoneError('The stream was ended.'))
  if (recording) recording.end({ answered: head, isAborted: false }, () => sendEnd(passage))
  else sendEnd(passage)
}

/** The service did not answer, or broke off: 502 or 504 where nothing was passed on yet, else the answer is cut. */
export function failPassage(passage: Passage, error: unknown): void {
  const { arrival, recording, head, service, logger } = passage
  if (passage.isOver || isRepeated(passage, error)) return
  close(passage, 'failed')
  if (passage.isGone) return recording?.end({ answered: head, isAborted: true })
  if (!(error instanceof ProblemError)) {
    logger.warn({ err: error, service, requestId: arrival.requestId }, 'service.failed')
  }
  if (!arrival.response.headersSent) {
    return sendLocal(arrival, problemAnswer(toServiceRefusal(error, service), arrival.requestId), recording)
  }
  recording?.end({ answered: head, isAborted: true })
  arrival.response.destroy()
}

/** A connection was kept that the service has given up, or it has restarted. */
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Asks once more where the connection broke before an answer. @returns whether it does */
function isRepeated(passage: Passage, error: unknown): boolean {
  const { repeat, head, isGone } = passage
  if (!repeat || head || isGone || !BROKEN.has(codeOf(error))) return false
  passage.repeat = undefined
  repeat()
  return true
}

/** The connection of the client is closed: before the end, nobody waits for the service any more. */
export function leavePassage(passage: Passage): void {
  const { arrival, recording, head, controller } = passage
  if (passage.isOver || arrival.response.writableFinished) return
  passage.isGone = true
  controller?.abort(new ClientGoneError('The client has gone.'))
  recording?.end({ answered: head, isAborted: true })
}
