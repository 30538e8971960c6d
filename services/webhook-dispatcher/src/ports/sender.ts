import type { PlannedRequest } from '../domain/request/plan-delivery.ts'

export type SendOutcome =
  | {
      kind: 'answered'
      statusCode: number
      headers: [string, string][]
      body: Uint8Array
      isCut: boolean
      durationMs: number
    }
  | { kind: 'broken'; stage: string; code: string; message: string; durationMs: number }

/** Nothing was tried, because too many names are looked up here: it is to be done later. */
export type LookupsFull = { kind: 'full' }

/** What a send comes to. `held-up`: nothing was sent, because this process itself stood still until the deadline was over; it is to be done again. */
export type Sent = SendOutcome | LookupsFull | { kind: 'held-up' }

/** Sends one request: no redirects, no proxies, to public or opened addresses only, within its deadline. */
export type Sender = {
  send(request: PlannedRequest): Promise<Sent>
  close(): Promise<void>
}
