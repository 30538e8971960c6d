import { type Refusal, refuse } from '@sluice/contracts'
import {
  type HeaderReader,
  isConsole,
  isFromOwnPage,
  isSecurePage,
  portOfBrowsers,
} from '../../domain/console/console-mark.ts'
import {
  dropSession,
  keepSession,
  readSessionCookie,
  type SessionCookie,
  sessionCookieName,
} from '../../domain/console/session-cookie.ts'
import { type Credentials, readCredentials } from '../../domain/read-credentials.ts'
import type { SessionToken } from './session-desk.ts'

type CookieHeaders = { 'set-cookie'?: string }

/**
 * Sessions that a browser keeps for the console (docs/security.md, "The console's session"). Everything here concerns
 * requests to `/token`: nothing else ever reads the cookie.
 */
export type ConsoleSessions = {
  /**
   * The credentials of a request to `/token`: the header's, or the cookie's where the console sends no header.
   * @returns a refusal where a page that is not ours claims to be the console
   */
  credentialsOf(header: HeaderReader, isSecure: boolean): Credentials | Refusal
  /** The same of a request that was signed in by them. */
  usedCredentials(header: HeaderReader): Credentials
  /** The header that keeps a session in the browser of the console; nothing for everybody else. */
  keep(header: HeaderReader, session: SessionToken): CookieHeaders
  /** The header that takes the cookie back from the console. */
  drop(header: HeaderReader): CookieHeaders
}

const NO_HEADERS: CookieHeaders = {}
/** It can never sign in: which of several cookies is ours, nobody knows. */
const UNCLEAR: Credentials = { kind: 'malformed-session' }

type Dependencies = { serviceId: string; publicUrl: string | undefined }

export function createConsoleSessions({ serviceId, publicUrl }: Dependencies): ConsoleSessions {
  const cookieOf = (header: HeaderReader): SessionCookie => ({
    name: sessionCookieName(serviceId, portOfBrowsers(header, publicUrl)),
    isSecure: isSecurePage(header, publicUrl),
  })

  function usedCredentials(header: HeaderReader): Credentials {
    const sent = readCredentials(header('authorization'))
    if (sent.kind !== 'none' || !isConsole(header)) return sent
    const kept = readSessionCookie(header('cookie'), cookieOf(header).name)
    if (kept.kind === 'none') return sent
    return kept.kind === 'one' ? sessionOnly(readCredentials(`Bearer ${kept.token}`)) : UNCLEAR
  }

  return {
    credentialsOf(header, isSecure) {
      const isForeign = isConsole(header) && !isFromOwnPage(header, { isSecure, publicUrl })
      return isForeign ? refuseForeignPage() : usedCredentials(header)
    },
    usedCredentials,
    keep(header, { token, expiresInSeconds }) {
      if (!isConsole(header)) return NO_HEADERS
      return { 'set-cookie': keepSession(cookieOf(header), token, expiresInSeconds) }
    },
    drop: header => (isConsole(header) ? { 'set-cookie': dropSession(cookieOf(header)) } : NO_HEADERS),
  }
}

/** An API key in the cookie signs nobody in. */
const sessionOnly = (credentials: Credentials): Credentials => (credentials.kind === 'session' ? credentials : UNCLEAR)

const refuseForeignPage = (): Refusal =>
  refuse(
    'FORBIDDEN',
    'Only a page of this gateway can be its console. Programs leave out "Sluice-Client: console" and sign in with Authorization.',
  )
