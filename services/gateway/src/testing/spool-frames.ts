import { type ExchangeEvent, encodeExchange, exchangeEvent } from '@sluice/contracts'
import { encodeFrame } from '../domain/event-frame.ts'
import { fillHeader, RECORD_HEADER_BYTES, type SpoolKind, type SpoolSeal } from '../domain/spool-codec.ts'

/** A record to be written: its payload in one or several pieces. */
export type SpoolEntry = { kind: SpoolKind; parts: readonly Uint8Array[] }

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`

const eventOf = (id: string): ExchangeEvent =>
  exchangeEvent.parse({
    schemaVersion: 1,
    id,
    service: { id: 'test' },
    at: 1,
    durationMs: 1,
    outcome: 'completed',
    aborted: false,
    webhooksSequence: 0,
    chain: [],
    principal: { id: 'ann', roles: ['reader'], via: 'password' },
    request: {
      method: 'POST',
      path: '/orders',
      query: '',
      headers: [],
      remoteAddress: '::1',
      secure: false,
      body: { state: 'captured', length: 3, truncated: false },
    },
    response: { statusCode: 200, headers: [], body: { state: 'none', length: 0, truncated: false } },
  })

/** The frame of an event as it is written when its request has ended. */
export const eventFrame = (id: string, requestBody = Buffer.from('abc')): Buffer =>
  encodeFrame({
    id,
    traceparent,
    value: encodeExchange({ event: eventOf(id), requestBody, responseBody: new Uint8Array() }),
  })

/** The frame of a write that was forwarded and has not ended. */
export function startedFrameOf(id: string): Buffer {
  const { outcome: _, aborted: __, durationMs: ___, response: ____, ...started } = eventOf(id)
  return encodeFrame({ id, traceparent, value: Buffer.from(JSON.stringify(started)) })
}

/** A whole record as it stands in a file. */
export function encodeRecord({ kind, parts }: SpoolEntry, seal: SpoolSeal): Buffer {
  const record = Buffer.concat([Buffer.alloc(RECORD_HEADER_BYTES), ...parts])
  fillHeader({ block: record, start: 0, end: record.length }, kind, seal)
  return record
}
