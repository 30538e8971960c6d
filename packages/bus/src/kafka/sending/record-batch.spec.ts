import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import Decoder from 'kafkajs/src/protocol/decoder.js'
import Record from 'kafkajs/src/protocol/recordBatch/record/v0/index.js'
import decodeBatch from 'kafkajs/src/protocol/recordBatch/v0/decoder.js'
import batches from 'kafkajs/src/protocol/recordBatch/v0/index.js'
import { measureBatch, type RecordBatch, writeBatch } from './record-batch.ts'

const wellFormed = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }))
/** Halves of pairs among them, which are sent as what stands for a character that is unknown. */
const codeUnits = fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 }).map(units => String.fromCharCode(...units))
const text = fc.oneof(wellFormed, codeUnits)
const large = fc.nat({ max: 20_000 }).map(length => new Uint8Array(length).fill(length))
const value = fc.oneof({ arbitrary: fc.uint8Array({ maxLength: 20 }), weight: 9 }, { arbitrary: large, weight: 1 })

const batchOf = (headerName: fc.Arbitrary<string>): fc.Arbitrary<RecordBatch> =>
  fc.record({
    records: fc.array(
      fc.record({
        key: fc.option(text),
        value: fc.option(value),
        headers: fc.dictionary(headerName, text, { maxKeys: 6 }),
      }),
      { minLength: 1, maxLength: 100 },
    ),
    at: fc.nat({ max: 4_000_000_000_000 }),
    producerId: fc.bigInt({ min: -1n, max: 2n ** 63n - 1n }),
    producerEpoch: fc.nat({ max: 32_767 }),
    firstSequence: fc.nat({ max: 2_147_483_647 }),
  })

const asBuffer = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes)

/** @param room bytes of something else before and behind it */
function write(of: RecordBatch, room = 0): Buffer {
  const measured = measureBatch(of)
  const into = Buffer.alloc(room + measured.bytes + room, 0xff)
  expect(writeBatch(into, room, measured)).toBe(room + measured.bytes)
  expect(into.subarray(room + measured.bytes).equals(Buffer.alloc(room, 0xff))).toBe(true)
  return into.subarray(room, room + measured.bytes)
}

async function writeByClient({ records, at, producerId, producerEpoch, firstSequence }: RecordBatch): Promise<Buffer> {
  const encoder = await batches.RecordBatch({
    records: records.map((one, offsetDelta) => Record({ ...one, value: asBuffer(one.value), offsetDelta })),
    firstTimestamp: at,
    maxTimestamp: at,
    producerId: String(producerId),
    producerEpoch,
    firstSequence,
    lastOffsetDelta: records.length - 1,
  })
  return encoder.buffer
}

describe('a record batch', () => {
  it('is byte by byte what the client library makes of the same records', async () => {
    await fc.assert(
      fc.asyncProperty(batchOf(text), fc.nat({ max: 100 }), async (of, room) => {
        expect(write(of, room).equals(await writeByClient(of))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('is read back by the client library as it was sent', async () => {
    await fc.assert(
      fc.asyncProperty(batchOf(wellFormed.map(name => `x-${name}`)), async of => {
        const read = await decodeBatch(new Decoder(write(of)))
        const { producerId, producerEpoch, firstSequence, records } = of
        expect(read).toMatchObject({ producerId: String(producerId), producerEpoch, firstSequence, firstOffset: '0' })
        expect(read.records).toEqual(
          records.map((one, number) =>
            expect.objectContaining({
              offset: String(number),
              timestamp: String(of.at),
              key: one.key === null ? null : Buffer.from(one.key),
              value: asBuffer(one.value),
              headers: Object.fromEntries(Object.entries(one.headers).map(([name, said]) => [name, Buffer.from(said)])),
            }),
          ),
        )
      }),
      { numRuns: 20 },
    )
  })
})
