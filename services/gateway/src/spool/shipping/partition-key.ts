import type { SpoolPosition } from '../segment-files.ts'

/** Some thirty events: a quarter of what a send takes at most. */
const BLOCK_BYTES = 64 * 1024
const SECOND_MS = 1_000

/**
 * Says which events share a partition: those that stand in one block of one file of the spool and arrived in one second.
 * Neighbours are sent together, and cost the least so. An event has the same key whenever it is sent and whoever sends it, from
 * memory or from a file, unless it was written again because the disk had failed. The block keeps dispatchers busy side by side
 * when much happens. The second keeps a quiet gateway from filling one partition for minutes: dispatchers have their part of a
 * webhook's rate by their partitions (docs/adr/0027).
 * @param id a UUIDv7
 */
export function partitionKeyOf(id: string, { segment, offset }: SpoolPosition): string {
  const arrivedAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return `${segment}.${Math.floor(offset / BLOCK_BYTES)}.${Math.floor(arrivedAt / SECOND_MS)}`
}
