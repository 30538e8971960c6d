export type FlowLimits = {
  /** Open records of one partition. */
  maxOpenRecords: number
  /** Open and done records above an incomplete one, of one partition: one that never ends must not fill the memory. */
  maxHeldRecords: number
  /** Bytes of all open records, with what is held for each. */
  maxOpenBytes: number
}

/** What is open, as the offset tracker counts it. */
type OpenLoad = {
  openRecords(partition: number): number
  heldRecords(partition: number): number
  openBytes(): number
}

/** Decides which partitions must not be read now: they are paused above a limit, resumed at half of it. Pure. */
export function createFlowControl(limits: FlowLimits, load: OpenLoad) {
  const full = new Set<number>()
  let isAllFull = false

  function isAbove(partition: number, share: number): boolean {
    const isOpenAbove = load.openRecords(partition) > limits.maxOpenRecords * share
    return isOpenAbove || load.heldRecords(partition) > limits.maxHeldRecords * share
  }

  return {
    /** To be called after the load of a partition has changed. @returns whether anything is different now */
    update(partition: number): boolean {
      const wasFull = full.has(partition)
      const wasAllFull = isAllFull
      isAllFull = load.openBytes() > limits.maxOpenBytes * (isAllFull ? 0.5 : 1)
      if (isAbove(partition, wasFull ? 0.5 : 1)) full.add(partition)
      else full.delete(partition)
      return full.has(partition) !== wasFull || isAllFull !== wasAllFull
    },
    isPaused: (partition: number) => isAllFull || full.has(partition),
  }
}
