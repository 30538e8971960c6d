import {
  type BodyCapture,
  type ExchangeEvent,
  encodeExchangeParts,
  type HeaderList,
  type RecordedExchange,
  type StartedFrame,
} from '@sluice/contracts'
import { mayRecordBody } from '../../domain/body-policy.ts'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { encodeFrame, FRAME_HEADROOM, fillFrame } from '../../domain/event-frame.ts'
import { createGraphqlRedaction, type GraphqlRedaction } from '../../domain/graphql-redaction.ts'
import { maskHeaders, maskText } from '../../domain/mask-secrets.ts'
import { readClient } from '../../domain/read-client.ts'
import { type RedactedBody, redactBody, redactQuery } from '../../domain/redact-body.ts'
import type { RequestCaller } from '../../sign-in/sign-in.ts'
import type { Spool } from '../../spool/spool.ts'
import type { Arrival } from '../arrive/arrival.ts'
import type { PassedRequest } from '../arrive/inner-request.ts'
import type { EventSequence } from '../arrive/seen-positions.ts'
import { type BodySink, createBodySink, describeBody } from './body-sink.ts'
import { createSlabPool, type SlabPool } from './slab-pool.ts'

/** What the answer was; undefined when the client went away, or the service failed, before there was one. */
type AnswerHead = { statusCode: number; headers: HeaderList } | undefined

/** The event of one request in the making. */
export type ExchangeRecording = {
  requestBody: BodySink
  responseBody: BodySink
  /** Notes a write before it is forwarded, so that the change is not silent if we die. */
  start(done: () => void): void
  /** Keeps the event; only the first call counts. `done` is called when the answer may be finished. */
  end(end: { answered: AnswerHead; isAborted: boolean }, done?: () => void): void
  /** Keeps nothing, and gives the room back: what is told of this request stands in an event of many. */
  drop(): void
  /**
   * Notes who the caller was, once that is known.
   * @param needsCredentials whether somebody anonymous would be refused
   */
  calledBy(caller: RequestCaller, needsCredentials: boolean | undefined): void
  /** Notes the permission that let the request in; null: none was asked. */
  admittedBy(admission: { permission: { id: string } | null }): void
}

export type RecordingSubject = {
  arrival: Arrival
  target: CanonicalTarget
  chain: readonly string[]
  recordsBodies: boolean
  /** Whether a GraphQL app answers: then secrets may stand in the text of a query. */
  isGraphql: boolean
}

export type ExchangeRecorder = {
  /** @returns undefined when nothing wants the event; `full` when there is no room for it */
  begin(subject: RecordingSubject): ExchangeRecording | undefined | 'full'
  /** The request of an event, secrets masked and without a body; undefined when nothing wants the event. */
  describe(subject: RecordingSubject): StartedFrame | undefined
  /** Keeps an event that is complete. @returns undefined when there is no room; else it resolves when the event is kept */
  keep(recorded: RecordedExchange, traceparent: string): Promise<void> | undefined
  /** How many have begun and are not in the spool yet. */
  openCount(): number
}

type Dependencies = {
  spool: Spool
  serviceId: string
  captureBytes: number
  /** How long a request waits for the disk to take its event, or its note: then it ends without its last byte. */
  patienceMs?: number | undefined
  /** What is done when there is no room for an event. */
  whenFull: 'reject' | 'shed'
  wantsEvents(): boolean
  /** Tells by which state of the webhooks an event is judged that begins now. */
  eventSequence(): EventSequence
  onShed(): void
}

/** Request and response headers, escaped, and the rest of the metadata. */
const METADATA_BYTES = 128 * 1024
/** For as many large bodies at once as one process has in flight when it is busy: 4 MiB. */
const KEPT_SLABS = 64
/** Few clients and balancers wait longer for an answer. */
const DEFAULT_PATIENCE_MS = 30_000
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const NO_BODY: BodyCapture = { state: 'none', length: 0, truncated: false }
const NOBODY: Pick<ExchangeEvent['principal'], 'id' | 'roles' | 'via'> = { id: null, roles: [], via: 'none' }

