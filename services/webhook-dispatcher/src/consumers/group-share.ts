import { exchangeCompleted } from '@sluice/contracts'

/** Which part of the events comes to this process: of all partitions, those that its group has given it. */
export type GroupShare = {
  /** 0 to 1; 1 until the group has given out partitions for the first time, and the last one while the bus is away. */
  now(): number
  /** @param count of the partitions that this process has from now on */
  assigned(count: number): void
}

export function createGroupShare(): GroupShare {
  let share = 1
  return {
    now: () => share,
    assigned(count) {
      share = Math.min(1, count / exchangeCompleted.partitions)
    },
  }
}
