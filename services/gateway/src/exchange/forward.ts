import type { HeaderList, UpstreamName } from '@sluice/contracts'
import { GRANT_HEADER, type Logger, POSITIONS_HEADER } from '@sluice/service-kit'
import type { Dispatcher, Pool } from 'undici'
import { mayRecordBody } from '../domain/body-policy.ts'
import type { Target } from '../domain/canonical-target.ts'
import { headersToForward, headersToReturn } from '../domain/request-headers.ts'
import { problemAnswer, sendLocal } from './answer.ts'
import { type Arrival, closingHeaders } from './arrival.ts'
import { hasBody } from './authorise.ts'
import type { Recording } from './recorder.ts'
import type { SeenPositions } from './seen-positions.ts'
import { BodyTooLargeError, ClientGoneError, MAX_BODY_BYTES, toServiceRefusal } from './service-fault.ts'

export type Forwarding = {
  arrival: Arrival
  target: Target
  service: UpstreamName
  /** The signed word about the caller. */
  grant: string
  /** The body where it was read before. */
  heldBody: Buffer | undefined
  recording: Recording | undefined
}

type Needs = { pool: Pool; positions: SeenPositions; logger: Logger }
type Controller = Dispatcher.DispatchController
type Head = { statusCode: number; headers: HeaderList; length: number | undefined }

/** Sends a request to its service and the answer back as it comes, both at the pace of whoever reads slower. */
export function forward(needs: Needs, forwarding: Forwarding): void {
  const { arrival, target, grant, heldBody } = forwarding
  const { request } = arrival
  const passage = createPassage(needs, forwarding)
  if (arrival.response.destroyed) return passage.clientClosed()
  arrival.response.once('close', passage.clientClosed)
  const body = heldBody ?? (hasBody(arrival) ? request : null)
  const headers = headersToForward(arrival.headers, [GRANT_HEADER, grant])
  try {
    needs.pool.dispatch({ method: arrival.method, path: target.encoded, headers, body }, passage.handler)
  } catch (error) {
    passage.fail(error)
  }
}

/** What happens between the two sides. Every event may come late, or twice: only the first end counts. */
function createPassage({ positions, logger }: Needs, { arrival, service, recording }: Forwarding) {
  const { response, method } = arrival
  let controller: Controller | undefined
  let head: Head | undefined
  let isGone = false
  let isOver = false
  let sent = 0
  let received = 0
  let lastChunk: Buffer | undefined

  function writeHead({ statusCode, headers }: Head): void {
    if (response.headersSent) return
    response.writeHead(statusCode, [...headers.flat(), ...arrival.answerHeaders, ...closingHeaders(arrival)])
  }

  /** Nothing of an answer to a change is passed on before this gateway knows of the change itself. */
  function waitForChange(values: string | undefined, paused: Controller): void {
    const behind = values === undefined ? undefined : positions.note(values)
    if (!behind) return
    paused.pause()
    behind
      .catch((error: unknown) => logger.warn({ err: error, requestId: arrival.requestId }, 'changes.behind'))
      .finally(() => paused.resume())
  }

  function finish(): void {
    if (isOver || !head) return
    isOver = true
    const finished = head
    const send = () => {
      if (response.destroyed) return
      writeHead(finished)
      response.end(lastChunk)
    }
    if (recording) recording.end({ answered: finished, isAborted: false }, send)
    else send()
  }

  function fail(error: unknown): void {
    if (isOver) return
    isOver = true
    if (isGone) return recording?.end({ answered: head, isAborted: true })
    logger.warn({ err: error, service, requestId: arrival.requestId }, 'service.failed')
    if (!response.headersSent) {
      return sendLocal(arrival, problemAnswer(toServiceRefusal(error, service), arrival.requestId), recording)
    }
    recording?.end({ answered: head, isAborted: true })
    response.destroy()
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      if (isGone) started.abort(new ClientGoneError('The client has gone.'))
    },
    onBodySent(chunk) {
      sent += chunk.length
      recording?.requestBody.add(chunk)
      if (sent > MAX_BODY_BYTES) controller?.abort(new BodyTooLargeError('The body is too large.'))
    },
    onResponseStart(started, statusCode) {
      if (statusCode < 200) return
      const list = readRawHeaders(started.rawHeaders)
      const headers = headersToReturn(list)
      if (recording && !mayRecordBody(headers)) recording.responseBody.withhold()
      head = { statusCode, headers, length: lengthOf(headers) }
      waitForChange(list.find(([name]) => name === POSITIONS_HEADER)?.[1], started)
      if (isEventStream(headers) && !started.paused) {
        writeHead(head)
        response.flushHeaders()
      }
    },
    onResponseData(started, chunk) {
      if (!head) return
      received += chunk.length
      recording?.responseBody.add(chunk)
      // The client has the whole answer with this chunk: the event comes first.
      if (received === head.length) {
        lastChunk = chunk
        return
      }
      writeHead(head)
      if (response.write(chunk)) return
      started.pause()
      response.once('drain', () => started.resume())
    },
    onResponseEnd: finish,
    onResponseError: (_controller, error) => fail(error),
  }

  return {
    handler,
    fail,
    clientClosed() {
      if (isOver || response.writableFinished) return
      isGone = true
      controller?.abort(new ClientGoneError('The client has gone.'))
      recording?.end({ answered: head, isAborted: true })
      logger.debug({ method, requestId: arrival.requestId }, 'client.gone')
    },
  }
}

function readRawHeaders(raw: Controller['rawHeaders']): HeaderList {
  const list: HeaderList = []
  if (!Array.isArray(raw)) return list
  for (let at = 0; at + 1 < raw.length; at += 2) {
    list.push([textOf(raw[at]).toLowerCase(), textOf(raw[at + 1])])
  }
  return list
}

const textOf = (raw: Buffer | string | undefined) => (typeof raw === 'string' ? raw : (raw?.toString('latin1') ?? ''))

function lengthOf(headers: HeaderList): number | undefined {
  const value = headers.find(([name]) => name === 'content-length')?.[1]
  return value === undefined ? undefined : Number(value)
}

const isEventStream = (headers: HeaderList) =>
  headers.some(([name, value]) => name === 'content-type' && value.startsWith('text/event-stream'))
