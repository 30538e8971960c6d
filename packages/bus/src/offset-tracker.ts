import { createPartitionOffsets, type PartitionOffsets } from './partition-offsets.ts'
import type { AssignedPartition } from './port.ts'

/** What a record is to us. `ignored`: it is open or done here already. */
export type Opened = 'fresh' | 'replayed' | 'ignored'

type Place = { partition: number; offset: bigint }

type Known = { offsets: PartitionOffsets; replayEnd: bigint }

/**
 * Which records are open and how far each partition may be committed. Pure. It outlives rejoins: what is open or done
 * here is never started again, whoever owned the partition in between. A partition that was taken away is remembered
 * until it comes back, so that its open records are still known then.
 */
export function createOffsetTracker() {
  const known = new Map<number, Known>()
  let owned = new Set<number>()
  let generation = 0

  /** A partition that was ours in the generation just before can't have been read by anybody else. */
  function isKept(partition: number, next: number) {
    return owned.has(partition) && generation + 1 === next
  }

  function take(next: number, { partition, committed, lost, end }: AssignedPartition) {
    const start = committed + lost
    const before = known.get(partition)
    const offsets = before?.offsets ?? createPartitionOffsets(start)
    const isRewound = offsets.startAt(start)
    const replayEnd = before && !isRewound && isKept(partition, next) ? before.replayEnd : end
    known.set(partition, { offsets, replayEnd })
  }

  return {
    /** The partitions of a new generation; those that are missing are ours no more. */
    assigned(next: number, partitions: readonly AssignedPartition[]) {
      for (const partition of partitions) take(next, partition)
      owned = new Set(partitions.map(({ partition }) => partition))
      generation = next
    },

    revoked(partitions: readonly number[]) {
      for (const partition of partitions) owned.delete(partition)
    },

    isOwned: (partition: number) => owned.has(partition),

    /** `replayed`: below the end of its partition when it came to us, so that a former owner may have handled it. */
    open({ partition, offset }: Place, bytes: number): Opened {
      const entry = known.get(partition)
      if (!entry || !owned.has(partition)) return 'ignored'
      if (!entry.offsets.open(offset, bytes)) return 'ignored'
      return offset < entry.replayEnd ? 'replayed' : 'fresh'
    },

    complete({ partition, offset }: Place) {
      known.get(partition)?.offsets.complete(offset)
    },

    /** Not done, and not under way any more: whoever reads it next starts it again. */
    abandon({ partition, offset }: Place) {
      known.get(partition)?.offsets.abandon(offset)
    },

    openRecords: (partition: number) => known.get(partition)?.offsets.openRecords() ?? 0,
    /** Records that are kept in mind: open ones, and done ones above an open one. */
    heldRecords: (partition: number) => known.get(partition)?.offsets.heldRecords() ?? 0,
    openBytes: () => [...known.values()].reduce((sum, { offsets }) => sum + offsets.openBytes(), 0),

    /** The lowest incomplete offset of every partition that is ours, and the generation in which it may be committed. */
    watermarks(): { generation: number; offsets: ReadonlyMap<number, bigint> } {
      const ours = [...known].filter(([partition]) => owned.has(partition))
      return { generation, offsets: new Map(ours.map(([partition, { offsets }]) => [partition, offsets.watermark()])) }
    },
  }
}
export type OffsetTracker = ReturnType<typeof createOffsetTracker>
