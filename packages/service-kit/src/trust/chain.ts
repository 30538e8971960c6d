import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Secret } from '../settings/secret.ts'

/** Carries the ids of the webhooks that led to a request (docs/reference/webhooks.md#loops). */
export const CHAIN_HEADER = 'sluice-chain'
const CHAIN_LIFETIME_MS = 5 * 60_000
const MAX_WEBHOOKS = 20
const MAX_HEADER_CHARACTERS = 8 * 1024

const signed = z.object({
  webhooks: z.array(z.string().min(1).max(200)).min(1).max(MAX_WEBHOOKS),
  deliveryId: z.string().min(1).max(200),
  at: z.number(),
})

/**
 * What a delivery is signed for. `path` is percent-encoded, without the query and without the path of PUBLIC_URL itself;
 * `at` is the store's time in epoch ms.
 */
export type ChainedDelivery = {
  /** From the first webhook of the chain to the one that delivers now; of more than 20 the last 20 count. */
  webhooks: readonly string[]
  deliveryId: string
  method: string
  path: string
  at: number
}

/** The request that a header came with; `path` is percent-encoded. `now` is the store's time in epoch ms. */
export type ChainedRequest = { method: string; path: string; now: number }

/** Keys for the chain alone, from the internal secrets. First signs, all verify. */
export function chainKeys(secrets: readonly Secret[]): KeyObject[] {
  return secrets.map(item => {
    const derived = hkdfSync('sha256', item.reveal(), 'sluice-chain', 'webhook-chain', 32)
    return createSecretKey(new Uint8Array(derived))
  })
}

/** @returns the value of the header `sluice-chain` for one delivery */
export function signChain({ webhooks, deliveryId, method, path, at }: ChainedDelivery, key: KeyObject): string {
  const content = JSON.stringify({ webhooks: webhooks.slice(-MAX_WEBHOOKS), deliveryId, at })
  const payload = Buffer.from(content).toString('base64url')
  return `${payload}.${sign(key, { payload, method, path })}`
}

/** @returns the ids of the webhooks; none for a header that is missing, forged, older than 5 minutes or of another request */
export function verifyChain(
  header: string | undefined,
  { method, path, now }: ChainedRequest,
  keys: readonly KeyObject[],
): string[] {
  if (header === undefined || header.length > MAX_HEADER_CHARACTERS) return []
  const [payload, mac, ...rest] = header.split('.')
  if (!payload || !mac || rest.length > 0) return []
  if (!keys.some(key => isEqual(sign(key, { payload, method, path }), mac))) return []
  // Only what was signed is parsed.
  const content = signed.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (!content.success || Math.abs(now - content.data.at) > CHAIN_LIFETIME_MS) return []
  return content.data.webhooks
}

type SignedClaims = { payload: string; method: string; path: string }

function sign(key: KeyObject, { payload, method, path }: SignedClaims): string {
  const request = JSON.stringify([payload, method, comparablePath(path)])
  return createHmac('sha256', key).update(request).digest('base64url')
}

/** One form for both ends, since a proxy in between may decode a path, encode it anew or collapse slashes. */
function comparablePath(path: string): string {
  const segments: string[] = []
  for (const segment of decode(path).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

// Compared as text: one code has many base64url spellings, since decoders skip what they do not know.
function isEqual(wanted: string, given: string): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === wanted.length && timingSafeEqual(Buffer.from(wanted), bytes)
}
