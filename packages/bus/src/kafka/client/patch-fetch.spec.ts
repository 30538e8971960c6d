import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from '@jest/globals'
import { decodeByBatch, patchFetch } from './patch-fetch.ts'

const PLAIN = 0
const SNAPPY = 2
const ZSTD = 4
const MAGIC = 2

patchFetch()

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}

type RawBatch = { first: number; records: number; attributes?: number; body: Buffer }

const AT = 1_700_000_000_000

function batchOf({ first, records, attributes = PLAIN, body }: RawBatch): Buffer {
  const times = Buffer.concat([int64(AT), int64(AT)])
  const producer = Buffer.concat([int64(-1), int16(0), int32(0)])
  const head = Buffer.concat([int32(0), Buffer.from([MAGIC]), int32(0), int16(attributes), int32(records - 1), times])
  const rest = Buffer.concat([head, producer, int32(records), body])
  return Buffer.concat([int64(first), int32(rest.length), rest])
}

/** Length, attributes, time, number (all as zigzag), no key, one byte of value, no headers. */
const record = (number: number, value: string) => Buffer.from([14, 0, 0, number * 2, 1, 2, value.charCodeAt(0), 0])
const goodBatch = (first: number, values: string) =>
  batchOf({
    first,
    records: values.length,
    body: Buffer.concat([...values].map((value, number) => record(number, value))),
  })
const packedBatch = (first: number) => batchOf({ first, records: 3, attributes: SNAPPY, body: Buffer.from('packed') })
const garbledBatch = (first: number) => batchOf({ first, records: 2, body: Buffer.from([120, 0]) })

function answerOf(partitions: readonly Buffer[][]): Buffer {
  const head = Buffer.concat([
    int32(0),
    int16(0),
    int32(0),
    int32(1),
    int16(1),
    Buffer.from('t'),
    int32(partitions.length),
  ])
  const bodies = partitions.map((batches, partition) => {
    const bytes = Buffer.concat(batches)
    const offsets = Buffer.concat([int64(99), int64(99), int64(0)])
    return Buffer.concat([int32(partition), int16(0), offsets, int32(-1), int32(-1), int32(bytes.length), bytes])
  })
  return Buffer.concat([head, ...bodies])
}

async function messagesOf(partitions: readonly Buffer[][]) {
  const { responses } = await decodeByBatch(answerOf(partitions))
  return responses.flatMap(topic =>
    topic.partitions.map(({ messages }) =>
      messages.map(({ offset, value, unreadable }) => `${offset} ${unreadable ?? Buffer.from(value ?? []).toString()}`),
    ),
  )
}

describe('an answer with batches that can not be read', () => {
  it('has one message for each of these, at the offset of its last record, and all of the others', async () => {
    const partitions = [[goodBatch(4, 'ab'), packedBatch(6), goodBatch(9, 'c')], [goodBatch(0, 'd')], []]
    expect(await messagesOf(partitions)).toEqual([
      [
        '4 a',
        '5 b',
        "8 3 records in one batch, offsets 6 to 8, can't be read: Snappy compression not implemented",
        '9 c',
      ],
      ['0 d'],
      [],
    ])
  })

  it('has one, too, for a batch whose records make no sense, with what lies there and its time', async () => {
    const garbled = garbledBatch(7)
    const { responses } = await decodeByBatch(answerOf([[garbled, goodBatch(9, 'c')]]))
    const [message, next] = responses[0]?.partitions[0]?.messages ?? []
    expect(message).toMatchObject({ offset: '8', timestamp: String(AT), key: null })
    expect(message?.unreadable).toMatch(/^2 records in one batch, offsets 7 to 8, can't be read: ./)
    expect(Buffer.from(message?.value ?? []).equals(garbled)).toBe(true)
    expect(next?.offset).toBe('9')
  })

  it('does not unpack what zstd makes far more of than a batch may have', async () => {
    const body = zstdCompressSync(Buffer.alloc(17 * 1024 * 1024))
    const bomb = batchOf({ first: 0, records: 3, attributes: ZSTD, body })
    const [messages] = await messagesOf([[bomb, goodBatch(3, 'a')]])
    expect(messages).toEqual([expect.stringMatching(/^2 3 records .*larger than/), '3 a'])
  })

  it('says nothing of a batch that is cut off where the answer ends: it is asked for again', async () => {
    const packed = packedBatch(6)
    for (let length = 0; length < packed.length; length++) {
      expect(await messagesOf([[goodBatch(4, 'ab'), packed.subarray(0, length)]])).toEqual([['4 a', '5 b']])
    }
  })
})
