import {
  checkKeySecret,
  checkSessionToken,
  KEY_SECRET_PREFIX,
  type Pass,
  SESSION_TOKEN_PREFIX,
} from '@sluice/contracts'

type PassedCaller = Pick<Pass, 'user' | 'credential'>

/** What a request brings to say who it is. `pass`: it is made for one who has signed in with another request. `malformed` and `unknown-token` can never sign in. */
export type Credentials =
  | { kind: 'none' }
  | { kind: 'basic'; encoded: string; user: string; password: string }
  | { kind: 'key'; secret: string }
  | { kind: 'malformed-key' }
  | { kind: 'session'; token: string }
  | { kind: 'malformed-session' }
  | { kind: 'malformed-basic' }
  | { kind: 'pass'; pass: PassedCaller }
  | { kind: 'unknown-token' }
  | { kind: 'unknown-scheme' }

const MAX_BASIC = 4096
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads an `Authorization` header. Keys and sessions are told by prefix, length and check digits, with no look-up. */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) return { kind: 'none' }
  const { scheme, text } = splitOnce(header.trim())
  if (text.includes(' ')) return { kind: 'unknown-scheme' }
  switch (scheme.toLowerCase()) {
    case 'basic':
      return readBasic(text)
    case 'bearer':
      return readBearer(text)
    default:
      return { kind: 'unknown-scheme' }
  }
}

/** Cuts a text in two at its first spaces. */
function splitOnce(header: string): { scheme: string; text: string } {
  const spaceAt = header.indexOf(' ')
  if (spaceAt === -1) return { scheme: header, text: '' }
  let textAt = spaceAt + 1
  while (header[textAt] === ' ') textAt += 1
  return { scheme: header.slice(0, spaceAt), text: header.slice(textAt) }
}

function readBearer(text: string): Credentials {
  if (text.startsWith(SESSION_TOKEN_PREFIX)) {
    return checkSessionToken(text) ? { kind: 'session', token: text } : { kind: 'malformed-session' }
  }
  if (!text.startsWith(KEY_SECRET_PREFIX)) return { kind: 'unknown-token' }
  return checkKeySecret(text) ? { kind: 'key', secret: text } : { kind: 'malformed-key' }
}

function readBasic(encoded: string): Credentials {
  if (encoded.length > MAX_BASIC || !/^[\w+/-]+={0,2}$/.test(encoded)) return { kind: 'malformed-basic' }
  const text = decode(encoded)
  const colonAt = text?.indexOf(':') ?? -1
  if (text === undefined || colonAt < 1) return { kind: 'malformed-basic' }
  return { kind: 'basic', encoded, user: text.slice(0, colonAt), password: text.slice(colonAt + 1) }
}

function decode(encoded: string): string | undefined {
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}
