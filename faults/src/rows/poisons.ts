import { encodeExchange, exchangeEvent } from '@sluice/contracts'
import { v7 } from 'uuid'

/** A record as it lies on the bus. */
export type PoisonRecord = { key: string; value: Buffer; headers: Record<string, string> }
type PoisonKind = {
  name: string
  fate: 'set-aside' | 'handled'
  /** @param sequence of the webhooks that judge it */
  make(sequence: number): PoisonRecord
}

const HUGE_BYTES = 5 * 1024 ** 2
/** So many that the huge one fits. */
export const HUGE_RECORD_BYTES = HUGE_BYTES + 1024 ** 2
/** The path of the events that are made here. */
const POISON_PATH = '/poison/huge'
const NEWER = 2

const garbage = Buffer.from('this is no event')

/** A frame whose metadata says something else than an event does. */
function frame(metadata: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(metadata))
  return Buffer.concat([length, Buffer.from(metadata)])
}

function eventOf(sequence: number, changes: { headers?: [string, string][]; at?: number } = {}): PoisonRecord {
  const none = { state: 'none', length: 0, truncated: false } as const
  const event = exchangeEvent.parse({
    schemaVersion: 1,
    id: v7(),
    service: { id: 'sluice' },
    at: changes.at ?? Date.now(),
    durationMs: 1,
    outcome: 'completed',
    aborted: false,
    webhooksSequence: sequence,
    chain: [],
    principal: { id: null, roles: [], via: 'none' },
    request: {
      method: 'POST',
      path: POISON_PATH,
      query: '',
      headers: changes.headers ?? [],
      remoteAddress: '203.0.113.7',
      secure: false,
      body: none,
    },
    response: { statusCode: 201, headers: [], body: none },
  })
  const value = encodeExchange({ event, requestBody: Buffer.alloc(0), responseBody: Buffer.alloc(0) })
  return { key: event.id, value, headers: {} }
}

/** The metadata of an event that would do but for its time. */
function wrongTime(): string {
  const { value } = eventOf(0)
  const length = value.readUInt32BE()
  return JSON.stringify({ ...JSON.parse(value.subarray(4, 4 + length).toString()), at: 1e300 })
}

const unreadable = (value: Buffer, headers: Record<string, string> = {}): PoisonRecord => ({
  key: v7(),
  value,
  headers,
})

export const POISONS: readonly PoisonKind[] = [
  { name: 'no event', fate: 'set-aside', make: () => unreadable(garbage) },
  { name: 'nothing at all', fate: 'set-aside', make: () => unreadable(Buffer.alloc(0)) },
  { name: 'a frame without an event', fate: 'set-aside', make: () => unreadable(frame('{"schemaVersion":1}')) },
  { name: 'metadata that ends early', fate: 'set-aside', make: () => unreadable(frame('{"schemaVersion":1')) },
  { name: 'bytes that are no text', fate: 'set-aside', make: () => unreadable(Buffer.alloc(4096, 0xff)) },
  { name: 'a time that no date can be of', fate: 'set-aside', make: () => unreadable(frame(wrongTime())) },
  {
    name: 'no event, and a header of 5 MB',
    fate: 'set-aside',
    make: () => unreadable(garbage, { huge: 'x'.repeat(HUGE_BYTES) }),
  },
  {
    name: 'an event with a header of 5 MB',
    fate: 'handled',
    make: sequence => eventOf(sequence, { headers: [['x-huge', 'x'.repeat(HUGE_BYTES)]] }),
  },
  {
    name: 'an event of which the record has a header of 5 MB',
    fate: 'handled',
    make: sequence => ({ ...eventOf(sequence), headers: { huge: 'x'.repeat(HUGE_BYTES) } }),
  },
]

/** An event of a newer major version. */
export const makeNewer = (): PoisonRecord => unreadable(frame(JSON.stringify({ schemaVersion: NEWER })))
