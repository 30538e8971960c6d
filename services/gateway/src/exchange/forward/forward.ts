import type { UpstreamName } from '@sluice/contracts'
import { beginSpan, CALLER_HEADER, REQUEST_HEADER, traceparentOf, WHOLE_GRANT_HEADER } from '@sluice/service-kit'
import type { CanonicalTarget } from '../../domain/canonical-target.ts'
import { headersToForward } from '../../domain/request-headers.ts'
import { type Arrival, hasBody } from '../arrive/arrival.ts'
import { readShortBody } from '../arrive/short-body.ts'
import type { ExchangeRecording } from '../record/recording.ts'
import type { ReadableGrant } from './build-grant.ts'
import { Passage, type PassageParts, type PassageSubject } from './passage.ts'
import type { ServiceWays } from './upstreams.ts'

export type ForwardedRequest = {
  arrival: Arrival
  target: CanonicalTarget
  service: UpstreamName
  /** The signed word about the caller. */
  grant: ReadableGrant
  /** For the MCP service: the header of the pass, name and value. */
  pass: readonly string[]
  /** The body where it was read before. */
  heldBody: Buffer | undefined
  recording: ExchangeRecording | undefined
  watchStream: PassageSubject['watchStream']
}

type Dependencies = { ways: ServiceWays; parts: PassageParts }

/** Sends a request to its service and the answer back as it comes, both at the pace of whoever reads slower. */
export function forward({ ways, parts }: Dependencies, forwarding: ForwardedRequest): void {
  const { arrival, target, service, grant, pass, heldBody, recording, watchStream } = forwarding
  const { response, method, headers, trace } = arrival
  arrival.outcome.by = service
  const span = trace.span && beginForwarding(service, trace.traceparent)
  const passage = new Passage(parts, { arrival, service, recording, span, watchStream })
  if (response.destroyed) return passage.leave()
  arrival.passage = passage
  const traceparent = span ? traceparentOf(span) : trace.traceparent
  const sent = {
    method,
    path: target.encoded,
    headers: headersToForward(headers, [...pairsOf(grant), 'traceparent', traceparent, ...pass]),
  }
  if (heldBody) return passage.begin(ways.kept, { ...sent, body: heldBody })
  if (hasBody(arrival)) {
    return readShortBody(arrival, {
      onBody: body => passage.begin(ways.kept, { ...sent, body }),
      onBroken: error => passage.onResponseError(undefined, error),
    })
  }
  if (READS.has(method)) passage.mayRepeat(ways.unkept, sent)
  passage.begin(ways.kept, sent)
}

const pairsOf = (grant: ReadableGrant): string[] =>
  WHOLE_GRANT_HEADER in grant
    ? [WHOLE_GRANT_HEADER, grant[WHOLE_GRANT_HEADER]]
    : [CALLER_HEADER, grant[CALLER_HEADER], REQUEST_HEADER, grant[REQUEST_HEADER]]

const beginForwarding = (service: UpstreamName, traceparent: string) =>
  beginSpan(`forward ${service}`, traceparent, { kind: 'client', attributes: { 'peer.service': service } })

/** What changes nothing may be asked a second time, where no answer to the first one has begun. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
