import type { SpoolPosition } from './segment-files.ts'

/** As much as one send takes at most, so that a send has two of them at most. */
const BLOCK_BYTES = 256 * 1024
/** Four times as long as a gateway gathers for a send. */
const WINDOW_MS = 100

/**
 * Says which events share a partition: those that stand in one block of one file of the spool and arrived in one tenth of a second.
 * Neighbours are sent together, and cost the least so. An event has the same key whenever it is sent and whoever sends it, from
 * memory or from a file, unless it was written again because the disk had failed. The tenth keeps dispatchers busy side by side, and
 * a quiet gateway from filling one partition for minutes: they have their part of a webhook's rate by their partitions
 * (docs/adr/0027). The block bounds what a busy one puts there.
 * @param id a UUIDv7
 */
export function partitionKeyOf(id: string, { segment, offset }: SpoolPosition): string {
  const arrivedAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return `${segment}.${Math.floor(offset / BLOCK_BYTES)}.${Math.floor(arrivedAt / WINDOW_MS)}`
}
