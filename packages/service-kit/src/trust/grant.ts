import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Grant, type GrantedRequest, type UpstreamName, wholeGrant } from '@sluice/contracts'
import type { Secret } from '../settings/secret.ts'
import { type CallerText, createKnownCallers, type KnownCallers } from './granted-caller.ts'
import { formatGrantedRequest, readGrantedRequest } from './granted-request.ts'
import { formatHeaderJson, readHeaderJson } from './header-json.ts'

/** Carries who makes a request, and what the caller may do: one text for many requests. */
export const CALLER_HEADER = 'x-sluice-caller'
/** Carries what a grant says of its one request, and the signature over both. */
export const REQUEST_HEADER = 'x-sluice-request'
/** Carried both, in version 1. */
export const WHOLE_GRANT_HEADER = 'x-sluice-grant'
export const POSITIONS_HEADER = 'x-sluice-positions'
/** A service refuses an older grant. In ms by the store's clock. */
const GRANT_LIFETIME_MS = 30_000
const MAX_GRANT_BYTES = 48 * 1024

/** The newest form of a grant, in two parts. */
export const GRANT_VERSION = 2

/** The headers of a grant. */
export type SignedGrant = { [CALLER_HEADER]: string; [REQUEST_HEADER]: string }
/** The header of a grant in version 1. */
export type SignedWholeGrant = { [WHOLE_GRANT_HEADER]: string }

/**
 * Keys for one upstream, from the internal secrets (HKDF with its name): a grant for one service is worth nothing at
 * another. It is no wall between the services themselves, which all hold the secrets. First signs, all verify.
 */
export function grantKeys(secrets: readonly Secret[], upstream: UpstreamName): KeyObject[] {
  return secrets.map(item => {
    const derived = hkdfSync('sha256', item.reveal(), 'sluice-grant', upstream, 32)
    return createSecretKey(new Uint8Array(derived))
  })
}

/**
 * Signs a grant in two parts.
 * @returns undefined when it would be too large for the services' header limit (48 KB)
 */
export function signGrant(caller: CallerText, request: GrantedRequest, key: KeyObject): SignedGrant | undefined {
  const line = formatGrantedRequest(request)
  if (caller.text.length + line.length > MAX_GRANT_BYTES) return undefined
  const mac = sign(key, textToSign(caller.digest, line))
  return { [CALLER_HEADER]: caller.text, [REQUEST_HEADER]: `${line} ${mac}` }
}

/**
 * Signs a grant in version 1, for a service of the version before.
 * @returns undefined when it would be too large for the services' header limit (48 KB)
 */
export function signWholeGrant(content: Grant, key: KeyObject): SignedWholeGrant | undefined {
  const payload = formatHeaderJson({ version: 1, ...content })
  if (payload.length > MAX_GRANT_BYTES) return undefined
  return { [WHOLE_GRANT_HEADER]: `${payload}.${sign(key, payload)}` }
}

export type GrantCheck = { kind: 'valid'; grant: Grant } | { kind: 'invalid'; reason: string }

/** What a grant must be about: the service it reached, and the request it came with. `now` is the store's time in epoch ms. */
export type ExpectedGrant = { upstream: UpstreamName; method: string; target: string; now: number }

type HeaderValue = string | string[] | undefined
type GrantHeaders = Readonly<Record<string, HeaderValue>>
type CheckGrant = (headers: GrantHeaders, keys: readonly KeyObject[], expected: ExpectedGrant) => GrantCheck

/** The headers of a request that a grant may stand in. */
export const grantHeaders = (request: { header(name: string): string | undefined }): GrantHeaders => ({
  [CALLER_HEADER]: request.header(CALLER_HEADER),
  [REQUEST_HEADER]: request.header(REQUEST_HEADER),
  [WHOLE_GRANT_HEADER]: request.header(WHOLE_GRANT_HEADER),
})

/** Whether a request comes with a grant, be it valid or not. */
export const hasGrant = (headers: GrantHeaders): boolean =>
  headers[REQUEST_HEADER] !== undefined ||
  headers[CALLER_HEADER] !== undefined ||
  headers[WHOLE_GRANT_HEADER] !== undefined

/**
 * Checks signature, service, request and age. Neither the body nor the use is bound: whoever reads the network between
 * services can send a request again within the lifetime, with another body. It has to be private, or encrypted.
 */
export function createGrantCheck(callers: KnownCallers = createKnownCallers()): CheckGrant {
  return (headers, keys, expected) => {
    const { [CALLER_HEADER]: caller, [REQUEST_HEADER]: request, [WHOLE_GRANT_HEADER]: whole } = headers
    if (whole === undefined) return checkParts({ caller, request, callers }, keys, expected)
    if (caller !== undefined || request !== undefined) return invalid('ambiguous')
    return checkWhole(whole, keys, expected)
  }
}

type GrantParts = { caller: HeaderValue; request: HeaderValue; callers: KnownCallers }

function checkParts(
  { caller: text, request, callers }: GrantParts,
  keys: readonly KeyObject[],
  expected: ExpectedGrant,
): GrantCheck {
  if (typeof text !== 'string' || typeof request !== 'string') return invalid('missing')
  const end = request.lastIndexOf(' ')
  if (end === -1) return invalid('missing')
  const line = request.slice(0, end)
  if (!isSigned(keys, textToSign(callers.digestOf(text), line), request.slice(end + 1))) return invalid('signature')
  // Only what a gateway has signed is parsed, and kept.
  const about = readGrantedRequest(line)
  const caller = callers.read(text)
  if (!about || !caller) return invalid('content')
  const { principal, isRoot, permission, positions } = caller
  return checkContent({ ...about, principal, isRoot, permission, positions }, expected)
}

/** Version 1. Its payload has no space, the text that version 2 signs has some: neither can stand for the other. */
function checkWhole(header: HeaderValue, keys: readonly KeyObject[], expected: ExpectedGrant): GrantCheck {
  const [payload, mac, ...rest] = typeof header === 'string' ? header.split('.') : []
  if (!payload || !mac || rest.length > 0 || !/^[\w-]+$/.test(payload)) return invalid('missing')
  if (!isSigned(keys, payload, mac)) return invalid('signature')
  const parsed = wholeGrant.safeParse(readHeaderJson(payload))
  if (!parsed.success) return invalid('content')
  const { version: _, ...content } = parsed.data
  return checkContent(content, expected)
}

function checkContent(content: Grant, { upstream, method, target, now }: ExpectedGrant): GrantCheck {
  if (content.upstream !== upstream) return invalid('upstream')
  if (content.method !== method || content.target !== target) return invalid('request')
  if (Math.abs(now - content.issuedAt) > GRANT_LIFETIME_MS) return invalid('age')
  return { kind: 'valid', grant: content }
}

const textToSign = (callerDigest: string, line: string) => `${callerDigest} ${line}`

const sign = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url')

// Compared as text: one code has many base64url spellings, since decoders skip what they do not know.
function isSigned(keys: readonly KeyObject[], text: string, mac: string): boolean {
  const given = Buffer.from(mac)
  return keys.some(key => {
    const wanted = Buffer.from(sign(key, text))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

const invalid = (reason: string): GrantCheck => ({ kind: 'invalid', reason })
