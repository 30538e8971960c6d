import { type DecodedStretch, decodeRecords, MAX_RECORD_BYTES } from '../domain/spool-codec.ts'
import { readSegment, type Segment, type SpoolPosition } from './segment-files.ts'
import type { WrittenRecords } from './written-records.ts'

/** About how many bytes of records a batch has. */
export const BATCH_BYTES = 1024 * 1024
/** Room for the largest record with its header. */
const LARGEST_BYTES = MAX_RECORD_BYTES + 1024
const NO_BYTES = Buffer.alloc(0)

/** `origin`: what the places of the records in it are counted from. */
export type SpoolBatch = DecodedStretch & {
  segment: Segment
  offset: number
  origin: number
  next: SpoolPosition
  bytes: Buffer
}

/** Where records are: in files, and those that were written last in memory too. */
export type BatchSource = { segments: readonly Segment[]; place: SpoolPosition; written: WrittenRecords }

/**
 * The next records from a place on, at least one: from memory if they are there, else as many as fit into `buffer`.
 * @param buffer holds what is read, so it must stay as it is for as long as the batch is used
 * @returns undefined when there are none
 */
export async function readBatch(
  { segments, place, written }: BatchSource,
  buffer: Buffer,
): Promise<SpoolBatch | undefined> {
  for (const segment of segments) {
    if (segment.number < place.segment) continue
    const offset = Math.max(segment.readBytes, segment.number === place.segment ? place.offset : 0)
    if (offset < segment.size) return takeWritten(segment, offset, written) ?? readFrom(segment, offset, buffer)
  }
  return undefined
}

function takeWritten(segment: Segment, offset: number, written: WrittenRecords): SpoolBatch | undefined {
  const records = written.from({ segment: segment.number, offset }, BATCH_BYTES)
  const end = records.at(-1)?.end
  if (end === undefined) return undefined
  const next = { segment: segment.number, offset: end }
  return { records, damages: [], readTo: end - offset, segment, offset, origin: 0, bytes: NO_BYTES, next }
}

async function readFrom(segment: Segment, offset: number, buffer: Buffer): Promise<SpoolBatch> {
  let bytes = await readSegment(segment, offset, buffer)
  let decoded = decode(segment, offset, bytes)
  if (decoded.readTo === 0) {
    bytes = await readSegment(segment, offset, Buffer.allocUnsafe(LARGEST_BYTES))
    decoded = decode(segment, offset, bytes)
  }
  const next = { segment: segment.number, offset: offset + decoded.readTo }
  return { ...decoded, segment, offset, origin: offset, bytes, next }
}

/** What is cut by the end of `bytes` is whole where these go on, unless they end where the segment ends. */
const decode = (segment: Segment, offset: number, bytes: Buffer): DecodedStretch =>
  decodeRecords(bytes, segment.seal, offset + bytes.length >= segment.size)
