import type { ListenerDelivery, SluiceClient, WebhookLogEntry } from '@sluice/sdk'
import { Webhook } from 'standardwebhooks'

type LogDetail = Awaited<ReturnType<SluiceClient['webhooks']['log']>>

/** A request as a receiver on this machine gets it; with a `fault` in the place of the request where there is none. */
export type LocalDelivery = {
  id: string
  eventId: string
  at: unknown
  summary: string
  headers: Readonly<Record<string, string>>
  body: string
  fault?: string
}

/** Stands in a log for a header value that nobody is shown. */
const MASK = '[masked]'

/** A delivery that a saved webhook has made, as it is sent again: what its log has masked is left out. */
export function copyOfLogged({
  _id,
  eventId,
  timestamp,
  redeliveryOf,
  outgoingRequest,
  ...entry
}: LogDetail): LocalDelivery {
  const { incomingRequest, incomingResponse } = entry
  const code = incomingResponse?.statusCode ?? '-'
  const summary = `${incomingRequest.method} ${incomingRequest.path} ${code}`
  const about = { id: redeliveryOf ?? _id, eventId, at: timestamp, summary, headers: {}, body: '' }
  if (outgoingRequest === null) return { ...about, fault: 'nothing was sent, so there is no request to copy' }
  if (outgoingRequest.type === 'email') return { ...about, fault: 'this webhook sends mails, which are not forwarded' }
  const { headers, body } = outgoingRequest
  if (body.truncated) return { ...about, fault: 'the log has cut the body, so the copy is not sent' }
  if (body.state === 'dropped') return { ...about, fault: 'the log does not keep the body any more' }
  const shown = Object.entries(headers).filter(([, value]) => value !== MASK)
  return { ...about, headers: Object.fromEntries(shown), body: body.text ?? '' }
}

/** What is known of a delivery whose entry has gone from the log. */
export const withoutCopy = ({ _id, eventId, timestamp }: WebhookLogEntry): LocalDelivery => ({
  id: _id,
  eventId,
  at: timestamp,
  summary: 'a delivery',
  headers: {},
  body: '',
  fault: 'the log has its entry no more, so there is no copy of it',
})

export const ofListening = ({ headers = {}, body = '', error, ...about }: ListenerDelivery): LocalDelivery => ({
  ...about,
  headers,
  body,
  ...(error !== undefined && { fault: error }),
})

const STALE_MS = 300_000

/** What the headers of its signature begin with: the webhook may name another beginning than the usual one. */
function signaturePrefix(headers: LocalDelivery['headers']): string {
  const [name] = Object.entries(headers).find(([name, value]) => /.-signature$/.test(name) && /^v\d,/.test(value)) ?? []
  return name?.replace(/-signature$/, '') ?? 'webhook'
}

/** Whether a receiver would refuse the signature by its age. */
export function isStale({ headers }: LocalDelivery, now: number): boolean {
  const seconds = Number(headers[`${signaturePrefix(headers)}-timestamp`])
  return Number.isFinite(seconds) && now - seconds * 1_000 > STALE_MS
}

/** The same delivery, signed as of now. @param secret `whsec_` and base64 */
export function signAgain(delivery: LocalDelivery, secret: string, now: number): LocalDelivery {
  const signature = new Webhook(secret).sign(delivery.id, new Date(now), delivery.body)
  const prefix = signaturePrefix(delivery.headers)
  const signed = { [`${prefix}-timestamp`]: String(Math.floor(now / 1_000)), [`${prefix}-signature`]: signature }
  return { ...delivery, headers: { ...delivery.headers, ...signed } }
}
