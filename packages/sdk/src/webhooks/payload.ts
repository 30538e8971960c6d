/** Why the body of an exchange is null in a payload, although there was one. */
type OmissionReason = 'truncated' | 'withheld' | 'unreadable' | 'binary'

/** One side of the exchange. `body` is JSON as it came, a text, or null. */
export type WebhookBody = {
  headers: Record<string, string>
  body: unknown
  bodyOmitted?: OmissionReason
}

/** The body that a webhook without a template sends. */
export type WebhookPayload = {
  /** The id of the event, which is that of the request. */
  id: string
  service: { id: string }
  /** The time at which the request came, ISO 8601. */
  timestamp: string
  webhook: { id: string; name: string }
  request: WebhookBody & { method: string; path: string; query: string }
  /** Null where the gateway died before the answer. */
  response: (WebhookBody & { statusCode: number }) | null
  /** `id` is null where the caller was anonymous. */
  principal: { id: string | null; roles: string[]; via: 'none' | 'password' | 'key' | 'session' }
  /** The number of sign-ins that were turned away, on an event that stands for many. */
  turnedAway?: number
}
