import { createPartitionOffsets, type PartitionOffsets } from './partition-offsets.ts'
import type { AssignedPartition } from './port.ts'

type RecordOffset = { partition: number; offset: bigint }

/**
 * Tracks which records are open and how far each partition may be committed. Pure. It outlives rejoins: what is open or
 * done here is never started again, whoever owned the partition in between. A partition that was taken away is
 * remembered until it comes back, so that its open records are still known then.
 */
export function createOffsetTracker() {
  const known = new Map<number, PartitionOffsets>()
  let owned = new Set<number>()
  let generation = 0

  function take({ partition, committed, lost }: AssignedPartition) {
    const start = committed + lost
    const offsets = known.get(partition) ?? createPartitionOffsets(start)
    offsets.startAt(start)
    known.set(partition, offsets)
  }

  return {
    /** The partitions of a new generation; those that are missing are ours no more. */
    assigned(next: number, partitions: readonly AssignedPartition[]) {
      for (const partition of partitions) take(partition)
      owned = new Set(partitions.map(({ partition }) => partition))
      generation = next
    },

    revoked(partitions: readonly number[]) {
      for (const partition of partitions) owned.delete(partition)
    },

    isOwned: (partition: number) => owned.has(partition),

    /** @returns whether the record is to be handled: not when it is open or done here, or its partition is not ours */
    open({ partition, offset }: RecordOffset, bytes: number): boolean {
      return owned.has(partition) && known.get(partition)?.open(offset, bytes) === true
    },

    complete({ partition, offset }: RecordOffset) {
      known.get(partition)?.complete(offset)
    },

    /** Not done, and not under way any more: whoever reads it next starts it again. */
    abandon({ partition, offset }: RecordOffset) {
      known.get(partition)?.abandon(offset)
    },

    openRecords: (partition: number) => known.get(partition)?.openRecords() ?? 0,
    /** Records that are kept in mind: open ones, and done ones above an open one. */
    heldRecords: (partition: number) => known.get(partition)?.heldRecords() ?? 0,
    openBytes() {
      let bytes = 0
      for (const offsets of known.values()) bytes += offsets.openBytes()
      return bytes
    },

    /** The lowest incomplete offset of every partition that is ours, and the generation in which it may be committed. */
    watermarks(): { generation: number; offsets: ReadonlyMap<number, bigint> } {
      const ours = [...known].filter(([partition]) => owned.has(partition))
      return { generation, offsets: new Map(ours.map(([partition, offsets]) => [partition, offsets.watermark()])) }
    },
  }
}
export type OffsetTracker = ReturnType<typeof createOffsetTracker>
