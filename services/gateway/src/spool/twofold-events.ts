type KeyedRecord = { key: string }

export type TwofoldEvents = ReturnType<typeof createTwofoldEvents>

/**
 * The events that stand in the spool twice, as a sync has failed and they were written again: the second of the two goes nowhere once the
 * bus has the first. It would lie on another partition, where another dispatcher could be handed it at the same time.
 */
export function createTwofoldEvents() {
  /** Of each id, whether the bus has its event. */
  const acknowledged = new Map<string, boolean>()
  return {
    writtenAgain(id: string): void {
      if (!acknowledged.has(id)) acknowledged.set(id, false)
    },
    /** Leaves out what the bus has. */
    unsent<T extends KeyedRecord>(records: readonly T[]): readonly T[] {
      return acknowledged.size === 0 ? records : records.filter(({ key }) => acknowledged.get(key) !== true)
    },
    acknowledge(records: readonly KeyedRecord[]): void {
      if (acknowledged.size === 0) return
      for (const { key } of records) if (acknowledged.has(key)) acknowledged.set(key, true)
    },
    /** Nothing of them is left in the spool. */
    clear: (): void => acknowledged.clear(),
  }
}