export function createRecorder(needs: Dependencies): ExchangeRecorder {
  let open = 0
  const slabs = createSlabPool(needs.captureBytes, KEPT_SLABS)
  const onSettled = () => {
    open -= 1
  }
  return {
    openCount: () => open,
    begin(subject) {
      if (!needs.wantsEvents()) return undefined
      const room = METADATA_BYTES + (subject.recordsBodies ? 2 * needs.captureBytes : 0)
      if (needs.spool.reserve(room)) {
        open += 1
        return beginRecording(needs, { subject, room, slabs, onSettled })
      }
      if (needs.whenFull === 'reject') return 'full'
      needs.onShed()
      return undefined
    },
    describe(subject) {
      if (!needs.wantsEvents()) return undefined
      const graphql = subject.isGraphql ? createGraphqlRedaction() : undefined
      const about = { serviceId: needs.serviceId, needsCredentials: undefined, body: NO_BODY, graphql }
      return { ...describeRequest(subject, about), ...needs.eventSequence(), principal: NOBODY }
    },
    keep(recorded, traceparent) {
      const parts = framedParts(recorded, { id: recorded.event.id, traceparent })
      const room = parts.reduce((sum, part) => sum + part.length, 0)
      if (!needs.spool.reserve(room)) return undefined
      open += 1
      return new Promise(resolve => {
        needs.spool.finish(parts, () => {
          needs.spool.release(room)
          onSettled()
          resolve()
        })
      })
    },
  }
}

type CallerFacts = Pick<StartedFrame, 'principal'> & { needsCredentials: boolean | undefined }
type RecordingStart = { subject: RecordingSubject; room: number; slabs: SlabPool; onSettled(): void }

function beginRecording(needs: Dependencies, { subject, room, slabs, onSettled }: RecordingStart): ExchangeRecording {
  const { arrival, recordsBodies } = subject
  const graphql = subject.isGraphql ? createGraphqlRedaction() : undefined
  const requestBody = createBodySink(needs.captureBytes, !mayKeepBody(subject), slabs)
  const responseBody = createBodySink(needs.captureBytes, !recordsBodies, slabs)
  const sequence = needs.eventSequence()
  let caller: CallerFacts = { principal: NOBODY, needsCredentials: undefined }
  let permission: string | undefined
  let hasStarted = false
  let hasEnded = false

  const within = (done: () => void) => limitWait(arrival, needs.patienceMs, done)
  const about = { id: arrival.requestId, traceparent: arrival.trace.traceparent }
  const describe = (body: BodyCapture): StartedFrame => ({
    ...describeRequest(subject, { serviceId: needs.serviceId, ...caller, body, graphql }),
    ...sequence,
    principal: caller.principal,
    permission,
  })
  const settle = (done: () => void) => {
    // What still comes of the bodies is kept by nobody.
    for (const sink of [requestBody, responseBody]) sink.withhold()
    needs.spool.release(room)
    onSettled()
    done()
  }

  return {
    requestBody,
    responseBody,
    drop() {
      if (!hasEnded) settle(() => {})
      hasEnded = true
    },
    calledBy({ principal: { id, roles, via } }, needsCredentials) {
      caller = { principal: { id, roles, via }, needsCredentials }
    },
    admittedBy(admission) {
      permission = admission.permission?.id
    },
    start(done) {
      if (!WRITES.has(arrival.method)) return done()
      hasStarted = true
      const started = describe(NO_BODY)
      needs.spool.start(encodeFrame({ ...about, value: Buffer.from(JSON.stringify(started)) }), within(done))
    },
    end({ answered, isAborted }, done = () => {}) {
      if (hasEnded) return done()
      hasEnded = true
      // The answer comes last: what was a secret in the request must not be repeated there.
      const sent = readRequest(requestBody, arrival.headers.list, graphql)
      const request = describe(sent.capture)
      const returned = readAnswer(responseBody, answered?.headers ?? [], graphql && { graphql, sent: sent.capture })
      const durationMs = performance.now() - arrival.startedAt
      const ended = describeEnd({ answered, isAborted, hasStarted }, returned.capture)
      const event: ExchangeEvent = { ...request, durationMs, ...ended }
      const recorded = { event, requestBody: sent.bytes, responseBody: returned.bytes }
      needs.spool.finish(
        framedParts(recorded, about),
        within(() => settle(done)),
      )
    },
  }
}

