import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { SIGNING_SECRET_PREFIX as PREFIX } from '@sluice/contracts'

const SECRET_BYTES = 32
/** To make a key of a secret takes six times as long as to sign with it. */
const MAX_KEYS = 1000
const keys = new Map<string, KeyObject>()

/** A new signing secret as Standard Webhooks writes it: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The last four characters, enough to tell two secrets apart. */
export const secretHint = (secret: string): string => secret.slice(-4)

/**
 * The Standard Webhooks headers of one attempt.
 * @param id the delivery id; the same for every attempt
 * @param at when it is sent; seconds count
 * @param secrets each signs: two while one replaces the other
 */
export function signDelivery(message: {
  id: string
  at: Date
  body: string
  secrets: readonly string[]
}): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000))
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = message.secrets.map(secret => `v1,${hmac(secret, signed)}`)
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const hmac = (secret: string, text: string): string => createHmac('sha256', keyOf(secret)).update(text).digest('base64')

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const made = createSecretKey(secret.slice(PREFIX.length), 'base64')
  const [oldest] = keys.keys()
  if (keys.size >= MAX_KEYS && oldest !== undefined) keys.delete(oldest)
  keys.set(secret, made)
  return made
}
