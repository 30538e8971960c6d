import { type Decoded, decodeRecords, MAX_RECORD_BYTES } from '../domain/spool-codec.ts'
import { type Place, readSegment, type Segment } from './segment-files.ts'

const BATCH_BYTES = 256 * 1024
/** Room for the largest record with its header. */
const LARGEST_BYTES = MAX_RECORD_BYTES + 1024

export type Batch = Decoded & { segment: Segment; offset: number; next: Place; bytes: Buffer }

/** The next records from a place on, about 256 KiB of them. @returns undefined when there are none */
export async function readBatch(segments: readonly Segment[], place: Place): Promise<Batch | undefined> {
  for (const segment of segments) {
    if (segment.number < place.segment) continue
    const offset = segment.number === place.segment ? place.offset : 0
    if (offset < segment.size) return readFrom(segment, offset)
  }
  return undefined
}

async function readFrom(segment: Segment, offset: number): Promise<Batch> {
  let bytes = await readSegment(segment, offset, BATCH_BYTES)
  let decoded = decodeRecords(bytes, offset + bytes.length >= segment.size)
  if (decoded.readTo === 0) {
    bytes = await readSegment(segment, offset, LARGEST_BYTES)
    decoded = decodeRecords(bytes, true)
  }
  return { ...decoded, segment, offset, bytes, next: { segment: segment.number, offset: offset + decoded.readTo } }
}
