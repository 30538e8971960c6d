import { crc32 } from 'node:zlib'

/**
 * A record of the spool on disk: mark (4 bytes), kind (1), CRC-32 of kind and payload (4), length (4), payload.
 * All numbers are big-endian. The mark lets a reader find the next record behind a damaged one.
 */
type SpoolRecord = { kind: SpoolKind; payload: Buffer }
/** A record to be written: its payload in one or several pieces. */
export type SpoolEntry = { kind: SpoolKind; parts: readonly Uint8Array[] }

/**
 * `event`: as it goes to the bus. `event-again`: the same, possibly sent before. `started`: a write that was forwarded.
 * `shipped`: the bus has everything before a place.
 */
export type SpoolKind = 'event' | 'event-again' | 'started' | 'shipped'

export type PlacedRecord = SpoolRecord & { start: number; end: number }
type Damage = { start: number; end: number }
/** What a stretch of a segment holds. `readTo`: the bytes behind it may be the beginning of a record. */
export type Decoded = { records: readonly PlacedRecord[]; damages: readonly Damage[]; readTo: number }

const MARK = Buffer.from([0xf5, 0x53, 0x4c, 0xa7])
const kinds: readonly SpoolKind[] = ['event', 'event-again', 'started', 'shipped']
/** The checksums of the bytes that stand for the kinds: what every record begins with. */
const KIND_SUMS = kinds.map((_, number) => crc32(Buffer.from([number])))
const CRC_AT = 5
const LENGTH_AT = 9
export const RECORD_HEADER_BYTES = 13
/** No record is longer: what claims to be is damaged. */
export const MAX_RECORD_BYTES = 1024 * 1024

/** What stands in front of a payload. */
export function encodeHeader({ kind, parts }: SpoolEntry): Buffer {
  const header = Buffer.allocUnsafe(RECORD_HEADER_BYTES)
  header.set(MARK)
  header[MARK.length] = kinds.indexOf(kind)
  header.writeUInt32BE(lengthOf(parts), LENGTH_AT)
  let sum = crc32(header.subarray(LENGTH_AT), KIND_SUMS[header[MARK.length] ?? 0])
  for (const part of parts) sum = crc32(part, sum)
  header.writeUInt32BE(sum, CRC_AT)
  return header
}

export function lengthOf(parts: readonly Uint8Array[]): number {
  let length = 0
  for (const part of parts) length += part.length
  return length
}

/**
 * Reads all whole records; never throws. Damaged stretches are named and skipped.
 * @param isWhole the bytes end where the segment ends: what is cut short there is damage, not a record in the making
 */
export function decodeRecords(bytes: Buffer, isWhole: boolean): Decoded {
  const records: PlacedRecord[] = []
  const damages: Damage[] = []
  let at = 0
  while (at < bytes.length) {
    const read = readRecord(bytes, at)
    if (read.kind === 'cut' && !isWhole) break
    if (read.kind === 'record') {
      records.push(read.record)
      at = read.record.end
      continue
    }
    const next = nextMark(bytes, at + 1, isWhole)
    addDamage(damages, at, next)
    at = next
  }
  return { records, damages, readTo: at }
}

type Read = { kind: 'record'; record: PlacedRecord } | { kind: 'cut' } | { kind: 'damaged' }

function readRecord(bytes: Buffer, start: number): Read {
  const left = bytes.length - start
  if (!hasMark(bytes, start)) return { kind: 'damaged' }
  if (left < RECORD_HEADER_BYTES) return { kind: 'cut' }
  const kind = kinds[bytes[start + MARK.length] ?? kinds.length]
  const length = bytes.readUInt32BE(start + LENGTH_AT)
  if (kind === undefined || length > MAX_RECORD_BYTES) return { kind: 'damaged' }
  const end = start + RECORD_HEADER_BYTES + length
  if (end > bytes.length) return { kind: 'cut' }
  if (bytes.readUInt32BE(start + CRC_AT) !== checksum(bytes, start, end)) return { kind: 'damaged' }
  return { kind: 'record', record: { kind, payload: bytes.subarray(start + RECORD_HEADER_BYTES, end), start, end } }
}

/** Over kind, length and payload: all but the mark and the sum itself. */
const checksum = (record: Buffer, start: number, end: number): number =>
  crc32(record.subarray(start + LENGTH_AT, end), KIND_SUMS[record[start + MARK.length] ?? 0])

function hasMark(bytes: Buffer, at: number): boolean {
  const length = Math.min(MARK.length, bytes.length - at)
  return bytes.compare(MARK, 0, length, at, at + length) === 0
}

/** The next place where a record may begin; without one, the end, less what may be the beginning of a mark. */
function nextMark(bytes: Buffer, from: number, isWhole: boolean): number {
  const found = bytes.indexOf(MARK, from)
  if (found !== -1) return found
  if (isWhole) return bytes.length
  for (let at = Math.max(from, bytes.length - MARK.length + 1); at < bytes.length; at += 1) {
    if (hasMark(bytes, at)) return at
  }
  return bytes.length
}

function addDamage(damages: Damage[], start: number, end: number): void {
  const last = damages.at(-1)
  if (last?.end === start) last.end = end
  else damages.push({ start, end })
}
