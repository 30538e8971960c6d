import { exchangeEvent, type RecordedExchange } from '@sluice/contracts'
import type { Platform } from '@sluice/service-kit'
import { GOLDEN_AT } from './golden-at.ts'

/** The platform on which golden documents are written: `at` is the time of the store, which stands still. */
export type GoldenScene = Platform & { at: Date }

/** The password of the user `admin` in golden documents. */
export const GOLDEN_PASSWORD = 'correct horse battery'

/** The internal secret that golden headers are signed with. */
export const GOLDEN_SECRET = 'golden files are signed with this alone'

/** The bytes that a golden secret is made of; its number tells it from the others. */
export const goldenBytes = (number: number): Uint8Array => new Uint8Array(32).fill(number)

/** A UUIDv7. @param at epoch ms */
export function goldenEventId(number: number, at = GOLDEN_AT): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`
}

export const GOLDEN_TRACE = `00-${'4b'.repeat(16)}-${'a1'.repeat(8)}-01`
/** A body that is no text. */
export const GOLDEN_IMAGE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff)

type SceneRecord = {
  number: number
  /** Epoch ms. */
  at?: number
  path?: string
  statusCode?: number
  requestBody?: Uint8Array
  responseBody?: Uint8Array
}

/** An exchange as a gateway records it: with every field, and two bodies. */
export function goldenExchange(described: SceneRecord): RecordedExchange {
  const { number, at = GOLDEN_AT, path = '/orders/ä', statusCode = 201 } = described
  const { requestBody = Buffer.from('{"item":"Käse","count":2}'), responseBody = new Uint8Array() } = described
  const event = exchangeEvent.parse({
    schemaVersion: 1,
    id: goldenEventId(number, at),
    service: { id: 'golden' },
    at,
    durationMs: 12.5,
    outcome: 'completed',
    aborted: false,
    webhooksSequence: 1,
    chain: ['webhook-before'],
    principal: { id: 'ann', roles: ['reader'], via: 'key' },
    request: {
      method: 'POST',
      path,
      query: 'page=2',
      headers: [
        ['content-type', 'application/json'],
        ['accept', 'a/b'],
        ['accept', 'c/d'],
      ],
      remoteAddress: '192.0.2.7',
      secure: true,
      needsCredentials: true,
      body: captureOf(requestBody),
    },
    response: { statusCode, headers: [['content-type', 'image/png']], body: captureOf(responseBody) },
  })
  return { event, requestBody, responseBody }
}

const captureOf = ({ length }: Uint8Array) => ({ state: length > 0 ? 'captured' : 'none', length, truncated: false })
