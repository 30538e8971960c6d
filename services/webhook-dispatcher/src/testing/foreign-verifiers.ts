import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ReceivedMessage } from './verify-examples.ts'

/** How a receiver of some other service checks what it gets, as that service's documentation says. */
export type ForeignVerifier = (secret: string, message: ReceivedMessage) => boolean

const TOLERANCE_SECONDS = 300

const hmacOf = (secret: string, text: string) => createHmac('sha256', secret).update(text, 'utf8')

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const headerOf = ({ headers }: ReceivedMessage, name: string): string => String(headers[name] ?? '')

/** `X-Hub-Signature-256`: `sha256=` and the hex HMAC-SHA256 of the payload, by the secret as text. */
export const verifyAsGitHub: ForeignVerifier = (secret, message) =>
  isEqual(headerOf(message, 'x-hub-signature-256'), `sha256=${hmacOf(secret, message.body).digest('hex')}`)

/** `X-Shopify-Hmac-SHA256`: the base64 HMAC-SHA256 of the body, by the secret of the app as text. */
export const verifyAsShopify: ForeignVerifier = (secret, message) =>
  isEqual(headerOf(message, 'x-shopify-hmac-sha256'), hmacOf(secret, message.body).digest('base64'))

/** `Stripe-Signature`: `t=<seconds>,v1=<hex>` of `<seconds>.<body>`, by the whole secret as text, and not old. */
export const verifyAsStripe: ForeignVerifier = (secret, message) => {
  const parts = headerOf(message, 'stripe-signature')
    .split(',')
    .map(part => part.split('=', 2))
  const [, time = ''] = parts.find(([name]) => name === 't') ?? []
  const expected = hmacOf(secret, `${time}.${message.body}`).digest('hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS
  return isFresh && parts.some(([name, value = '']) => name === 'v1' && isEqual(value, expected))
}
