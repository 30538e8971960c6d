import {
  failSpan,
  type Logger,
  POSITIONS_HEADER,
  ProblemError,
  REPEAT_HEADER,
  readRepeat,
  type Span,
} from '@sluice/service-kit'
import type { Dispatcher } from 'undici'
import { mayRecordBody } from '../../domain/body-policy.ts'
import { browserShield } from '../../domain/browser-shield.ts'
import { headersToReturn, valueIn } from '../../domain/request-headers.ts'
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
import type { ExchangeRecording } from '../record/recording.ts'
import { withAbsoluteLocation } from './absolute-location.ts'

type Controller = Dispatcher.DispatchController

/** What a passage needs of the gateway. */
export type PassageParts = {
  positions: SeenPositions
  logger: Logger
  /** The address that the operator says clients use. */
  publicUrl: string | undefined
}

export type PassageSubject = {
  arrival: Arrival
  service: string
  recording: ExchangeRecording | undefined
  /** The span of what happens between here and the service. */
  span: Span | undefined
  /** To be called with how it is ended, when the answer turns out to go on; returns what is to be called at its end. */
  watchStream(end: () => void): () => void
}

/** Status and headers of an answer as the client gets them: names in lower case and values in turn. */
type PassedHead = { statusCode: number; headers: string[]; length: number | undefined }

/**
 * What is sent again, and by which way. It is no function: V8 takes one that is assigned to a property for one that stays, and
 * puts it where only a whole collection finds it, with all that it knows.
 */
type SecondTry = { way: Dispatcher; sent: Dispatcher.DispatchOptions }

/** A connection was kept that the service has given up, or it has restarted. */
const BROKEN = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * One request between client and service: what undici tells of the service's side, and the client's. Every event may come
 * late, or twice: only the first end counts.
 */
export class Passage implements Dispatcher.DispatchHandler {
  private readonly parts: PassageParts
  private readonly subject: PassageSubject
  /** The second try of what may be asked twice; there until it has begun. */
  private repeat: SecondTry | undefined
  private controller: Controller | undefined
  private head: PassedHead | undefined
  /** The client went away. */
  private isGone = false
  private isOver = false
  private sent = 0
  private received = 0
  /** The chunk that completes the answer; it is kept back until the event is in the spool. */
  private lastChunk: Buffer | undefined

  constructor(parts: PassageParts, subject: PassageSubject) {
    this.parts = parts
    this.subject = subject
  }

  /** Sends the request to the service. */
  begin(way: Dispatcher, sent: Dispatcher.DispatchOptions): void {
    try {
      way.dispatch(sent, this)
    } catch (error) {
      this.onResponseError(undefined, error)
    }
  }

  /** Lets it be sent once more, where its connection breaks before an answer. @param way by connections of their own */
  mayRepeat(way: Dispatcher, sent: Dispatcher.DispatchOptions): void {
    this.repeat = { way, sent }
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller
    if (this.isGone) controller.abort(new ClientGoneError('The client has gone.'))
  }

  onBodySent(chunk: Buffer): void {
    this.sent += chunk.length
    this.subject.recording?.requestBody.add(chunk)
    if (this.sent > MAX_BODY_BYTES) this.controller?.abort(new BodyTooLargeError('The body is too large.'))
  }

  onResponseStart(controller: Controller, statusCode: number): void {
    if (statusCode < 200) return
    const { arrival, recording } = this.subject
    const told = readRawHeaders(controller.rawHeaders)
    const address = { host: arrival.headers.get('host'), publicUrl: this.parts.publicUrl }
    const headers = withAbsoluteLocation(headersToReturn(told), address)
    if (recording && !mayRecordBody(headers)) recording.responseBody.withhold()
    if (recording && arrival.method === 'POST') recording.repeats(readRepeat(valueIn(told, REPEAT_HEADER) ?? ''))
    this.head = { statusCode, headers, length: contentLength(headers) }
    if (this.isGone) return this.endGone()
    this.waitForChange(controller, valueIn(told, POSITIONS_HEADER))
    if (isEventStream(headers)) this.beginStream(controller)
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const { head } = this
    if (!head) return
    const { arrival, recording } = this.subject
    this.received += chunk.length
    recording?.responseBody.add(chunk)
    // With this chunk the client has the whole answer: the event comes first.
    if (this.received === head.length) {
      this.lastChunk = chunk
      return
    }
    this.writeHead(head)
    if (arrival.response.write(chunk)) return
    controller.pause()
    arrival.response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    if (this.isOver || !this.head) return
    this.close()
    this.endRecorded()
  }

