import {
  type BodyCapture,
  type ChangePositions,
  type ExchangeEvent,
  encodeExchangeParts,
  type HeaderList,
  type StartedFrame,
} from '@sluice/contracts'
import { mayRecordBody } from '../domain/body-policy.ts'
import type { Target } from '../domain/canonical-target.ts'
import { encodeFrame, FRAME_HEADROOM, fillFrame } from '../domain/event-frame.ts'
import { maskHeaders, maskText } from '../domain/mask-secrets.ts'
import { redactBody, redactQuery } from '../domain/redact-body.ts'
import type { Caller } from '../sign-in/sign-in.ts'
import type { Spool } from '../spool/spool.ts'
import type { Arrival } from './arrival.ts'
import { type BodySink, createBodySink, describeBody } from './body-sink.ts'
import { createSlabPool, type SlabPool } from './slab-pool.ts'

/** What the answer was; undefined when the client went away, or the service failed, before there was one. */
type Answered = { statusCode: number; headers: HeaderList } | undefined

/** The event of one request in the making. */
export type Recording = {
  requestBody: BodySink
  responseBody: BodySink
  /** Notes a write before it is forwarded, so that the change is not silent if we die. */
  start(done: () => void): void
  /** Keeps the event; only the first call counts. `done` is called when the answer may be finished. */
  end(end: { answered: Answered; isAborted: boolean }, done?: () => void): void
  /** Who it was, once that is known. @param needsCredentials whether somebody anonymous would be refused */
  calledBy(caller: Caller, needsCredentials: boolean | undefined): void
}

type Subject = { arrival: Arrival; target: Target; chain: readonly string[]; recordsBodies: boolean }

export type Recorder = {
  /** @returns undefined when nothing wants the event; `full` when there is no room for it */
  begin(subject: Subject): Recording | undefined | 'full'
  /** How many have begun and are not in the spool yet. */
  openCount(): number
}

type Needs = {
  spool: Spool
  serviceId: string
  captureBytes: number
  /** What is done when there is no room for an event. */
  whenFull: 'reject' | 'shed'
  wantsEvents(): boolean
  positions(): ChangePositions
  onShed(): void
}

/** Request and response headers, escaped, and the rest of the metadata. */
const METADATA_BYTES = 128 * 1024
/** For as many large bodies at once as one process has in flight when it is busy: 4 MiB. */
const KEPT_SLABS = 64
const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const NOBODY: Pick<ExchangeEvent['principal'], 'id' | 'roles' | 'via'> = { id: null, roles: [], via: 'none' }

export function createRecorder(needs: Needs): Recorder {
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
  }
}

type Beginning = { subject: Subject; room: number; slabs: SlabPool; onSettled(): void }

function beginRecording(needs: Needs, { subject, room, slabs, onSettled }: Beginning): Recording {
  const { arrival, recordsBodies } = subject
  const mayKeep = recordsBodies && mayRecordBody(arrival.headers.list)
  const requestBody = createBodySink(needs.captureBytes, !mayKeep, slabs)
  const responseBody = createBodySink(needs.captureBytes, !recordsBodies, slabs)
  const webhooksSequence = needs.positions().webhooks ?? 0
  let principal = NOBODY
  let isClosed: boolean | undefined
  let hasStarted = false
  let hasEnded = false

  const about = { id: arrival.requestId, traceparent: arrival.trace.traceparent }
  const describe = (body: BodyCapture): StartedFrame => ({
    ...describeRequest(subject, { serviceId: needs.serviceId, needsCredentials: isClosed, body }),
    webhooksSequence,
    principal,
  })
  const settle = (done: () => void) => {
    // What still comes of the bodies is kept by nobody.
    requestBody.withhold()
    responseBody.withhold()
    needs.spool.release(room)
    onSettled()
    done()
  }

  return {
    requestBody,
    responseBody,
    calledBy({ principal: { id, roles, via } }, needsCredentials) {
      principal = { id, roles, via }
      isClosed = needsCredentials
    },
    start(done) {
      if (!WRITES.has(arrival.method)) return done()
      hasStarted = true
      const started = describe({ state: 'none', length: 0, truncated: false })
      needs.spool.start(encodeFrame({ ...about, value: Buffer.from(JSON.stringify(started)) }), done)
    },
    end({ answered, isAborted }, done = () => {}) {
      if (hasEnded) return done()
      hasEnded = true
      const sent = readSink(requestBody, arrival.headers.list)
      const returned = readSink(responseBody, answered?.headers ?? [])
      const event: ExchangeEvent = {
        ...describe(sent.capture),
        durationMs: performance.now() - arrival.startedAt,
        // A write that was forwarded and whose answer never came: it may have happened.
        outcome: hasStarted && !answered ? 'unknown' : 'completed',
        aborted: isAborted,
        response: answered
          ? { statusCode: answered.statusCode, headers: maskHeaders(answered.headers), body: returned.capture }
          : null,
      }
      const recorded = { event, requestBody: sent.bytes, responseBody: returned.bytes }
      const parts = encodeExchangeParts(recorded, FRAME_HEADROOM)
      fillFrame(parts[0], about)
      needs.spool.finish(parts, () => settle(done))
    },
  }
}

type About = { serviceId: string; needsCredentials: boolean | undefined; body: BodyCapture }

function describeRequest({ arrival, target, chain }: Subject, { serviceId, needsCredentials, body }: About) {
  const { requestId: id, at, method, origin, headers } = arrival
  return {
    schemaVersion: 1 as const,
    id,
    service: { id: serviceId },
    at,
    chain: [...chain],
    request: {
      method,
      path: maskText(target.path),
      query: redactQuery(target.query),
      headers: maskHeaders(headers.list),
      remoteAddress: origin.address,
      secure: origin.isSecure,
      needsCredentials,
      body,
    },
  }
}

const NO_BYTES = Buffer.alloc(0)

/** What of a body goes into the event. */
function readSink(sink: BodySink, headers: HeaderList): { capture: BodyCapture; bytes: Buffer } {
  const contentType = headers.find(([name]) => name === 'content-type')?.[1].toLowerCase()
  const redacted = redactBody(sink.bytes(), { contentType, isTruncated: sink.isTruncated() })
  const capture = describeBody(sink, redacted)
  return { capture, bytes: capture.state === 'captured' && redacted ? redacted : NO_BYTES }
}
