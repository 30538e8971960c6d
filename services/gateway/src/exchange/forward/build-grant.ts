import type { KeyObject } from 'node:crypto'
import { type GrantedRequest, type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import { type SignedGrant, signGrant } from '@sluice/service-kit'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { Inquiry, RequestAdmission } from '../judge/authorise.ts'
import type { CallerTexts } from './caller-texts.ts'

export type GrantSigning = {
  keyOf(service: UpstreamName): KeyObject
  callerTexts: CallerTexts
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
type SignedWord = { kind: 'signed'; headers: SignedGrant }

/** Signs for one service what it may believe about a request. */
export function buildGrant(
  { keyOf, callerTexts, positions, storeTime }: GrantSigning,
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
  const text = callerTexts({ principal, isRoot, permission, positions: positions.highest() })
  const headers = signGrant(text, request, keyOf(upstream))
  if (headers) return { kind: 'signed', headers }
  return refuse(
    'GRANT_TOO_LARGE',
    'Your user document or your permission is too large to be passed on. Make it smaller.',
  )
}
