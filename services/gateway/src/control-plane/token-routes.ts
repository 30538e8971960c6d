import { type Refusal, refuse } from '@sluice/contracts'
import { type Answer, noContent, type Operation, ok, type Route, type ServiceRequest } from '@sluice/service-kit'
import { z } from 'zod'
import { readCredentials } from '../domain/read-credentials.ts'
import type { SessionDesk, SessionToken } from '../sign-in/session/session-desk.ts'

const tokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  username: z.string(),
  roles: z.array(z.string()),
})

/** Sessions of people, for the console: a key acts for programs and can neither begin nor end one. */
export const tokenRoutes = (desk: SessionDesk): readonly Route[] => [
  ['POST', '/token', makeToken(desk)],
  ['DELETE', '/token', endToken(desk)],
]

/** `POST /token`: begins a session with a password, or renews the one that it is sent with. */
const makeToken = (desk: SessionDesk): Operation => ({
  id: 'makeToken',
  tag: 'session',
  summary: 'Begins a session of 15 minutes, or renews the one that the request is made with',
  answers: { 200: tokenAnswer },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED', 'UNAVAILABLE'],
  async handle(request) {
    const { principal } = request.caller
    if (principal.via === 'key') return refuseKeys()
    const token = sessionToken(request)
    const issued = token === undefined ? await desk.open(principal) : await desk.renew(token)
    return issued.kind === 'refuse' ? issued : showToken(issued, request)
  },
})

/** `DELETE /token`: ends the session that it is sent with. */
const endToken = (desk: SessionDesk): Operation => ({
  id: 'endToken',
  tag: 'session',
  summary: 'Ends the session that the request is made with',
  answers: { 204: 'It has ended' },
  errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'],
  async handle(request) {
    const token = sessionToken(request)
    if (token === undefined) return refuseWithoutSession()
    await desk.end(token)
    return noContent()
  },
})

function showToken({ token, expiresInSeconds }: SessionToken, { caller: { principal } }: ServiceRequest): Answer {
  const { id: username, roles } = principal
  const body = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, username, roles }
  return ok(body, { 'cache-control': 'no-store' })
}

/** The token that the caller has signed in with. */
function sessionToken({ caller, header }: ServiceRequest): string | undefined {
  const credentials = readCredentials(header('authorization'))
  return caller.principal.via === 'session' && credentials.kind === 'session' ? credentials.token : undefined
}

const refuseKeys = (): Refusal => refuse('FORBIDDEN', 'A key can not make sessions. Sign in with your password.')
const refuseWithoutSession = (): Refusal =>
  refuse('FORBIDDEN', 'This sign-in has no session that could end. Send its token: "Authorization: Bearer sls_…".')
