import { randomBytes } from 'node:crypto'
import type { RecordedExchange } from '@sluice/contracts'
import { v7 } from 'uuid'

const BODY = Buffer.from(JSON.stringify({ origin: 'SFO', destination: 'LIT', note: randomBytes(100).toString('hex') }))
const CAPTURED = { state: 'captured', length: BODY.length, truncated: false } as const

/** A write of a small document as the gateway records it, answered by what was written. */
export function exchangeAt(path: string, webhooksSequence: number): RecordedExchange {
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['user-agent', 'bench'],
  ]
  const event = {
    schemaVersion: 1,
    id: v7(),
    service: { id: 'bench' },
    at: Date.now(),
    durationMs: 2,
    outcome: 'completed',
    aborted: false,
    webhooksSequence,
    chain: [],
    principal: { id: null, roles: [], via: 'none' },
    request: { method: 'POST', path, query: '', headers, remoteAddress: '127.0.0.1', secure: false, body: CAPTURED },
    response: { statusCode: 201, headers, body: CAPTURED },
  } as const
  return {
    event: { ...event, chain: [], principal: { ...event.principal, roles: [] } },
    requestBody: BODY,
    responseBody: BODY,
  }
}
