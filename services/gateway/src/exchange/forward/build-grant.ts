import type { KeyObject } from 'node:crypto'
import { type GrantedRequest, type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import { type SignedGrant, type SignedWholeGrant, signGrant, signWholeGrant } from '@sluice/service-kit'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { Inquiry, RequestAdmission } from '../judge/authorise.ts'
import type { CallerTexts } from './caller-texts.ts'

export type GrantSigning = {
  keyOf(service: UpstreamName): KeyObject
  callerTexts: CallerTexts
  /** Whether a service reads grants in two parts, all of its processes. */
  readsParts(service: UpstreamName): boolean
  positions: SeenPositions
  storeTime(): number
}
/** The request that a grant is about, and who makes it. */
type GrantSubject = Pick<Inquiry, 'chain'> & {
  arrival: Pick<Inquiry['arrival'], 'requestId' | 'method'> &
    Partial<Pick<Inquiry['arrival'], 'inner'>> & { origin: { address?: string | undefined } }
  target: Pick<Inquiry['target'], 'encoded'>
  caller: Pick<Inquiry['caller'], 'principal' | 'isRoot'>
}
/** The headers of a grant, in the form that its service reads. */
export type ReadableGrant = SignedGrant | SignedWholeGrant
type SignedWord = { kind: 'signed'; headers: ReadableGrant }

/** Signs for one service what it may believe about a request. */
export function buildGrant(
  { keyOf, callerTexts, readsParts, positions, storeTime }: GrantSigning,
  { arrival, target, chain, caller }: GrantSubject,
  { upstream, permission }: { upstream: UpstreamName; permission: RequestAdmission['permission'] },
): SignedWord | Refusal {
  const { principal, isRoot } = caller
  const request: GrantedRequest = {
    upstream,
    requestId: arrival.requestId,
    method: arrival.method,
    target: target.encoded,
    issuedAt: storeTime(),
    chain: [...chain],
    clientAddress: arrival.origin.address,
    ...(arrival.inner?.kind === 'inner' && { tool: arrival.inner.tool }),
  }
  const about = { principal, isRoot, permission, positions: positions.highest() }
  const key = keyOf(upstream)
  const headers = readsParts(upstream)
    ? signGrant(callerTexts(about), request, key)
    : signWholeGrant({ ...about, ...request }, key)
  if (headers) return { kind: 'signed', headers }
  return refuse(
    'GRANT_TOO_LARGE',
    'Your user document or your permission is too large to be passed on. Make it smaller.',
  )
}
