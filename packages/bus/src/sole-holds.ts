import type { AssignedPartition, Consumer, IncomingRecord } from './port.ts'

/** The assurance that no other member has been handed a record, nor will be before it is released. */
export type SoleHold = {
  /** Whether that holds for what begins now: no longer where the group shares out anew, or may have gone on without this member. */
  isSure(): boolean
  /** Called once: what others have to find of the record is where they find it. */
  release(): void
}

/** What has lain for longer may be behind: what the gain of a hold is, milliseconds, is nothing to it, and another record with its key may have been handled elsewhere. */
const FRESH_MS = 5_000

/** A partition from its assignment to the next. `held`: how many of its records are held. */
type PartitionGrant = { end: bigint; held: number }

/**
 * Tells which records nobody else can have: fresh ones of which nothing was sent before, behind the end that their partition had when it
 * was given to this member. Pure.
 */
export function createSoleHolds() {
  const grants = new Map<number, PartitionGrant>()
  let consumer: Pick<Consumer, 'isSettled'> | undefined
  let idle: PromiseWithResolvers<void> | undefined

  const isSettled = () => consumer?.isSettled() === true
  const isIdle = () => grants.values().every(({ held }) => held === 0)

  function tellIdle() {
    if (!idle || !isIdle()) return
    idle.resolve()
    idle = undefined
  }

  function take(partition: number, grant: PartitionGrant): SoleHold {
    let isHeld = true
    grant.held += 1
    return {
      isSure: () => isHeld && grants.get(partition) === grant && isSettled(),
      release() {
        if (!isHeld) return
        isHeld = false
        grant.held -= 1
        tellIdle()
      },
    }
  }

  return {
    connect(joined: Pick<Consumer, 'isSettled'>) {
      consumer = joined
    },
    /** What is still held of what was had before, a member that was too slow may have lost: it counts no longer. */
    assigned(partitions: readonly AssignedPartition[]) {
      grants.clear()
      for (const { partition, end } of partitions) grants.set(partition, { end, held: 0 })
      tellIdle()
    },
    revoked(partitions: readonly number[]) {
      for (const partition of partitions) grants.delete(partition)
      tellIdle()
    },
    /** @returns undefined where somebody else may have the record, or have had it; so may this member at an earlier attempt */
    take({ partition, offset, at, isFirst }: IncomingRecord, attempt: number): SoleHold | undefined {
      const grant = grants.get(partition)
      if (!isFirst || attempt > 1 || !grant || offset < grant.end || !isSettled()) return undefined
      return Date.now() - at.getTime() < FRESH_MS ? take(partition, grant) : undefined
    },
    /** Resolves when none is held of what this member has: whoever has it next finds the traces of all of them. */
    async released(): Promise<void> {
      if (isIdle()) return
      idle ??= Promise.withResolvers<void>()
      await idle.promise
    },
  }
}
