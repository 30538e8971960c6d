import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { frameExchange } from '@sluice/contracts'
import fc from 'fast-check'
import { encodeFrame } from '../../domain/event-frame.ts'
import { createRecordBlocks } from '../../spool/record-blocks.ts'
import { BodySink } from './body-sink.ts'
import { type EventDraft, ExchangeFrame } from './exchange-frame.ts'
import { createSlabPool } from './slab-pool.ts'

const LIMIT = 64 * 1024
const HEADER_BYTES = 13
const place = { id: '01890f5e-0000-7000-8000-000000000001', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` }
const slabs = createSlabPool(LIMIT, 2)

/** All of Unicode, lone surrogates too. */
const metadata = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom('', 'é', '\ud800', '\u2028'),
)
const chunk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.tuple(fc.integer({ min: 1, max: 30_000 }), fc.nat(255)).map(([length, fill]) => Buffer.alloc(length, fill)),
)
const chunks = fc.array(chunk, { maxLength: 20 })
const event = fc.record({ metadata, sent: chunks, returned: chunks })
type FramedEvent = typeof event extends fc.Arbitrary<infer T> ? T : never

function sinkOf(list: readonly Uint8Array[]): BodySink {
  const sink = new BodySink({ limit: LIMIT, slabs }, false)
  for (const part of list) sink.add(part)
  return sink
}

const keptOf = (list: readonly Uint8Array[]): Buffer => Buffer.concat(list).subarray(0, LIMIT)

const encoded = (text: string, requestBody: Uint8Array, responseBody: Uint8Array): Buffer =>
  encodeFrame({ ...place, value: Buffer.concat(frameExchange(text, { requestBody, responseBody })) })

const plainOf = ({ metadata: text, sent, returned }: FramedEvent) => ({
  metadata: text,
  sent: sinkOf(sent),
  returned: sinkOf(returned),
})

/** What a draft that is written says. */
function written(blocks: ReturnType<typeof createRecordBlocks>, draft: EventDraft): Buffer {
  const { block, start, end } = blocks.add(new ExchangeFrame(draft))
  return block.subarray(start + HEADER_BYTES, end)
}

describe('an event that is written into its place in the spool', () => {
  it('has the bytes that it is encoded to otherwise, whatever characters and chunks it has, and so has its neighbour', () => {
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 4 }), events => {
        const blocks = createRecordBlocks()
        const frames = events.map(of => {
          const draft = { place, plain: plainOf(of), isPlain: () => true, redacted: () => plainOf(of) }
          return written(blocks, draft)
        })
        for (const [at, of] of events.entries()) {
          const whole = encoded(of.metadata, keptOf(of.sent), keptOf(of.returned))
          expect(frames[at]?.equals(whole)).toBe(true)
        }
      }),
    )
  })

  it('is judged by the bodies that were kept, and written anew, however long it becomes, where one has a secret', () => {
    fc.assert(
      fc.property(event, event, (of, other) => {
        const blocks = createRecordBlocks()
        const bodies = { sent: keptOf(other.sent), returned: keptOf(other.returned) }
        const judged: Buffer[][] = []
        const draft: EventDraft = {
          place,
          plain: plainOf(of),
          isPlain(...shown) {
            judged.push(shown.map(bytes => Buffer.from(bytes)))
            return false
          },
          redacted: () => ({ metadata: other.metadata, ...bodies }),
        }
        const frame = written(blocks, draft)
        const shown = [keptOf(of.sent), keptOf(of.returned)]
        expect(judged).toHaveLength(1)
        expect(judged[0]?.every((bytes, at) => bytes.equals(shown[at] ?? Buffer.alloc(0)))).toBe(true)
        expect(frame.equals(encoded(other.metadata, bodies.sent, bodies.returned))).toBe(true)
      }),
    )
  })

  it('leaves nothing of a secret in the memory that others write to', () => {
    const blocks = createRecordBlocks()
    // Fresh memory holds anything, this file too.
    const password = randomBytes(16).toString('hex')
    const secret = Buffer.from(JSON.stringify({ password }))
    const content = { metadata: '{}', sent: Buffer.alloc(0), returned: Buffer.alloc(0) }
    const draft = { place, plain: { ...content, sent: secret }, isPlain: () => false, redacted: () => content }
    const { block } = blocks.add(new ExchangeFrame(draft))
    expect(block.includes(password)).toBe(false)
  })

  it('is not judged by its bodies alone where these can not be', () => {
    const redacted = { metadata: '{"a":1}', sent: Buffer.from('x'), returned: Buffer.from('y') }
    const isPlain = () => {
      throw new Error('nobody is to ask')
    }
    const frame = written(createRecordBlocks(), { place, plain: undefined, isPlain, redacted: () => redacted })
    expect(frame.equals(encoded('{"a":1}', Buffer.from('x'), Buffer.from('y')))).toBe(true)
  })
})
