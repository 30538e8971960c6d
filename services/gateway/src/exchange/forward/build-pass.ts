import { hash, type KeyObject } from 'node:crypto'
import { type Pass, type Refusal, refuse } from '@sluice/contracts'
import { PASS_HEADER, signPass } from '@sluice/service-kit'
import type { Credentials } from '../../domain/read-credentials.ts'
import { sessionIdOf } from '../../sign-in/session/session-record.ts'
import { credentialsOf } from '../arrive/inner-request.ts'
import type { SeenPositions } from '../arrive/seen-positions.ts'
import type { Inquiry } from '../judge/authorise.ts'

export type PassSigning = { passKey(): KeyObject; positions: SeenPositions; storeTime(): number }
type PassSubject = Pick<Inquiry, 'arrival' | 'chain' | 'caller'>

/** Signs what the MCP service needs for the requests that a tool makes in the place of a caller. @returns its header, name and value */
export function buildPass(
  { passKey, positions, storeTime }: PassSigning,
  { arrival, chain, caller }: PassSubject,
): { kind: 'signed'; header: readonly [string, string] } | Refusal {
  const content: Pass = {
    version: 1,
    requestId: arrival.requestId,
    user: caller.principal.id,
    credential: nameCredential(credentialsOf(arrival), caller),
    clientAddress: arrival.origin.address,
    isSecure: arrival.origin.isSecure,
    chain: [...chain],
    positions: positions.highest(),
    issuedAt: storeTime(),
  }
  const header = signPass(content, passKey())
  if (header !== undefined) return { kind: 'signed', header: [PASS_HEADER, header] }
  return refuse('GRANT_TOO_LARGE', 'Too many webhooks have led to this request for it to be passed on.')
}

/** Names what the caller has signed in with. None but these three signs anybody in; a pass never leads to another one. */
function nameCredential(credentials: Credentials, { user }: PassSubject['caller']): Pass['credential'] {
  if (credentials.kind === 'key') return { kind: 'key', hash: hash('sha256', credentials.secret) }
  if (credentials.kind === 'session') return { kind: 'session', id: sessionIdOf(credentials.token) }
  if (credentials.kind === 'basic' && user) return { kind: 'password', mark: user.passwordMark }
  return { kind: 'none' }
}
