import { createHash } from 'node:crypto'

/** The cookie by which a browser keeps a session for the console, over reloads and in new tabs. `/token` alone reads it. */
export type SessionCookie = { name: string; isSecure: boolean }

/** What a `Cookie` header says of a session. `unclear`: several values, so that somebody else may have set one. */
export type CookieReading = { kind: 'none' } | { kind: 'one'; token: string } | { kind: 'unclear' }

const PREFIX = 'sluice_session_'
const DIGITS = 8

/** Names the cookie after the installation: cookies ignore ports, so that two installations on a host need two names. */
export function sessionCookieName(serviceId: string, port: string): string {
  const digest = createHash('sha256').update(`${serviceId}\n${port}`).digest('hex')
  return `${PREFIX}${digest.slice(0, DIGITS)}`
}

/** Reads a `Cookie` header. @param header undefined where there is none */
export function readSessionCookie(header: string | undefined, name: string): CookieReading {
  if (header === undefined) return { kind: 'none' }
  const values = pairsOf(header)
    .filter(pair => nameOf(pair) === name)
    .map(pair => pair.slice(pair.indexOf('=') + 1).trim())
  const [token, ...more] = values
  if (token === undefined) return { kind: 'none' }
  return more.length === 0 ? { kind: 'one', token } : { kind: 'unclear' }
}

/** A `Cookie` header as a service may see it. @returns undefined where nothing is left of it */
export function withoutSessionCookies(header: string): string | undefined {
  if (!header.includes(PREFIX)) return header
  const kept = pairsOf(header).filter(pair => !nameOf(pair).startsWith(PREFIX))
  return kept.length === 0 ? undefined : kept.map(pair => pair.trim()).join('; ')
}

/** The `Set-Cookie` header that keeps a session. No script can read it, and no page of another site sends it. */
export const keepSession = (cookie: SessionCookie, token: string, seconds: number): string =>
  setCookie(cookie, token, seconds)

/** The `Set-Cookie` header that takes the cookie back. */
export const dropSession = (cookie: SessionCookie): string => setCookie(cookie, '', 0)

function setCookie({ name, isSecure }: SessionCookie, value: string, seconds: number): string {
  const attributes = `Path=/token; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
  return `${name}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
}

const pairsOf = (header: string) => header.split(';').filter(pair => pair.trim() !== '')
const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? ''
