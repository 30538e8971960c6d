import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { DEFAULT_SIGNATURE_PREFIX, SIGNING_SECRET_PREFIX as PREFIX, type SecondSignature } from '@sluice/contracts'
import type { SigningHeaders } from './delivery-headers.ts'

const SECRET_BYTES = 32
/** To make a key of a secret takes six times as long as to sign with it. */
const MAX_KEYS = 1000
const keys = new Map<string, KeyObject>()

/** A new signing secret as Standard Webhooks writes it: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** The last four characters, enough to tell two secrets apart. */
export const secretHint = (secret: string): string => secret.slice(-4)

/** The message that one attempt carries. */
type SignedMessage = {
  /** The delivery id; the same for every attempt. */
  id: string
  /** When it is sent; seconds count. */
  at: Date
  body: string
}

/** What signs a message. */
export type DeliverySigning = {
  /** Each signs: two while one replaces the other. */
  secrets: readonly string[]
  /** What the three headers of Standard Webhooks begin with; `webhook` where nothing else is said. */
  prefix?: string | undefined
  second?: SecondSignature | undefined
}

/** The names of the three headers of Standard Webhooks, in lower case. */
export const signatureNames = (prefix = DEFAULT_SIGNATURE_PREFIX) =>
  ({ id: `${prefix}-id`, timestamp: `${prefix}-timestamp`, signature: `${prefix}-signature` }) as const

/** Shown is by what a receiver that refuses a delivery is understood. A signature that holds for ever is no such thing. */
export function signatureHeaders({ prefix, second }: DeliverySigning): SigningHeaders {
  const { timestamp, signature } = signatureNames(prefix)
  const shown = new Set<string>([timestamp, signature])
  if (!second) return { shown }
  const name = second.header.toLowerCase()
  if (second.scheme === 'hmac-sha256') return { shown, secret: { name, label: second.label } }
  return { shown: shown.add(name) }
}

/** The headers that sign one attempt: those of Standard Webhooks, and that of the second scheme where there is one. */
export function signDelivery({
  id,
  at,
  body,
  secrets,
  prefix,
  second,
}: SignedMessage & DeliverySigning): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(secret => `v1,${hmac(standardKey(secret), signed).toString('base64')}`)
  const names = signatureNames(prefix)
  return {
    ...(second ? { [second.header.toLowerCase()]: secondValue(second, timestamp, body) } : {}),
    [names.id]: id,
    [names.timestamp]: timestamp,
    [names.signature]: signatures.join(' '),
  }
}

function secondValue(second: SecondSignature, timestamp: string, body: string): string {
  const key = textKey(second.secret)
  switch (second.scheme) {
    case 'hmac-sha256':
      return second.label + hmac(key, body).toString(second.encoding)
    case 'timed-hmac-sha256':
      return `t=${timestamp},v1=${hmac(key, `${timestamp}.${body}`).toString('hex')}`
  }
}

const hmac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const standardKey = (secret: string): KeyObject =>
  keyOf(`base64 ${secret}`, () => createSecretKey(secret.slice(PREFIX.length), 'base64'))

const textKey = (secret: string): KeyObject => keyOf(`text ${secret}`, () => createSecretKey(secret, 'utf8'))

/** Whether a secret of Standard Webhooks and a second one come to the same key. */
export const isSameKey = (secret: string, second: string): boolean => standardKey(secret).equals(textKey(second))

function keyOf(name: string, make: () => KeyObject): KeyObject {
  const known = keys.get(name)
  if (known) return known
  const made = make()
  const [oldest] = keys.keys()
  if (keys.size >= MAX_KEYS && oldest !== undefined) keys.delete(oldest)
  keys.set(name, made)
  return made
}
