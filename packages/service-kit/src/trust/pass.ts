import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { type Pass, pass as passSchema } from '@sluice/contracts'
import type { Secret } from '../settings/secret.ts'

/** Carries the pass of a request to `/mcp`, and comes back with each request that one of its tools makes. */
export const PASS_HEADER = 'x-sluice-pass'
/** Carries the name of the tool that makes a request, beside the pass. */
export const TOOL_HEADER = 'x-sluice-tool'
/** The gateway refuses an older pass. In ms by the store's clock. */
const PASS_LIFETIME_MS = 60_000
/** Head and request line may have 16 KiB together at a gateway. */
const MAX_PASS_CHARACTERS = 12 * 1024

/** Keys for passes alone, from the internal secrets. First signs, all verify. */
export function passKeys(secrets: readonly Secret[]): KeyObject[] {
  return secrets.map(item => {
    const derived = hkdfSync('sha256', item.reveal(), 'sluice-pass', 'gateway', 32)
    return createSecretKey(new Uint8Array(derived))
  })
}

/** @returns the header value, or undefined when it would be too large for the gateway's header limit */
export function signPass(content: Pass, key: KeyObject): string | undefined {
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  if (payload.length > MAX_PASS_CHARACTERS) return undefined
  return `${payload}.${sign(key, payload)}`
}

/**
 * Checks signature and age. @param now the store's time in epoch ms
 * @returns undefined for a pass that is forged, malformed, or older than 60 s
 */
export function verifyPass(header: string, keys: readonly KeyObject[], now: number): Pass | undefined {
  const [payload, mac, ...rest] = header.split('.')
  if (!payload || !mac || rest.length > 0 || header.length > 2 * MAX_PASS_CHARACTERS) return undefined
  if (!keys.some(key => isEqual(sign(key, payload), mac))) return undefined
  // Only what a gateway has signed is parsed.
  const parsed = passSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  const isFresh = parsed.success && Math.abs(now - parsed.data.issuedAt) <= PASS_LIFETIME_MS
  return isFresh ? parsed.data : undefined
}

const sign = (key: KeyObject, payload: string) => createHmac('sha256', key).update(payload).digest('base64url')

// Compared as text: one code has many base64url spellings, since decoders skip what they do not know.
function isEqual(wanted: string, given: string): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === wanted.length && timingSafeEqual(Buffer.from(wanted), bytes)
}
