import type { BodyCapture, Principal, RepeatMark } from '@sluice/contracts'
import { mayRecordBody } from '../../domain/body-policy.ts'
import { frameHead } from '../../domain/event-frame.ts'
import { createGraphqlRedaction, type GraphqlRedaction } from '../../domain/redact/graphql-redaction.ts'
import type { RequestCaller } from '../../sign-in/sign-in.ts'
import type { Spool } from '../../spool/spool.ts'
import { TextFrame } from '../../spool/spool-frame.ts'
import type { Arrival } from '../arrive/arrival.ts'
import type { EventSequence } from '../arrive/seen-positions.ts'
import { BodySink } from './body-sink.ts'
import { type CapturedBody, isPlain, readAnswer, readRequest, wholeBody } from './captured-bodies.ts'
import type { DiskPatience } from './disk-patience.ts'
import { bytesOf, type EventContent, ExchangeFrame } from './exchange-frame.ts'
import {
  type AnswerHead,
  bodyText,
  type ExchangeEnd,
  endText,
  type RecordingSubject,
  type RequestText,
  requestText,
} from './exchange-text.ts'
import type { SlabPool } from './slab-pool.ts'

/** What all recordings of a gateway have in common. */
export type RecordingWays = {
  spool: Spool
  serviceId: string
  captureBytes: number
  slabs: SlabPool
  /** With requests that wait for the disk to take their event, or their note: then they end without their last byte. */
  patience: DiskPatience
  /** Tells by which state of the webhooks an event is judged that begins now. */
  eventSequence(): EventSequence
  onSettled(): void
}

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
export const NO_BODY: BodyCapture = { state: 'none', length: 0, truncated: false }
export const NOBODY: Pick<Principal, 'id' | 'roles' | 'via'> = { id: null, roles: [], via: 'none' }

/** The event of one request in the making. */
export class ExchangeRecording {
  readonly requestBody: BodySink
  readonly responseBody: BodySink
  private readonly parts: RecordingWays
  private readonly subject: RecordingSubject
  /** The bytes that are reserved in the spool. */
  private readonly room: number
  private readonly graphql: GraphqlRedaction | undefined
  private readonly sequence: EventSequence
  private principal = NOBODY
  private needsCredentials: boolean | undefined
  private permission: string | undefined
  private repeat: RepeatMark | undefined
  private hasStarted = false
  private hasEnded = false

  constructor(parts: RecordingWays, subject: RecordingSubject, room: number) {
    const { captureBytes: limit, slabs } = parts
    this.parts = parts
    this.subject = subject
    this.room = room
    this.graphql = subject.isGraphql ? createGraphqlRedaction() : undefined
    this.requestBody = new BodySink({ limit, slabs }, !mayKeepBody(subject))
    this.responseBody = new BodySink({ limit, slabs }, !subject.recordsBodies)
    this.sequence = parts.eventSequence()
  }

  /** Notes a write before it is forwarded, so that the change is not silent if we die. */
  start(done: () => void): void {
    const { arrival } = this.subject
    if (!WRITES.has(arrival.method)) return done()
    this.hasStarted = true
    const { front, back } = this.describe()
    const text = `${frameHead(placeOf(arrival))}{${front}${bodyText(NO_BODY)}${back}}`
    this.parts.spool.start(new TextFrame(arrival.requestId, text), this.within(done))
  }

  /** Keeps the event; only the first call counts. @param done is called when the answer may be finished */
  end({ answered, isAborted }: { answered: AnswerHead; isAborted: boolean }, done: () => void = nothing): void {
    if (this.hasEnded) return done()
    this.hasEnded = true
    const { arrival } = this.subject
    const durationMs = performance.now() - arrival.startedAt
    const ending = { durationMs, answered, isAborted, hasStarted: this.hasStarted, repeat: this.repeat }
    const frame = new ExchangeFrame({
      place: placeOf(arrival),
      plain: this.graphql ? undefined : this.plain(ending),
      isPlain: (sent, returned) =>
        isPlain(this.requestBody, sent, arrival.headers.flat) &&
        isPlain(this.responseBody, returned, answered?.headers ?? []),
      redacted: () => this.redacted(ending),
    })
    const settled = () => {
      this.settle()
      done()
    }
    this.parts.spool.finish(frame, this.within(settled))
    this.forgetBodies()
  }

  /** Keeps nothing, and gives the room back: what is told of this request stands in an event of many. */
  drop(): void {
    if (!this.hasEnded) this.settle()
    this.hasEnded = true
  }

  /**
   * Notes who the caller was, once that is known.
   * @param needsCredentials whether somebody anonymous would be refused
   */
  calledBy({ principal }: RequestCaller, needsCredentials: boolean | undefined): void {
    this.principal = principal
    this.needsCredentials = needsCredentials
  }

  /** Notes the permission that let the request in; null: none was asked. */
  admittedBy(admission: { permission: { id: string } | null }): void {
    this.permission = admission.permission?.id
  }

  /** Notes that the service has done nothing, as it had seen the request before. */
  repeats(mark: RepeatMark | undefined): void {
    this.repeat = mark
  }

  /** The event with its bodies as they passed by. */
  private plain(ending: ExchangeEnd): EventContent {
    return toContent(this.describe(), ending, [wholeBody(this.requestBody), wholeBody(this.responseBody)])
  }

  private redacted(ending: ExchangeEnd): EventContent {
    const { graphql, requestBody, responseBody, subject } = this
    // The answer comes last: what was a secret in the request must not be repeated there.
    const sent = readRequest(requestBody, subject.arrival.headers.flat, graphql)
    const request = this.describe()
    const asked = graphql && { graphql, sent: sent.capture }
    const returned = readAnswer(responseBody, ending.answered?.headers ?? [], asked)
    return toContent(request, ending, [sent, returned])
  }

  private describe(): RequestText {
    const { graphql, needsCredentials, principal, permission, sequence } = this
    const { serviceId } = this.parts
    return requestText(this.subject, { serviceId, sequence, principal, permission, needsCredentials, graphql })
  }

  /** What still comes of the bodies is kept by nobody. */
  private forgetBodies(): void {
    this.requestBody.withhold()
    this.responseBody.withhold()
  }

  private settle(): void {
    this.forgetBodies()
    this.parts.spool.release(this.room)
    this.parts.onSettled()
  }

  /** The event, or the note, itself waits on for the disk. @returns is to be called when the disk has it */
  private within(done: () => void): () => void {
    const { patience } = this.parts
    const waiting = patience.begin(this.subject.arrival.response)
    return () => {
      patience.end(waiting)
      done()
    }
  }
}

const nothing = () => {}

function toContent(
  { front, back }: RequestText,
  ending: ExchangeEnd,
  [sent, returned]: readonly [CapturedBody, CapturedBody],
): EventContent {
  const text = `{${front}${bodyText(sent.capture)}${back},${endText(ending, returned.capture)}`
  const metadata = `${text},"requestBytes":${bytesOf(sent.body)}}`
  return { metadata, sent: sent.body, returned: returned.body }
}

const mayKeepBody = ({ arrival, recordsBodies }: RecordingSubject) =>
  recordsBodies && mayRecordBody(arrival.headers.flat)

const placeOf = ({ requestId: id, trace: { traceparent } }: Arrival) => ({ id, traceparent })
