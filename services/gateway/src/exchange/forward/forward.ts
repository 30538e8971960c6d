import type { UpstreamName } from '@sluice/contracts'
import { beginSpan, GRANT_HEADER, type Logger, traceparentOf } from '@sluice/service-kit'
import type { Dispatcher } from 'undici'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { headersToForward } from '../../domain/request-headers.ts'
import { type Arrival, hasBody } from '../arrive/arrival.ts'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { ExchangeRecording } from '../record/recorder.ts'
import { failPassage, leavePassage, type Passage, passageHandler } from './passage.ts'
import type { ServiceWays } from './upstreams.ts'

export type ForwardedRequest = {
  arrival: Arrival
  target: CanonicalTarget
  service: UpstreamName
  /** The signed word about the caller. */
  grant: string
  /** For the MCP service: the header of the pass, name and value. */
  pass: readonly string[]
  /** The body where it was read before. */
  heldBody: Buffer | undefined
  recording: ExchangeRecording | undefined
  watchStream: Passage['watchStream']
}

type Dependencies = { ways: ServiceWays; positions: SeenPositions; logger: Logger; publicUrl: string | undefined }

/** Sends a request to its service and the answer back as it comes, both at the pace of whoever reads slower. */
export function forward({ ways, positions, logger, publicUrl }: Dependencies, forwarding: ForwardedRequest): void {
  const { arrival, target, service, grant, pass, heldBody, recording, watchStream } = forwarding
  const { request, response, method, headers } = arrival
  arrival.outcome.by = service
  const counters = { sent: 0, received: 0, isGone: false, isOver: false }
  const { traceparent } = arrival.trace
  const span = beginSpan(`forward ${service}`, traceparent, { kind: 'client', attributes: { 'peer.service': service } })
  const passage: Passage = { arrival, service, recording, positions, logger, publicUrl, watchStream, span, ...counters }
  if (response.destroyed) return leavePassage(passage)
  response.once('close', () => leavePassage(passage))
  const sent = {
    method,
    path: target.encoded,
    headers: headersToForward(headers, [
      GRANT_HEADER,
      grant,
      'traceparent',
      span ? traceparentOf(span) : traceparent,
      ...pass,
    ]),
    body: heldBody ?? (hasBody(arrival) ? request : null),
  }
  if (sent.body === null && READS.has(method)) passage.repeat = () => dispatch(ways.unkept, sent, passage)
  dispatch(ways.kept, sent, passage)
}

/** What changes nothing may be asked a second time, where no answer to the first one has begun. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function dispatch(way: Dispatcher, sent: Dispatcher.DispatchOptions, passage: Passage): void {
  try {
    way.dispatch(sent, passageHandler(passage))
  } catch (error) {
    failPassage(passage, error)
  }
}
