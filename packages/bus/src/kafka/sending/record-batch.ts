import { crc32c } from './crc32c.ts'

// A batch on the wire: offset (8 bytes), length of what follows (4), epoch (4), magic (1), CRC-32C of what follows (4),
// attributes (2), number of the last record (4), times of the first and the last record (8 each), producer (8) and its
// epoch (2), sequence number of the first record (4), count of records (4), records.
const LENGTH_AT = 8
const AFTER_LENGTH = 12
const MAGIC_AT = 16
const MAGIC = 2
const CRC_AT = 17
const AFTER_CRC = 21
const LAST_NUMBER_AT = 23
const FIRST_TIME_AT = 27
const LAST_TIME_AT = 35
const PRODUCER_AT = 43
const PRODUCER_EPOCH_AT = 51
const SEQUENCE_AT = 53
const COUNT_AT = 57
const HEAD_BYTES = 61
/** The length of a key or a value that is not there. */
const NONE = -1

/** A record of a batch. Texts are sent as UTF-8. */
type BatchRecord = {
  key: string | null
  value: Uint8Array | null
  headers: Readonly<Record<string, string>>
}

/** `at`: the time of all records, in epoch ms. `firstSequence`: the number by which the broker knows the first one of them. */
export type RecordBatch = {
  records: readonly BatchRecord[]
  at: number
  producerId: bigint
  producerEpoch: number
  firstSequence: number
}

/** A batch whose lengths are known. `recordBytes`: of each record, its length in front not included. */
export type MeasuredBatch = RecordBatch & { bytes: number; recordBytes: readonly number[] }

export function measureBatch(batch: RecordBatch): MeasuredBatch {
  let bytes = HEAD_BYTES
  const recordBytes = batch.records.map((record, number) => {
    const length = measureRecord(record, number)
    bytes += varintBytes(length) + length
    return length
  })
  return { ...batch, bytes, recordBytes }
}

/** Writes a batch of the second format of Kafka (magic 2), not packed. @returns where it ends */
export function writeBatch(into: Buffer, start: number, batch: MeasuredBatch): number {
  const { records, recordBytes, bytes } = batch
  let at = start + HEAD_BYTES
  for (const [number, record] of records.entries()) {
    at = writeVarint(into, at, recordBytes[number] ?? 0)
    at = writeRecord(into, at, { record, number })
  }
  writeHead(into, start, batch)
  const end = start + bytes
  into.writeUInt32BE(crc32c(into.subarray(start + AFTER_CRC, end)), start + CRC_AT)
  return end
}

function writeHead(into: Buffer, start: number, batch: MeasuredBatch): void {
  const { records, at, bytes, producerId, producerEpoch, firstSequence } = batch
  into.fill(0, start, start + HEAD_BYTES)
  into.writeInt32BE(bytes - AFTER_LENGTH, start + LENGTH_AT)
  into.writeInt8(MAGIC, start + MAGIC_AT)
  into.writeInt32BE(records.length - 1, start + LAST_NUMBER_AT)
  into.writeBigInt64BE(BigInt(at), start + FIRST_TIME_AT)
  into.writeBigInt64BE(BigInt(at), start + LAST_TIME_AT)
  into.writeBigInt64BE(producerId, start + PRODUCER_AT)
  into.writeInt16BE(producerEpoch, start + PRODUCER_EPOCH_AT)
  into.writeInt32BE(firstSequence, start + SEQUENCE_AT)
  into.writeInt32BE(records.length, start + COUNT_AT)
}

/** A record: attributes (1 byte), time and number after those of the first one, key, value, count of headers, headers. */
function measureRecord({ key, value, headers }: BatchRecord, number: number): number {
  const keyBytes = key === null ? NONE : Buffer.byteLength(key)
  const names = Object.keys(headers)
  let bytes = 2 + varintBytes(number) + measurePiece(keyBytes) + measurePiece(value?.length ?? NONE)
  for (const name of names)
    bytes += measurePiece(Buffer.byteLength(name)) + measurePiece(Buffer.byteLength(headers[name] ?? ''))
  return bytes + varintBytes(names.length)
}

const measurePiece = (length: number): number => varintBytes(length) + Math.max(0, length)

type NumberedRecord = { record: BatchRecord; number: number }

function writeRecord(into: Buffer, start: number, { record, number }: NumberedRecord): number {
  const { key, value, headers } = record
  into[start] = 0
  into[start + 1] = 0
  let at = writeVarint(into, start + 2, number)
  at = key === null ? writeVarint(into, at, NONE) : writeText(into, at, key)
  at = writeVarint(into, at, value?.length ?? NONE)
  if (value) {
    into.set(value, at)
    at += value.length
  }
  const names = Object.keys(headers)
  at = writeVarint(into, at, names.length)
  for (const name of names) at = writeText(into, writeText(into, at, name), headers[name] ?? '')
  return at
}

function writeText(into: Buffer, at: number, text: string): number {
  const start = writeVarint(into, at, Buffer.byteLength(text))
  return start + into.write(text, start)
}

/** How numbers stand in a record: the nearer to zero the shorter, seven bits in a byte, the lowest ones first. */
function writeVarint(into: Buffer, start: number, value: number): number {
  let left = zigzag(value)
  let at = start
  for (; left > 127; left >>>= 7) into[at++] = (left & 127) | 128
  into[at++] = left
  return at
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let left = zigzag(value); left > 127; left >>>= 7) bytes += 1
  return bytes
}

/** 0, -1, 1, -2, … as 0, 1, 2, 3, … */
const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0
