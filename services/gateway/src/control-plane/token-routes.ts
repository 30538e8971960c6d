import { type Refusal, refuse } from '@sluice/contracts'
import { type Answer, noContent, type Operation, ok, type Route, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import type { ConsoleSessions } from '../sign-in/session/console-sessions.ts'
import type { SessionDesk, SessionToken } from '../sign-in/session/session-desk.ts'

export const tokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    username: z.string(),
    roles: z.array(z.string()),
  })
  .meta({
    id: 'SessionToken',
    examples: [{ access_token: 'sls_…', token_type: 'Bearer', expires_in: 900, username: 'ada', roles: ['crew'] }],
  })

export type TokenRouteDependencies = { sessionDesk: SessionDesk; consoleSessions: ConsoleSessions }

/** Sessions of people, for the console: a key acts for programs and can neither begin nor end one. */
export const tokenRoutes = (dependencies: TokenRouteDependencies): readonly Route[] => [
  ['POST', '/token', makeToken(dependencies)],
  ['DELETE', '/token', endToken(dependencies)],
]

/** `POST /token`: begins a session with a password, or renews the one that it is sent with. */
const makeToken = ({ sessionDesk: desk, consoleSessions }: TokenRouteDependencies): Operation => ({
  id: 'makeToken',
  tag: 'session',
  summary: 'Begins a session of 15 minutes, or renews the one that the request is made with',
  answers: { 200: tokenAnswer },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'],
  async handle(request) {
    const { principal } = request.caller
    if (principal.via === 'key') return refuseKeys()
    const token = sessionToken(consoleSessions, request)
    const issued = token === undefined ? await desk.open(principal) : await desk.renew(token)
    if (issued.kind === 'refuse') return issued
    return showToken(issued, request, consoleSessions.keep(request.header, issued))
  },
})

/** `DELETE /token`: ends the session that it is sent with. */
const endToken = ({ sessionDesk: desk, consoleSessions }: TokenRouteDependencies): Operation => ({
  id: 'endToken',
  tag: 'session',
  summary: 'Ends the session that the request is made with',
  answers: { 204: 'It has ended' },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'],
  async handle(request) {
    const token = sessionToken(consoleSessions, request)
    if (token === undefined) return refuseWithoutSession()
    await desk.end(token)
    return noContent(consoleSessions.drop(request.header))
  },
})

export function showToken(
  { token, expiresInSeconds }: SessionToken,
  { caller: { principal } }: ServiceRequest,
  headers: Answer['headers'],
): Answer {
  const { id: username, roles } = principal
  const body = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, username, roles }
  return ok(body, { 'cache-control': 'no-store', ...headers })
}

/** The token that the caller has signed in with. Whether the page may use its cookie was judged at the sign-in. */
export function sessionToken(consoleSessions: ConsoleSessions, { caller, header }: ServiceRequest): string | undefined {
  if (caller.principal.via !== 'session') return undefined
  const credentials = consoleSessions.usedCredentials(header)
  return credentials.kind === 'session' ? credentials.token : undefined
}

const refuseKeys = (): Refusal => refuse('FORBIDDEN', 'A key can not make sessions. Sign in with your password.')
const refuseWithoutSession = (): Refusal =>
  refuse('FORBIDDEN', 'This sign-in has no session that could end. Send its token: "Authorization: Bearer sls_…".')
