import { ANONYMOUS_ROLE, type Principal, type Refusal, ROOT_ROLE, refuse } from '@sluice/contracts'
import type { Credentials } from '../domain/read-credentials.ts'
import type { UserRecord } from './user-cache.ts'

/** The one who makes a request. */
export type RequestCaller = {
  kind: 'caller'
  principal: Principal
  isRoot: boolean
  /** Undefined for anonymous callers. */
  user: UserRecord | undefined
}

/** A sign-in that the limit of wrong passwords, or a full queue, turns away before anybody judges it: it counts in an event of many. */
export type HeldUp = Refusal & { isHeldUp: true }
/** A refusal, and how long to wait where that is known. */
export type SignIn = RequestCaller | HeldUp | (Refusal & { isHeldUp?: never })

type BasicCredentials = Extract<Credentials, { kind: 'basic' }>
type PassCredentials = Extract<Credentials, { kind: 'pass' }>

export type SignInWays = {
  /** Says without waiting whether a password would be held up, so that it costs nothing more. One that is known never is. */
  holdUp(credentials: BasicCredentials, remoteAddress: string): HeldUp | undefined
  withPassword(credentials: BasicCredentials, remoteAddress: string): SignIn | Promise<SignIn>
  withKey(secret: string, remoteAddress: string): SignIn | Promise<SignIn>
  withSession(token: string): SignIn | Promise<SignIn>
  /** For a request that a tool makes in the place of its caller. It counts for no use and no rate of a key. */
  withPass(pass: PassCredentials['pass'], remoteAddress: string): SignIn | Promise<SignIn>
}

export const anonymous: RequestCaller = {
  kind: 'caller',
  principal: { id: null, roles: [ANONYMOUS_ROLE], via: 'none' },
  isRoot: false,
  user: undefined,
}

type UserWay = 'password' | 'session'

const ofUsers: Record<UserWay, WeakMap<UserRecord, RequestCaller>> = { password: new WeakMap(), session: new WeakMap() }

/** The caller with all of the user's roles. It is the same for every request, until the user changes and is replaced. */
export function userCaller(user: UserRecord, via: UserWay): RequestCaller {
  const known = ofUsers[via].get(user)
  if (known) return known
  const { id, roles, properties } = user
  const principal = { id, roles, via, properties }
  const caller: RequestCaller = { kind: 'caller', principal, isRoot: roles.includes(ROOT_ROLE), user }
  ofUsers[via].set(user, caller)
  return caller
}

/** Says who makes a request. Wrong credentials are refused also where an anonymous caller would be let in. */
export function signIn(ways: SignInWays, credentials: Credentials, remoteAddress: string): SignIn | Promise<SignIn> {
  switch (credentials.kind) {
    case 'none':
      return anonymous
    case 'basic':
      return ways.withPassword(credentials, remoteAddress)
    case 'key':
      return ways.withKey(credentials.secret, remoteAddress)
    case 'session':
      return ways.withSession(credentials.token)
    case 'pass':
      return ways.withPass(credentials.pass, remoteAddress)
    default:
      return refuseUnreadable(credentials.kind)
  }
}

type UnreadableKind = Exclude<Credentials['kind'], 'none' | 'basic' | 'key' | 'session' | 'pass'>

/** Why nobody can sign in with what was sent. */
function refuseUnreadable(kind: UnreadableKind): Refusal {
  switch (kind) {
    case 'malformed-key':
      return refuseKey()
    case 'malformed-session':
      return refuseSession()
    case 'malformed-basic':
      return refuse('INVALID_CREDENTIALS', 'The Basic credentials are malformed. Send base64 of "user:password".')
    case 'unknown-token':
      return refuse(
        'INVALID_TOKEN',
        'This kind of token is not known here. Send an API key, or sign in with a password.',
      )
    case 'unknown-scheme':
      return refuse('INVALID_CREDENTIALS', 'The Authorization header must be "Basic …" or "Bearer …".')
    default:
      return kind satisfies never
  }
}

/** One answer for every session that does not work, so that nothing is told about it. */
export const refuseSession = (): Refusal =>
  refuse('INVALID_TOKEN', 'The session has ended, has expired or never was. Sign in with your user name and password.')

/** One answer for every key that does not work, so that nothing is told about it. */
export const refuseKey = (): Refusal =>
  refuse('INVALID_KEY', 'The API key is unknown, revoked, expired or malformed, or keys are switched off.')
