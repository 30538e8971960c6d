import { crc32 } from '@node-rs/crc32'

/**
 * A record of the spool on disk: mark (4 bytes), kind (1), CRC-32 of length, payload and kind (4), length (4), payload.
 * All numbers are big-endian. The mark lets a reader find the next record behind a damaged one. Mark and CRC are those of
 * the file's seal, so that no body that was sent to us can hold bytes that are read as a record.
 */
type SpoolRecord = { kind: SpoolKind; payload: Buffer }
/** What a record is to hold. It is written where it will stand in a file, so that it stands nowhere else before. */
export type RecordPayload = {
  /** How many bytes it has at most. */
  mostBytes(): number
  /**
   * Writes it.
   * @param at where its first byte is to be; `mostBytes` are free from there on
   * @returns where it ends; undefined when it has become another one that may be longer, and is to be written anew
   */
  writeTo(block: Buffer, at: number): number | undefined
}

/** Where the bytes of a record are, its header in front. */
export type RecordPlace = { block: Buffer; start: number; end: number }

/**
 * `event`: as it goes to the bus. `started`: a write that was forwarded. `shipped`: the bus has everything before a place.
 */
export type SpoolKind = 'event' | 'started' | 'shipped'

export type PlacedRecord = SpoolRecord & {
  start: number
  end: number
  /** It was written by this process, and tells of an event that nobody had written before. */
  isNew?: boolean
}
type DamagedRange = { start: number; end: number }
/** What a stretch of a segment holds. `readTo`: the bytes behind it may be the beginning of a record. */
export type DecodedStretch = { records: readonly PlacedRecord[]; damages: readonly DamagedRange[]; readTo: number }

/**
 * What the records of one file have and nothing else does: their mark, and the checksums of the bytes that stand for their
 * kinds, which every checksum begins with.
 */
export type SpoolSeal = { mark: Buffer; kindSums: readonly number[] }

const MARK_BYTES = 4
/** Mark and first value of the checksum. */
export const SEAL_BYTES = MARK_BYTES + 4
/**
 * The kinds by the byte that stands for them. With 1 a gateway up to 0.1.0 marked events that it may have sent before.
 */
const kinds: readonly SpoolKind[] = ['event', 'event', 'started', 'shipped']

/** @param bytes as many as `SEAL_BYTES`, drawn at random for each file: whoever sends requests must not know them */
export function sealOf(bytes: Buffer): SpoolSeal {
  const sum = bytes.readUInt32BE(MARK_BYTES)
  return { mark: bytes.subarray(0, MARK_BYTES), kindSums: kinds.map((_, number) => crc32(Buffer.from([number]), sum)) }
}

/** The seal of all files of the first format: anybody knows it. */
export const FIRST_SEAL = sealOf(Buffer.from('f5534ca700000000', 'hex'))

const CRC_AT = 5
const LENGTH_AT = 9
export const RECORD_HEADER_BYTES = 13
/** No record is longer: what claims to be is damaged. */
export const MAX_RECORD_BYTES = 1024 * 1024

/** Writes what stands in front of a payload. @param place the payload with room for its header in front of it */
export function fillHeader({ block, start, end }: RecordPlace, kind: SpoolKind, { mark, kindSums }: SpoolSeal): void {
  const number = kinds.indexOf(kind)
  block.set(mark, start)
  block[start + MARK_BYTES] = number
  block.writeUInt32BE(end - start - RECORD_HEADER_BYTES, start + LENGTH_AT)
  block.writeUInt32BE(crc32(block.subarray(start + LENGTH_AT, end), kindSums[number]), start + CRC_AT)
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
export function decodeRecords(bytes: Buffer, seal: SpoolSeal, isWhole: boolean): DecodedStretch {
  const records: PlacedRecord[] = []
  const damages: DamagedRange[] = []
  let at = 0
  while (at < bytes.length) {
    const read = readRecord(bytes, seal, at)
    if (read.kind === 'cut' && !isWhole) break
    if (read.kind === 'record') {
      records.push(read.record)
      at = read.record.end
      continue
    }
    const next = nextMark(bytes, seal, at + 1)
    addDamage(damages, at, next)
    at = next
  }
  return { records, damages, readTo: at }
}

/**
 * Finds the end of a segment in a file that may have been another one's before: what was written there has another mark,
 * and other sums. What begins as a record of this one is a damaged one; so is what has but its mark wrong.
 * @param behind the end of its last whole record
 */
export function endOfSegment(bytes: Buffer, seal: SpoolSeal, behind: number): number {
  const left = bytes.length - behind
  const isMarked = left > 0 && hasMark(bytes, seal, behind)
  if (left < RECORD_HEADER_BYTES) return isMarked ? bytes.length : behind
  if (!isMarked && !isSummed(bytes, seal, behind)) return behind
  const length = bytes.readUInt32BE(behind + LENGTH_AT)
  const known = length > MAX_RECORD_BYTES ? 0 : length
  return Math.min(behind + RECORD_HEADER_BYTES + known, bytes.length)
}

type RecordRead = { kind: 'record'; record: PlacedRecord } | { kind: 'cut' } | { kind: 'damaged' }

function readRecord(bytes: Buffer, seal: SpoolSeal, start: number): RecordRead {
  const left = bytes.length - start
  if (!hasMark(bytes, seal, start)) return { kind: 'damaged' }
  if (left < RECORD_HEADER_BYTES) return { kind: 'cut' }
  const number = bytes[start + MARK_BYTES] ?? kinds.length
  const kind = kinds[number]
  const length = bytes.readUInt32BE(start + LENGTH_AT)
  if (kind === undefined || length > MAX_RECORD_BYTES) return { kind: 'damaged' }
  const end = start + RECORD_HEADER_BYTES + length
  if (end > bytes.length) return { kind: 'cut' }
  if (!isSummed(bytes, seal, start)) return { kind: 'damaged' }
  return { kind: 'record', record: { kind, payload: bytes.subarray(start + RECORD_HEADER_BYTES, end), start, end } }
}

/** Whether the sum is right over length, payload and kind: all but the mark and the sum itself. */
function isSummed(bytes: Buffer, { kindSums }: SpoolSeal, start: number): boolean {
  const seed = kindSums[bytes.readUInt8(start + MARK_BYTES)]
  const length = bytes.readUInt32BE(start + LENGTH_AT)
  const end = start + RECORD_HEADER_BYTES + length
  if (seed === undefined || length > MAX_RECORD_BYTES || end > bytes.length) return false
  return bytes.readUInt32BE(start + CRC_AT) === crc32(bytes.subarray(start + LENGTH_AT, end), seed)
}

function hasMark(bytes: Buffer, { mark }: SpoolSeal, at: number): boolean {
  const length = Math.min(MARK_BYTES, bytes.length - at)
  return bytes.compare(mark, 0, length, at, at + length) === 0
}

/** The next place where a record may begin; without one, the end, less what may be the beginning of a mark. */
function nextMark(bytes: Buffer, seal: SpoolSeal, from: number): number {
  const found = bytes.indexOf(seal.mark, from)
  if (found !== -1) return found
  for (let at = Math.max(from, bytes.length - MARK_BYTES + 1); at < bytes.length; at += 1) {
    if (hasMark(bytes, seal, at)) return at
  }
  return bytes.length
}

function addDamage(damages: DamagedRange[], start: number, end: number): void {
  const last = damages.at(-1)
  if (last?.end === start) last.end = end
  else damages.push({ start, end })
}
