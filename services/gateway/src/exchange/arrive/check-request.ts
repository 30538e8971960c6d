import { type Refusal, refuse } from '@sluice/contracts'
import { type CanonicalTarget, canonicalTarget } from '../../domain/canonical-target.ts'
import { queryHoldsCredentials } from '../../domain/redact/mask-secrets.ts'
import type { Arrival } from './arrival.ts'
import { MAX_BODY_BYTES, refuseBody } from './service-fault.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Refuses what could be read in two ways, or by two readers differently. Reads nothing of the body. */
export function checkRequest(arrival: Arrival): CanonicalTarget | Refusal {
  const { headers, method, request, inner } = arrival
  if (inner?.kind === 'refuse') return inner
  const framing = checkFraming(arrival)
  if (framing) return framing
  if (!METHODS.has(method)) return refuseMethod(method)
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return refuseBody()
  const target = canonicalTarget(request.url ?? '')
  if (target.kind === 'target' && queryHoldsCredentials(target.query)) {
    return refuse('BAD_QUERY', 'Credentials can not stand in the query. Send them in the Authorization header.')
  }
  return target
}

function refuseMethod(method: string): Refusal & { allow: string } {
  const refusal = refuse('METHOD_NOT_ALLOWED', `The method ${method} is not known here.`)
  return { ...refusal, allow: [...METHODS].join(', ') }
}

function checkFraming({ headers, request }: Arrival): Refusal | undefined {
  const hosts = headers.count('host')
  if (hosts > 1) return refuse('BAD_REQUEST', 'Send one Host header.')
  if (hosts === 0 && request.httpVersion === '1.1') return refuse('BAD_REQUEST', 'Send a Host header.')
  if (headers.count('authorization') > 1) return refuse('BAD_REQUEST', 'Send one Authorization header.')
  return headers.get('transfer-encoding') === undefined ? undefined : checkCodings(headers.getAll('transfer-encoding'))
}

/** Chunked is the only coding that is known, and the last of all (RFC 9112, 6.1 and 6.3). */
function checkCodings(values: readonly string[]): Refusal | undefined {
  const codings = values
    .join(',')
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim())
  if (values.length === 1 && values[0]?.toLowerCase() === 'chunked') return undefined
  const isFramed = codings.at(-1) === 'chunked' && codings.indexOf('chunked') === codings.length - 1
  const code = isFramed && codings.length > 1 ? 'TRANSFER_CODING_UNKNOWN' : 'BAD_REQUEST'
  return refuse(code, 'Send the body as it is, or in chunks: no other transfer encoding is read here.')
}
