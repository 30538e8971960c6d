import type { IncomingRecord } from '../../port.ts'

export type ReadPosition = { partition: number; offset: bigint }
export type FetchedBatch = ReadPosition & { records: readonly IncomingRecord[]; next: bigint }

/**
 * Holds where a member reads on, what it has fetched and not handed out yet, and which partitions it must not read now.
 * A partition is fetched again only when all of it is handed out. Pure.
 */
export function createReadingState() {
  /** The offset that is handed out next. */
  const positions = new Map<number, bigint>()
  const waiting = new Map<number, { fetched: FetchedBatch; index: number }>()
  const paused = new Set<number>()
  let isHandingOut = false

  function handOutPartition(partition: number, take: (record: IncomingRecord) => boolean) {
    for (let batch = waiting.get(partition); batch && !paused.has(partition); batch = waiting.get(partition)) {
      const record = batch.fetched.records[batch.index]
      if (!record) {
        positions.set(partition, batch.fetched.next)
        waiting.delete(partition)
        return
      }
      if (!take(record)) return
      batch.index++
      if (positions.has(partition)) positions.set(partition, record.offset + 1n)
    }
  }

  return {
    /** The partitions that are ours, and where to read them on. */
    assign(next: ReadonlyMap<number, bigint>) {
      positions.clear()
      waiting.clear()
      for (const [partition, offset] of next) positions.set(partition, offset)
    },
    /** @returns the partitions that were held */
    clear(): number[] {
      const held = [...positions.keys()]
      positions.clear()
      waiting.clear()
      return held
    },
    pause(partitions: readonly number[]) {
      for (const partition of partitions) paused.add(partition)
    },
    resume(partitions: readonly number[]) {
      for (const partition of partitions) paused.delete(partition)
    },
    holds: (partition: number) => positions.has(partition),
    position: (partition: number) => positions.get(partition),
    /** The next record of each partition that is ours. */
    positions: (): ReadPosition[] => [...positions].map(([partition, offset]) => ({ partition, offset })),
    wanted: (): ReadPosition[] =>
      [...positions].flatMap(([partition, offset]) =>
        paused.has(partition) || waiting.has(partition) ? [] : [{ partition, offset }],
      ),

    /** Keeps what was fetched, if it is still what is wanted: no more than that is held for a paused partition. */
    keep(fetched: FetchedBatch) {
      const { partition, offset } = fetched
      if (positions.get(partition) !== offset || paused.has(partition) || waiting.has(partition)) return
      waiting.set(partition, { fetched, index: 0 })
    },

    /** Hands out in order what is there and not paused, until `take` says no. */
    handOut(take: (record: IncomingRecord) => boolean) {
      if (isHandingOut) return
      isHandingOut = true
      try {
        for (const partition of [...waiting.keys()]) handOutPartition(partition, take)
      } finally {
        isHandingOut = false
      }
    },
  }
}
export type ReadingState = ReturnType<typeof createReadingState>
