import { SluiceUsageError } from './errors.ts'
import type { CallAttemptReport, TransportOptions } from './http/transport.ts'
import { VERSION } from './version.ts'

/** The way in which a client signs in: exactly one, or none. */
export type SluiceSignIn =
  | { key?: string | undefined; session?: never; user?: never; password?: never }
  /** A session token, or `cookie`: the session of this page, which a browser holds. */
  | { session: string; key?: never; user?: never; password?: never }
  | { user: string; password: string; key?: never; session?: never }

export type SluiceOptions = SluiceSignIn & {
  /** The address of the gateway, like `https://api.example.com`. */
  url: string
  /** Dedicated tier: the database of the collections, apps, users and permissions. */
  database?: string | undefined
  fetch?: typeof fetch | undefined
  /** A whole call may take this many milliseconds, 30,000 by default; `Infinity` is no limit. */
  timeoutMs?: number | undefined
  /** The most repetitions of a call that can be repeated safely; 2 by default, 0 is none. */
  retries?: number | undefined
  /** `wire`: dates of documents are `{$date}`, as they are sent. `Date`: they are dates of JavaScript, both ways. */
  dates?: 'wire' | 'Date' | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Called after each attempt. What it throws is left aside: the call goes on. */
  onRequest?: ((report: CallAttemptReport) => void) | undefined
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** @throws SluiceUsageError: its message has none of the values */
export function readOptions(options: SluiceOptions): TransportOptions {
  const url = readUrl(options.url)
  const isCookie = options.session === 'cookie'
  return {
    url,
    headers: readHeaders(
      { 'sluice-client': isCookie ? 'console' : `sdk/${VERSION}` },
      options.headers,
      authorizationOf(options),
    ),
    credentials: isCookie ? 'same-origin' : 'omit',
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    ...readLimits(options),
    onRequest: options.onRequest,
  }
}

function readLimits({ timeoutMs = TIMEOUT_MS, retries = RETRIES }: SluiceOptions) {
  if (!(timeoutMs > 0)) throw new SluiceUsageError('timeoutMs has to be a number above 0.')
  if (!Number.isInteger(retries) || retries < 0) throw new SluiceUsageError('retries has to be a whole number from 0.')
  return { timeoutMs, retries }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new SluiceUsageError('url has to begin with http:// or https://.')
  if (url.username !== '' || url.password !== '') {
    throw new SluiceUsageError('url must have no user and password: give them apart.')
  }
  if (url.search !== '' || url.hash !== '') throw new SluiceUsageError('url must have no query and no fragment.')
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function authorizationOf({ key, session, user, password }: SluiceOptions): { authorization?: string } {
  const ways = [key, session, user ?? password].filter(way => way !== undefined)
  if (ways.length > 1) throw new SluiceUsageError('Sign in by one: key, session, or user and password.')
  if (key !== undefined) return { authorization: `Bearer ${token(key, 'key')}` }
  if (session !== undefined) return session === 'cookie' ? {} : { authorization: `Bearer ${token(session, 'session')}` }
  return user === undefined && password === undefined ? {} : { authorization: basic(user, password) }
}

function basic(user: string | undefined, password: string | undefined): string {
  if (user === undefined || password === undefined) throw new SluiceUsageError('user and password go together.')
  if (user.includes(':')) throw new SluiceUsageError('user must have no colon: the password begins behind it.')
  return `Basic ${base64(`${user}:${password}`)}`
}

/** A token that is cut off or has a line break is told by its name: fetch would quote it in its error. */
function token(text: string, name: string): string {
  if (!/^[!-~]+$/.test(text)) throw new SluiceUsageError(`${name} has to be visible ASCII characters without spaces.`)
  return text
}

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), byte => String.fromCharCode(byte)).join(''))

/** Merges headers: a later one replaces an earlier one of its name, in whatever case. */
function readHeaders(...all: readonly (Readonly<Record<string, string | undefined>> | undefined)[]) {
  const headers = new Headers()
  for (const [name, value] of all.flatMap(one => Object.entries(one ?? {}))) {
    try {
      if (value !== undefined) headers.set(name, value)
    } catch {
      const told = /^[\w-]+$/.test(name)
        ? `The header ${name}`
        : 'A header whose name has other characters than a-z, 0-9 and -'
      throw new SluiceUsageError(`${told} can't be sent.`)
    }
  }
  return Object.fromEntries(headers)
}
