import type { UpstreamName } from '@sluice/contracts'
import {
  beginSpan,
  CALLER_HEADER,
  type Logger,
  REQUEST_HEADER,
  type SignedGrant,
  traceparentOf,
} from '@sluice/service-kit'
import type { Dispatcher, Pool } from 'undici'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { headersToForward } from '../../domain/request-headers.ts'
import { type Arrival, hasBody } from '../arrive/arrival.ts'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { ExchangeRecording } from '../record/recorder.ts'
import { failPassage, leavePassage, type Passage, passageHandler } from './passage.ts'
import type { ServicePools } from './upstreams.ts'

export type ForwardedRequest = {
  arrival: Arrival
  target: CanonicalTarget
  service: UpstreamName
  /** The signed word about the caller. */
  grant: SignedGrant
  /** For the MCP service: the header of the pass, name and value. */
  pass: readonly string[]
  /** The body where it was read before. */
  heldBody: Buffer | undefined
  recording: ExchangeRecording | undefined
  watchStream: Passage['watchStream']
}

type Dependencies = { pools: ServicePools; positions: SeenPositions; logger: Logger; publicUrl: string | undefined }

/** Sends a request to its service and the answer back as it comes, both at the pace of whoever reads slower. */
export function forward({ pools, positions, logger, publicUrl }: Dependencies, forwarding: ForwardedRequest): void {
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
      CALLER_HEADER,
      grant[CALLER_HEADER],
      REQUEST_HEADER,
      grant[REQUEST_HEADER],
      'traceparent',
      span ? traceparentOf(span) : traceparent,
      ...pass,
    ]),
    body: heldBody ?? (hasBody(arrival) ? request : null),
  }
  if (sent.body === null && READS.has(method)) passage.repeat = () => dispatch(pools.unkept, sent, passage)
  dispatch(pools.kept, sent, passage)
}

/** What changes nothing may be asked a second time, where no answer to the first one has begun. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function dispatch(pool: Pool, sent: Dispatcher.DispatchOptions, passage: Passage): void {
  try {
    pool.dispatch(sent, passageHandler(passage))
  } catch (error) {
    failPassage(passage, error)
  }
}
