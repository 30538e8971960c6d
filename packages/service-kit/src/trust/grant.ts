import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Grant, grant as grantSchema, type UpstreamName } from '@sluice/contracts'
import type { Secret } from '../settings/secret.ts'

export const GRANT_HEADER = 'x-sluice-grant'
export const POSITIONS_HEADER = 'x-sluice-positions'
/** A service refuses an older grant. In ms by the store's clock. */
const GRANT_LIFETIME_MS = 30_000
const MAX_GRANT_BYTES = 48 * 1024

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

/** @returns the header value, or undefined when it would be too large for the services' header limit (48 KB) */
export function signGrant(content: Grant, key: KeyObject): string | undefined {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  if (payload.length > MAX_GRANT_BYTES) return undefined
  return `${payload}.${sign(key, payload)}`
}

export type GrantCheck = { kind: 'valid'; grant: Grant } | { kind: 'invalid'; reason: string }

/** What a grant must be about: the service it reached, and the request it came with. `now` is the store's time in epoch ms. */
export type ExpectedGrant = { upstream: UpstreamName; method: string; target: string; now: number }

/**
 * Checks signature, service, request and age. Neither the body nor the use is bound: whoever reads the network between
 * services can send a request again within the lifetime, with another body. It has to be private, or encrypted.
 */
export function verifyGrant(
  header: string | undefined,
  keys: readonly KeyObject[],
  expected: ExpectedGrant,
): GrantCheck {
  const [payload, mac, ...rest] = header?.split('.') ?? []
  if (!payload || !mac || rest.length > 0) return invalid('missing')
  if (!keys.some(key => isSignedBy(key, payload, mac))) return invalid('signature')
  // Only what a gateway has signed is parsed.
  const parsed = grantSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return parsed.success ? checkContent(parsed.data, expected) : invalid('content')
}

function checkContent(content: Grant, { upstream, method, target, now }: ExpectedGrant): GrantCheck {
  if (content.upstream !== upstream) return invalid('upstream')
  if (content.method !== method || content.target !== target) return invalid('request')
  if (Math.abs(now - content.issuedAt) > GRANT_LIFETIME_MS) return invalid('age')
  return { kind: 'valid', grant: content }
}

// Compared as text: one code has many base64url spellings, since decoders skip what they do not know.
function isSignedBy(key: KeyObject, payload: string, mac: string): boolean {
  const wanted = Buffer.from(sign(key, payload))
  const given = Buffer.from(mac)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const sign = (key: KeyObject, payload: string) => createHmac('sha256', key).update(payload).digest('base64url')

const invalid = (reason: string): GrantCheck => ({ kind: 'invalid', reason })
