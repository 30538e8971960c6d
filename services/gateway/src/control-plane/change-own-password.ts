import { type Refusal, refuse, refuseFields, type UserId } from '@sluice/contracts'
import { formatPathId } from '@sluice/documents'
import { type Answer, noContent, type Operation, parseBody, type ServiceRequest, toRefusal } from '@sluice/service-kit'
import { z } from 'zod'
import { type Credentials, readCredentials } from '../domain/read-credentials.ts'
import type { GatewayTiering } from '../domain/route-target.ts'
import { type CallService, readProblem } from '../exchange/forward/call-service.ts'
import { createRequestLimit } from '../sign-in/client-limits.ts'
import type { UserVersion } from '../sign-in/session/session-desk.ts'
import type { SignInWays } from '../sign-in/sign-in.ts'
import type { UserRecord } from '../sign-in/user-cache.ts'
import { sessionToken, showToken, type TokenRouteDependencies, tokenAnswer } from './token-routes.ts'

export type OwnPasswordDependencies = TokenRouteDependencies &
  Pick<SignInWays, 'holdUp' | 'withPassword'> & { callService: CallService; tiering: GatewayTiering }

/** Each change costs a hash at the data service, besides the one that sign-in counts. */
const CHANGES_PER_MINUTE = 10

const NEW = { error: 'This is a text of 1 to 1,024 characters.' }
const passwordBody = z.strictObject(
  {
    current: z.string({ error: 'This is your password as it is now, a text.' }),
    new: z.string(NEW).min(1, NEW).max(1024, NEW),
  },
  { error: 'The body is a JSON object with current and new.' },
)

/** `PUT /whoami/password`: one's own password, by whoever knows the one that it replaces. */
export function changeOwnPassword(dependencies: OwnPasswordDependencies): Operation {
  const limit = createRequestLimit({ perMinute: CHANGES_PER_MINUTE, who: 'user' })
  return {
    id: 'changeOwnPassword',
    tag: 'session',
    summary: 'Changes your own password, and ends your other sessions',
    examples: { body: { current: 'old password', new: 'correct horse battery staple' } },
    body: passwordBody,
    answers: {
      200: tokenAnswer,
      204: 'It is changed, and no session follows: sign in with the new one now.',
    },
    errors: [
      'MALFORMED_JSON',
      'VALIDATION_FAILED',
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'CONFLICT',
      'PAYLOAD_TOO_LARGE',
      'RATE_LIMITED',
      'UPSTREAM_FAILED',
      'UNAVAILABLE',
      'OVERLOADED',
      'UPSTREAM_TIMEOUT',
    ],
    async handle(request) {
      const { id, via } = request.caller.principal
      if (id === null || via === 'key') return refuseKeys()
      const wanted = parseBody(passwordBody, request)
      const credentials = basicOf(id, wanted.current)
      const fault = findFault(basicOf(id, wanted.new), wanted)
      if (fault) return fault
      const refusal = limit(id)
      if (refusal) return refusal
      const user = await verify(dependencies, credentials, request)
      if ('kind' in user) return user
      const written = await write(dependencies, { request, user, password: wanted.new })
      return written.kind === 'refuse' ? written : answer(dependencies, written, request)
    },
  }
}

/** The credentials that the user would sign in with. */
const basicOf = (user: string, password: string): Credentials =>
  readCredentials(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)

function findFault(credentials: Credentials, wanted: z.infer<typeof passwordBody>): Refusal | undefined {
  if (wanted.new === wanted.current) return bad('new', 'It is your password already. Choose another one.')
  if (credentials.kind === 'basic') return undefined
  return bad('new', 'No sign-in could carry it beside your name: it is too long. Choose a shorter one.')
}

/** Judged as a sign-in is, with the same limits: a wrong one counts. */
async function verify(
  { holdUp, withPassword }: OwnPasswordDependencies,
  credentials: Credentials,
  { caller }: ServiceRequest,
): Promise<UserRecord | Refusal> {
  if (credentials.kind !== 'basic') return refuseCurrent()
  const address = caller.clientAddress ?? ''
  const found = holdUp(credentials, address) ?? (await withPassword(credentials, address))
  if (found.kind === 'refuse') return found.code === 'INVALID_CREDENTIALS' ? refuseCurrent() : found
  return found.user ?? refuseCurrent()
}

type WrittenUser = { kind: 'written' } & UserVersion
type PasswordWrite = { request: ServiceRequest; user: UserRecord; password: string }

/** The data service judges, hashes and writes it, as it does for owners; of the version that was verified, and no other. */
async function write(
  { callService, tiering: { tier, db } }: OwnPasswordDependencies,
  { request, user, password }: PasswordWrite,
): Promise<WrittenUser | Refusal> {
  const users = tier === 'dedicated' ? `/${db}/users` : '/users'
  const replied = await callService({
    service: 'data',
    method: 'PATCH',
    target: `${users}/${formatPathId(user.id, { isTextOnly: true })}`,
    headers: user.etag === undefined ? {} : { 'if-match': user.etag },
    json: { password },
    permission: { id: OWN_PASSWORD, rules: rulesFor(user.id), apiKeys: null },
    request,
  })
  if (replied.kind === 'refuse') return replied
  return replied.status < 300
    ? { kind: 'written', id: user.id, etag: replied.etag }
    : asOwnPassword(readProblem(replied.body))
}

/** Names no permission of the ACL: it is the gateway that lets everybody do this, with his own user alone. */
const OWN_PASSWORD = 'PUT /whoami/password'

const rulesFor = (user: UserId): string => {
  const own = { _id: { $eq: user } }
  return JSON.stringify({ readFilter: own, writeFilter: own })
}

/** A session that has ended with the old password is followed by another one, as far as that can be had. */
async function answer(
  { sessionDesk, consoleSessions }: OwnPasswordDependencies,
  { id, etag }: WrittenUser,
  request: ServiceRequest,
): Promise<Answer> {
  const token = sessionToken(consoleSessions, request)
  if (token === undefined) return noContent()
  const next = await sessionDesk.succeed(token, { id, etag }).catch(toRefusal)
  return next.kind === 'refuse' ? noContent() : showToken(next, request, consoleSessions.keep(request.header, next))
}

/** The data service speaks of the field of a user. */
function asOwnPassword(refusal: Refusal): Refusal {
  const { code, detail, errors = [] } = refusal
  if (code === 'PRECONDITION_FAILED' || code === 'NOT_FOUND') return refuseChanged()
  const named = errors.map(({ path, message }) => ({ path: path === 'password' ? 'new' : path, message }))
  return named.length > 0 ? refuse(code, detail, named) : refuse(code, detail)
}

const bad = (path: string, message: string): Refusal => refuseFields([{ path, message }])
const refuseCurrent = (): Refusal => bad('current', 'This is not your password.')
const refuseKeys = (): Refusal =>
  refuse('FORBIDDEN', 'A key can not change the password of its holder. Sign in with the password.')
const refuseChanged = (): Refusal =>
  refuse('CONFLICT', 'You were changed by somebody at the same moment. Send the request again.')
