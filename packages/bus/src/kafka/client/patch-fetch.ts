import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import type { FetchedMessage } from 'kafkajs/src/cluster/index.js'
import Decoder from 'kafkajs/src/protocol/decoder.js'
import decodeMessages from 'kafkajs/src/protocol/requests/fetch/v4/decodeMessages.js'
import fetchResponse, { type FetchAnswer } from 'kafkajs/src/protocol/requests/fetch/v11/response.js'
import { describeError } from './kafka-errors.ts'

// A batch on the wire: offset (8 bytes), length of what follows (4), epoch (4), magic (1). From magic 2 on: CRC-32 (4),
// attributes (2), number of the last offset (4), times of the first and the last record (8 each), producer (14), count (4).
const LENGTH_AT = 8
const HEAD_BYTES = 12
const MAGIC_AT = 16
const LAST_NUMBER_AT = 23
const LAST_TIME_AT = 35
const COUNT_AT = 57
const MAGIC_OF_BATCHES = 2

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** A batch has little more than 1 MiB as it lies. One that zstd makes more of than this can't be read. */
const MAX_UNPACKED_BYTES = 16 * 1024 * 1024

/**
 * kafkajs 2.2.4 gives up an answer of all partitions for one batch in it that it can't read, and would ask for that one
 * again for ever. Ours reads such an answer batch by batch, and says which of them can't be read. And it has no zstd,
 * which Node has.
 */
export function patchFetch() {
  const { CompressionCodecs, CompressionTypes } = kafkajs
  CompressionCodecs[CompressionTypes.ZSTD] = () => ({
    compress: ({ buffer }: { buffer: Buffer }) => compress(buffer),
    decompress: (packed: Buffer) => decompress(packed, { maxOutputLength: MAX_UNPACKED_BYTES }),
  })
  const decodeWhole = fetchResponse.decode
  fetchResponse.decode = (bytes: Buffer) => decodeWhole(bytes).catch(() => decodeByBatch(bytes))
}

/**
 * Decodes an answer as the client does, but batch by batch.
 * @throws what the client throws when the bytes are no answer at all
 */
export async function decodeByBatch(bytes: Buffer): Promise<FetchAnswer> {
  const decoder = new Decoder(bytes)
  const clientSideThrottleTime = decoder.readInt32()
  const errorCode = decoder.readInt16()
  const sessionId = decoder.readInt32()
  const responses = await decoder.readArrayAsync(async topic => ({
    topicName: topic.readString(),
    partitions: await topic.readArrayAsync(decodePartition),
  }))
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses }
}

async function decodePartition(decoder: Decoder) {
  return {
    partition: decoder.readInt32(),
    errorCode: decoder.readInt16(),
    highWatermark: String(decoder.readInt64()),
    lastStableOffset: String(decoder.readInt64()),
    lastStartOffset: String(decoder.readInt64()),
    abortedTransactions: decoder.readArray(aborted => ({
      producerId: String(aborted.readInt64()),
      firstOffset: String(aborted.readInt64()),
    })),
    preferredReadReplica: decoder.readInt32(),
    messages: await decodeBatches(decoder.readBytes(Math.max(0, decoder.readInt32()))),
  }
}

async function decodeBatches(bytes: Buffer): Promise<FetchedMessage[]> {
  const messages: FetchedMessage[] = []
  for (const batch of batchesIn(bytes)) for (const message of await decodeBatch(batch)) messages.push(message)
  return messages
}

/** An answer ends where it is full, so the last batch may be a part of one. */
function* batchesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start + MAGIC_AT < bytes.length; ) {
    const end = start + HEAD_BYTES + Math.max(0, bytes.readInt32BE(start + LENGTH_AT))
    if (end > bytes.length) return
    yield bytes.subarray(start, end)
    start = end
  }
}

async function decodeBatch(batch: Buffer): Promise<FetchedMessage[]> {
  const size = Buffer.alloc(4)
  size.writeInt32BE(batch.length)
  try {
    return await decodeMessages(new Decoder(Buffer.concat([size, batch])))
  } catch (error) {
    return [unreadable(batch, describeError(error))]
  }
}

/** Stands for all records of the batch, at the offset of the last one: whoever has passed it has passed them all. */
function unreadable(batch: Buffer, why: string): FetchedMessage {
  const isBatch = batch[MAGIC_AT] === MAGIC_OF_BATCHES && batch.length > COUNT_AT + 4
  const first = batch.readBigInt64BE()
  const last = isBatch ? first + BigInt(Math.max(0, batch.readInt32BE(LAST_NUMBER_AT))) : first
  const count = isBatch ? batch.readInt32BE(COUNT_AT) : 'Packed'
  return {
    offset: String(last),
    timestamp: isBatch ? String(batch.readBigInt64BE(LAST_TIME_AT)) : String(Date.now()),
    key: null,
    value: batch,
    unreadable: `${count} records in one batch, offsets ${first} to ${last}, can't be read: ${why}`,
  }
}