  /** The service did not answer, or broke off: 502 or 504 where nothing was passed on yet, else the answer is cut. */
  onResponseError(_controller: Controller | undefined, error: unknown): void {
    const { arrival, recording, service } = this.subject
    const { head } = this
    if (this.isOver || this.isRepeated(error)) return
    this.close('failed')
    if (this.isGone) return recording?.end({ answered: head, isAborted: true })
    if (!(error instanceof ProblemError)) {
      this.parts.logger.warn({ err: error, service, requestId: arrival.requestId }, 'service.failed')
    }
    if (!arrival.response.headersSent) {
      return sendLocal(arrival, problemAnswer(toServiceRefusal(error, service), arrival.requestId), recording)
    }
    recording?.end({ answered: head, isAborted: true })
    arrival.response.destroy()
  }

  /** The connection of the client is closed: before the end, nobody waits for the service any more. */
  leave(): void {
    const { arrival, recording } = this.subject
    if (this.isOver || arrival.response.writableFinished) return
    this.isGone = true
    // Only the answer says whether the request repeats another one, of which targets have been told.
    const isKeyed = arrival.method === 'POST' && arrival.headers.get('idempotency-key') !== undefined
    if (recording && isKeyed && this.controller && !this.head) return
    this.endGone()
  }

  private endGone(): void {
    this.controller?.abort(new ClientGoneError('The client has gone.'))
    this.subject.recording?.end({ answered: this.head, isAborted: true })
  }

  /** Nothing of an answer to a change is passed on before this gateway knows of the change itself. */
  private waitForChange(controller: Controller, told: string | undefined): void {
    const { positions, logger } = this.parts
    const behind = told === undefined ? undefined : positions.note(told)
    if (!behind) return
    const { requestId } = this.subject.arrival
    controller.pause()
    behind
      .catch((error: unknown) => logger.warn({ err: error, requestId }, 'changes.behind'))
      .finally(() => controller.resume())
  }

  private beginStream(controller: Controller): void {
    const { arrival, watchStream } = this.subject
    arrival.outcome.isStream = true
    arrival.response.once(
      'close',
      watchStream(() => this.endStream()),
    )
    if (controller.paused) return
    this.writeHead(this.head)
    arrival.response.flushHeaders()
  }

  /** Whoever reads it may no longer: what was sent stands, and no more comes. */
  private endStream(): void {
    if (this.isOver) return
    this.close()
    this.controller?.abort(new ClientGoneError('The stream was ended.'))
    this.endRecorded()
  }

  private endRecorded(): void {
    const { recording } = this.subject
    if (recording) recording.end({ answered: this.head, isAborted: false }, () => this.sendEnd())
    else this.sendEnd()
  }

  private sendEnd(): void {
    const { response } = this.subject.arrival
    if (response.destroyed) return
    this.writeHead(this.head)
    response.end(this.lastChunk)
  }

  private writeHead(head: PassedHead | undefined): void {
    const { arrival } = this.subject
    if (arrival.response.headersSent || !head) return
    const { statusCode, headers } = head
    const all = headers.concat(browserShield(headers), arrival.answerHeaders, closingHeaders(arrival))
    arrival.response.writeHead(statusCode, all)
  }

  /** @param failure why there is no whole answer */
  private close(failure?: string): void {
    const { span } = this.subject
    this.isOver = true
    if (!span) return
    if (this.head) span.setAttribute('http.response.status_code', this.head.statusCode)
    if (failure) failSpan(span, this.isGone ? 'client-gone' : failure)
    span.end()
  }

  /** Asks once more where the connection broke before an answer. @returns whether it does */
  private isRepeated(error: unknown): boolean {
    const { repeat, head, isGone } = this
    if (!repeat || head || isGone || !BROKEN.has(codeOf(error))) return false
    this.repeat = undefined
    this.begin(repeat.way, repeat.sent)
    return true
  }
}
