import { type DecodedStretch, decodeRecords, MAX_RECORD_BYTES } from '../domain/spool-codec.ts'
import { readSegment, type Segment, type SpoolPosition } from './segment-files.ts'

/** About how many bytes of records a batch has. */
export const BATCH_BYTES = 256 * 1024
/** Room for the largest record with its header. */
const LARGEST_BYTES = MAX_RECORD_BYTES + 1024

export type SpoolBatch = DecodedStretch & { segment: Segment; offset: number; next: SpoolPosition; bytes: Buffer }

/**
 * The next records from a place on, as many as fit into `buffer`, at least one.
 * @param buffer holds what is read, so it must stay as it is for as long as the batch is used
 * @returns undefined when there are none
 */
export async function readBatch(
  segments: readonly Segment[],
  place: SpoolPosition,
  buffer: Buffer,
): Promise<SpoolBatch | undefined> {
  for (const segment of segments) {
    if (segment.number < place.segment) continue
    const offset = Math.max(segment.readBytes, segment.number === place.segment ? place.offset : 0)
    if (offset < segment.size) return readFrom(segment, offset, buffer)
  }
  return undefined
}

async function readFrom(segment: Segment, offset: number, buffer: Buffer): Promise<SpoolBatch> {
  let bytes = await readSegment(segment, offset, buffer)
  let decoded = decode(segment, offset, bytes)
  if (decoded.readTo === 0) {
    bytes = await readSegment(segment, offset, Buffer.allocUnsafe(LARGEST_BYTES))
    decoded = decode(segment, offset, bytes)
  }
  return { ...decoded, segment, offset, bytes, next: { segment: segment.number, offset: offset + decoded.readTo } }
}

/** What is cut by the end of `bytes` is whole where these go on, unless they end where the segment ends. */
const decode = (segment: Segment, offset: number, bytes: Buffer): DecodedStretch =>
  decodeRecords(bytes, segment.seal, offset + bytes.length >= segment.size)
