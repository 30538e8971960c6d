import type { AssignedPartition } from '../port.ts'
import type { FetchedRecord, MemberPosition } from './protocol.ts'

/** Holds where a member reads on, partition by partition, and which of them it must not read now. Pure. */
export function createReadingState() {
  const positions = new Map<number, bigint>()
  const paused = new Set<number>()

  return {
    assign(partitions: readonly AssignedPartition[]) {
      positions.clear()
      for (const { partition, committed, lost } of partitions) positions.set(partition, committed + lost)
    },
    /** @returns the partitions that were held */
    clear(): number[] {
      const held = [...positions.keys()]
      positions.clear()
      return held
    },
    pause(partitions: readonly number[]) {
      for (const partition of partitions) paused.add(partition)
    },
    resume(partitions: readonly number[]) {
      for (const partition of partitions) paused.delete(partition)
    },
    holds: (partition: number) => positions.has(partition),
    /** The next record of each partition that is ours. */
    positions: (): MemberPosition[] => [...positions].map(([partition, offset]) => ({ partition, offset })),
    wanted: (): MemberPosition[] =>
      [...positions].flatMap(([partition, offset]) => (paused.has(partition) ? [] : [{ partition, offset }])),

    /**
     * Hands records out in order. A partition that is paused on the way is cut there, and read again when it is resumed.
     * @returns whether one was cut
     */
    handOut(records: readonly FetchedRecord[], take: (record: FetchedRecord) => void): boolean {
      const cut = new Set<number>()
      for (const record of records) {
        const { partition, offset } = record
        if (paused.has(partition) || !positions.has(partition)) cut.add(partition)
        if (cut.has(partition)) continue
        positions.set(partition, offset + 1n)
        take(record)
      }
      return cut.size > 0
    },
  }
}
