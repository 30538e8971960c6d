import { readSync } from 'node:fs'
import { decodeRecords, type PlacedRecord } from '../domain/spool-codec.ts'
import type { Segment, SpoolPosition } from './segment-files.ts'

/**
 * Reads back what a segment holds that is neither safe from power loss nor on the bus. The system has the bytes in memory
 * until it needs that for something else; what it gives back is a record only if its checksum says so.
 */
export function unsyncedRecords(
  { fd, number, seal, size, syncedBytes }: Segment,
  place: SpoolPosition,
): PlacedRecord[] {
  if (number < place.segment) return []
  const from = number === place.segment ? Math.max(syncedBytes, place.offset) : syncedBytes
  const bytes = Buffer.alloc(Math.max(0, size - from))
  const length = readSync(fd, bytes, { position: from })
  return [...decodeRecords(bytes.subarray(0, length), seal, true).records]
}
