import { Webhook } from 'standardwebhooks'
import { readBytes } from '../http/read-bytes.ts'
import type { WebhookPayload } from './payload.ts'

/** Why a request is no delivery of the webhook. */
export type VerificationFailure = 'missing-header' | 'stale' | 'bad-signature' | 'no-json'

const EXPLANATIONS: Readonly<Record<VerificationFailure, string>> = {
  'missing-header':
    'A delivery has the headers webhook-id, webhook-timestamp and webhook-signature, or those of the prefix of its webhook.',
  stale: 'The delivery was signed more than five minutes ago, or the clocks differ.',
  'bad-signature': 'None of the secrets has made the signature of these bytes.',
  'no-json': 'The signature is right, and the body is no JSON.',
}

/** The request is no delivery of the webhook. Nothing of it stands in the message. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: VerificationFailure

  constructor(reason: VerificationFailure) {
    super(EXPLANATIONS[reason])
    this.reason = reason
  }
}

/** The receiver was made, or called, with something that can't be verified. */
class ReceiverUsageError extends TypeError {
  override readonly name = 'ReceiverUsageError'
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** A web request, or headers with the body as it came: its bytes or its text, never the parsed object. */
export type DeliveryInput = Request | { headers: HeaderValues; body: string | Uint8Array | ArrayBuffer }

export type VerifiedDelivery<Payload> = {
  /** The same for every attempt: what was handled under it before is skipped. */
  id: string
  /** The time at which this attempt was sent. */
  attemptedAt: Date
  payload: Payload
  /** The body as it came, digit by digit: in `payload` a whole number beyond 2^53 is rounded. */
  text: string
}

const TOLERANCE_SECONDS = 300
const NO_BYTES =
  'The body has to be the bytes or the text as they came: one that was parsed and printed again has other bytes, so that its signature can not be told. Read it before anything parses it.'

export type ReceiverOptions = {
  /** What the three headers of the signature begin with, where the webhook names it: its `signature.prefix`. */
  prefix?: string
}

/**
 * @param secrets of the webhook, `whsec_…`: the one of now, and while it is rotated the one before; undefined ones are
 *   left out
 * @returns verifies a delivery and reads it. It throws WebhookVerificationError for what is none
 */
export function createReceiver<Payload = WebhookPayload>(
  secrets: string | readonly (string | undefined)[],
  { prefix = 'webhook' }: ReceiverOptions = {},
) {
  const webhooks = readSecrets(typeof secrets === 'string' ? [secrets] : secrets)
  const namesSent = new Map(NAMES.map(name => [name, name.replace('webhook', prefix.toLowerCase())]))

  return async (input: DeliveryInput): Promise<VerifiedDelivery<Payload>> => {
    const headers = readHeaders(input.headers, namesSent)
    if (NAMES.some(name => !headers[name])) throw new WebhookVerificationError('missing-header')
    // Whoever knows no secret is told so before anything of a body is kept.
    if (isStale(headers)) throw new WebhookVerificationError('stale')
    const text = await readText(input)
    verify(webhooks, headers, text)
    return {
      id: headers['webhook-id'] ?? '',
      attemptedAt: new Date(Number.parseInt(headers['webhook-timestamp'] ?? '', 10) * 1000),
      payload: readPayload(text),
      text,
    }
  }
}

/** @throws ReceiverUsageError: it has nothing of the secrets */
function readSecrets(secrets: readonly (string | undefined)[]): Webhook[] {
  const given = secrets.filter(secret => secret !== undefined).filter(secret => secret !== '')
  if (given.length === 0) throw new ReceiverUsageError('A receiver needs a secret of the webhook: whsec_…')
  return given.map(secret => {
    try {
      return new Webhook(secret)
    } catch {
      throw new ReceiverUsageError('A secret of a webhook is whsec_ and base64.')
    }
  })
}

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
type SignatureHeaders = Partial<Record<(typeof NAMES)[number], string>>

type SignatureNames = ReadonlyMap<(typeof NAMES)[number], string>

/** Reads the headers of the signature under the names of Standard Webhooks. @param namesSent what each is called in the request */
function readHeaders(headers: HeaderValues, namesSent: SignatureNames): SignatureHeaders {
  const found = headers instanceof Headers ? headers : new Headers(pairsOf(headers, namesSent))
  return Object.fromEntries([...namesSent].map(([name, sent]) => [name, found.get(sent) ?? undefined]))
}

/** Headers that are no signature's may hold what a web header can't. */
const pairsOf = (headers: Exclude<HeaderValues, Headers>, namesSent: SignatureNames): [string, string][] => {
  const known = new Set(namesSent.values())
  return Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && known.has(name.toLowerCase()) ? [[name, String(value)]] : [],
  )
}

/** A delivery of Sluice stays below a quarter of it: what is longer was not signed. */
const MOST_BYTES = 2 ** 22

/** @returns undefined for bytes that are no text, or too many: nothing was signed over them. @throws ReceiverUsageError */
async function readText(input: DeliveryInput): Promise<string | undefined> {
  if (input instanceof Request) {
    if (input.bodyUsed) throw new ReceiverUsageError(NO_BYTES)
    const whole = input.body ? await readBytes(input.body, MOST_BYTES) : input
    return whole && decode(await whole.arrayBuffer())
  }
  const { body } = input
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return decode(body)
  throw new ReceiverUsageError(NO_BYTES)
}

function decode(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** @throws WebhookVerificationError */
function verify(
  webhooks: readonly Webhook[],
  headers: SignatureHeaders,
  text: string | undefined,
): asserts text is string {
  const isRight = text !== undefined && webhooks.some(webhook => isSignedBy(webhook, headers, text))
  if (!isRight) throw new WebhookVerificationError('bad-signature')
}

function isSignedBy(webhook: Webhook, headers: SignatureHeaders, text: string): boolean {
  try {
    webhook.verify(text, { ...headers }, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

function isStale({ 'webhook-timestamp': timestamp = '' }: SignatureHeaders): boolean {
  const seconds = Number.parseInt(timestamp, 10)
  return Math.abs(Math.floor(Date.now() / 1000) - seconds) > TOLERANCE_SECONDS
}

/** @throws WebhookVerificationError */
function readPayload<Payload>(text: string): Payload {
  try {
    return JSON.parse(text)
  } catch {
    throw new WebhookVerificationError('no-json')
  }
}
