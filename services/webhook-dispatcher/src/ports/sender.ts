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

/** Sends one request: no redirects, no proxies, to public or opened addresses only, within its deadline. */
export type Sender = {
  send(request: PlannedRequest): Promise<SendOutcome>
  close(): Promise<void>
}
