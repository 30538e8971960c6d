import type { KeyObject } from 'node:crypto'
import { type Grant, type Refusal, refuse, type UpstreamName } from '@sluice/contracts'
import { signGrant } from '@sluice/service-kit'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { Inquiry, RequestAdmission } from '../judge/authorise.ts'

export type GrantSigning = { keyOf(service: UpstreamName): KeyObject; positions: SeenPositions; storeTime(): number }
/** The request that a grant is about, and who makes it. */
type GrantSubject = Pick<Inquiry, 'chain'> & {
  arrival: Pick<Inquiry['arrival'], 'requestId' | 'method'> &
    Partial<Pick<Inquiry['arrival'], 'inner'>> & { origin: { address?: string | undefined } }
  target: Pick<Inquiry['target'], 'encoded'>
  caller: Pick<Inquiry['caller'], 'principal' | 'isRoot'>
}
type SignedGrant = { kind: 'signed'; header: string }

/** Signs for one service what it may believe about a request. */
export function buildGrant(
  { keyOf, positions, storeTime }: GrantSigning,
  { arrival, target, chain, caller }: GrantSubject,
  { upstream, permission }: { upstream: UpstreamName; permission: RequestAdmission['permission'] },
): SignedGrant | Refusal {
  const content: Grant = {
    version: 1,
    upstream,
    requestId: arrival.requestId,
    method: arrival.method,
    target: target.encoded,
    issuedAt: storeTime(),
    principal: caller.principal,
    isRoot: caller.isRoot,
    permission,
    positions: positions.highest(),
    chain: [...chain],
    clientAddress: arrival.origin.address,
    ...(arrival.inner?.kind === 'inner' && { tool: arrival.inner.tool }),
  }
  const header = signGrant(content, keyOf(upstream))
  if (header !== undefined) return { kind: 'signed', header }
  return refuse(
    'GRANT_TOO_LARGE',
    'Your user document or your permission is too large to be passed on. Make it smaller.',
  )
}
