import type { FlowLimits } from './flow-control.ts'

export type ConsumerLimits = FlowLimits & {
  commitEveryMs: number
  /** What the handler holds for an open record beside its bytes. */
  heldForEachBytes: number
  /** Completed records. */
  commitEveryRecords: number
}

export const defaultLimits: ConsumerLimits = {
  maxOpenRecords: 5_000,
  maxHeldRecords: 100_000,
  maxOpenBytes: 128 * 1024 * 1024,
  heldForEachBytes: 0,
  commitEveryMs: 1_000,
  commitEveryRecords: 500,
}