const mayKeepBody = ({ arrival, recordsBodies }: RecordingSubject) =>
  recordsBodies && mayRecordBody(arrival.headers.list)

/** The event, or the note, itself waits on for the disk. @returns is to be called when the disk has it */
function limitWait({ response }: Arrival, patienceMs: number | undefined, done: () => void): () => void {
  const late = setTimeout(() => response.destroy(), patienceMs ?? DEFAULT_PATIENCE_MS).unref()
  return () => {
    clearTimeout(late)
    done()
  }
}

/** The bytes of an event for the spool. */
function framedParts(recorded: RecordedExchange, about: { id: string; traceparent: string }) {
  const parts = encodeExchangeParts(recorded, FRAME_HEADROOM)
  fillFrame(parts[0], about)
  return parts
}

type ExchangeEnd = { answered: AnswerHead; isAborted: boolean; hasStarted: boolean }

const describeEnd = ({ answered, isAborted, hasStarted }: ExchangeEnd, body: BodyCapture) => ({
  // A write that was forwarded and whose answer never came: it may have happened.
  outcome: hasStarted && !answered ? ('unknown' as const) : ('completed' as const),
  aborted: isAborted,
  response: describeAnswer(answered, body),
})

const describeAnswer = (answered: AnswerHead, body: BodyCapture): ExchangeEvent['response'] =>
  answered ? { statusCode: answered.statusCode, headers: maskHeaders(answered.headers), body } : null

type RecordingFacts = {
  serviceId: string
  needsCredentials: boolean | undefined
  body: BodyCapture
  graphql: GraphqlRedaction | undefined
}

function describeRequest(
  { arrival, target, chain }: RecordingSubject,
  { serviceId, needsCredentials, body, graphql }: RecordingFacts,
) {
  const { requestId: id, at, method, origin, headers, inner } = arrival
  return {
    schemaVersion: 1 as const,
    id,
    service: { id: serviceId },
    at,
    chain: [...chain],
    client: readClient(headers),
    ...(inner?.kind === 'inner' && { through: throughOf(inner) }),
    request: {
      method,
      path: maskText(target.path),
      query: redactQuery(target.query, graphql),
      headers: maskHeaders(headers.list),
      remoteAddress: origin.address,
      secure: origin.isSecure,
      needsCredentials,
      body,
    },
  }
}

const throughOf = ({ tool, pass }: PassedRequest) => ({ kind: 'mcp' as const, tool, requestId: pass.requestId })

const NO_BYTES = Buffer.alloc(0)

type CapturedBody = { capture: BodyCapture; bytes: Buffer }

/** What of the body of a request goes into the event. */
const readRequest = (sink: BodySink, headers: HeaderList, graphql: GraphqlRedaction | undefined): CapturedBody =>
  keepRedacted(sink, redactBody(sink.bytes(), { ...factsOf(sink, headers), graphql }))

/** What was sent to a GraphQL app, its secrets found. */
type SentGraphql = { graphql: GraphqlRedaction; sent: BodyCapture }

/** What of the body of an answer goes into the event; one that could repeat a secret nobody has read is left out. */
function readAnswer(sink: BodySink, headers: HeaderList, request: SentGraphql | undefined): CapturedBody {
  const graphql = request && createGraphqlRedaction()
  const redacted = redactBody(sink.bytes(), { ...factsOf(sink, headers), graphql })
  if (!request || !redacted) return keepRedacted(sink, redacted)
  const wasRead = request.sent.state === 'captured' || request.sent.state === 'none'
  return keepRedacted(sink, wasRead ? request.graphql.redactAnswer(redacted) : undefined)
}

const factsOf = (sink: BodySink, headers: HeaderList) => ({
  contentType: headers.find(([name]) => name === 'content-type')?.[1].toLowerCase(),
  isTruncated: sink.isTruncated(),
})

function keepRedacted(sink: BodySink, redacted: RedactedBody): CapturedBody {
  const capture = describeBody(sink, redacted)
  return { capture, bytes: capture.state === 'captured' && redacted ? redacted : NO_BYTES }
}
