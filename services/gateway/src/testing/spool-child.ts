import { type ExchangeEvent, encodeExchange, exchangeEvent } from '@sluice/contracts'
import { createLogger } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { encodeFrame } from '../domain/event-frame.ts'
import { openSpool } from '../spool/spool.ts'

// A process to be killed: spools events until then, and says on standard output which of them are safe.

const [, , directory = ''] = process.argv
const logger = createLogger({ service: 'child', level: 'silent' })
const spool = openSpool({ directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 }, logger)
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`
const body = { state: 'none', length: 0, truncated: false }

const eventOf = (id: string): ExchangeEvent =>
  exchangeEvent.parse({
    schemaVersion: 1,
    id,
    service: { id: 'test' },
    at: Date.now(),
    durationMs: 1,
    outcome: 'completed',
    aborted: false,
    webhooksSequence: 0,
    chain: [],
    principal: { id: null, roles: [], via: 'none' },
    request: { method: 'POST', path: '/a', query: '', headers: [], remoteAddress: '::1', secure: false, body },
    response: { statusCode: 200, headers: [], body },
  })

const NO_BYTES = new Uint8Array()

function exchange(): void {
  const id = v7()
  const { outcome: _o, aborted: _a, durationMs: _d, response: _r, ...started } = eventOf(id)
  spool.start(encodeFrame({ id, traceparent, value: Buffer.from(JSON.stringify(started)) }), () => {
    process.stdout.write(`started ${id}\n`)
    const value = encodeExchange({ event: eventOf(id), requestBody: NO_BYTES, responseBody: NO_BYTES })
    setTimeout(
      () => spool.finish([encodeFrame({ id, traceparent, value })], () => process.stdout.write(`safe ${id}\n`)),
      20,
    )
  })
}

setInterval(() => {
  for (let count = 0; count < 5; count += 1) exchange()
}, 1)
