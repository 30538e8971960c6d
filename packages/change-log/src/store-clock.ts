import type { ChangeLogClock } from './settings.ts'

/** With polls every 2 s every second one reads the clock, though its timer be a little early. */
const READ_EVERY_MS = 3_500
/** More than clocks drift apart, or are pushed by NTP, between two readings. */
const MAX_DRIFT_MS = 1_000

/** The store's clock, carried on between readings by the monotonic clock of this process. */
export function createStoreClock(clock: ChangeLogClock) {
  let offsetMs: number | undefined
  /** The wall clock against the monotonic one when the last reading was asked for. */
  let wallOffsetMs: number | undefined
  /** The monotonic time at which the last reading was asked for, in ms. */
  let askedAt = Number.NEGATIVE_INFINITY
  const wallOffset = () => clock.wallMs() - clock.monotonicMs()
  const isSure = () => wallOffsetMs === undefined || Math.abs(wallOffset() - wallOffsetMs) < MAX_DRIFT_MS

  return {
    /** The store gave its time, in whole ms, at some moment between question and answer: what fits that stays as it was. */
    async read(now: () => Promise<Date>): Promise<void> {
      const asked = clock.monotonicMs()
      const askedWallOffset = wallOffset()
      const answered = (await now()).getTime()
      const least = answered - clock.monotonicMs()
      const most = answered + 1 - asked
      offsetMs = Math.min(most, Math.max(least, offsetMs ?? (least + most) / 2))
      wallOffsetMs = askedWallOffset
      askedAt = asked
    },
    /** Whether the last reading is too old, or can't be carried on any more. */
    isDue: () => clock.monotonicMs() - askedAt >= READ_EVERY_MS || !isSure(),
    /** Epoch ms. Before the first reading the clock of this machine. */
    time: () => (offsetMs === undefined ? clock.wallMs() : clock.monotonicMs() + offsetMs),
    /**
     * False where the wall clock has moved away from the monotonic one since the last reading was asked for: this machine
     * may have slept, and the monotonic clock, by which the time is carried on, have stood still meanwhile.
     */
    isSure,
    /** How far this machine is ahead of the store. */
    skewMs: () => (offsetMs === undefined ? 0 : clock.wallMs() - (clock.monotonicMs() + offsetMs)),
  }
}
export type StoreClock = ReturnType<typeof createStoreClock>
