import type { AssignedPartition, Consumer, IncomingRecord } from './port.ts'

/** The assurance that no other member has been handed a record, nor will be before it is released. */
export type SoleHold = {
  /** Whether that holds for what begins now: no longer where the group shares out anew, or may have gone on without this member. */
  isSure(): boolean
  /** Called once: what others have to find of the record is where they find it. */
  release(): void
}

/**
 * Tells which records nobody else can have: those of which nothing was sent before, behind the end that their partition had when it
 * was given to this member. The member does not join anew before all of them are released. Pure.
 */
export function createSoleHolds() {
  const ends = new Map<number, bigint>()
  let consumer: Pick<Consumer, 'isSettled'> | undefined
  let held = 0
  let idle: PromiseWithResolvers<void> | undefined

  const isSure = () => consumer?.isSettled() === true

  function take(): SoleHold {
    let isHeld = true
    held += 1
    return {
      isSure: () => isHeld && isSure(),
      release() {
        if (!isHeld) return
        isHeld = false
        held -= 1
        if (held === 0) idle?.resolve()
      },
    }
  }

  return {
    connect(joined: Pick<Consumer, 'isSettled'>) {
      consumer = joined
    },
    assigned(partitions: readonly AssignedPartition[]) {
      ends.clear()
      for (const { partition, end } of partitions) ends.set(partition, end)
    },
    revoked(partitions: readonly number[]) {
      for (const partition of partitions) ends.delete(partition)
    },
    /** @returns undefined where somebody else may have the record, or have had it; so may this member at an earlier attempt */
    take({ partition, offset, isFirst }: IncomingRecord, attempt: number): SoleHold | undefined {
      const end = ends.get(partition)
      if (!isFirst || attempt > 1 || end === undefined || offset < end || !isSure()) return undefined
      return take()
    },
    /** Resolves when none is held. */
    async released(): Promise<void> {
      if (held === 0) return
      idle ??= Promise.withResolvers<void>()
      await idle.promise
      idle = undefined
    },
  }
}
