import type { Clock } from './settings.ts'

/** The store's clock, carried on between readings by the monotonic clock of this process. */
export function createStoreClock(clock: Clock) {
  let offsetMs: number | undefined

  return {
    /** The store gave its time, in whole ms, at some moment between question and answer: what fits that stays as it was. */
    async read(now: () => Promise<Date>): Promise<void> {
      const asked = clock.monotonicMs()
      const answered = (await now()).getTime()
      const least = answered - clock.monotonicMs()
      const most = answered + 1 - asked
      offsetMs = Math.min(most, Math.max(least, offsetMs ?? (least + most) / 2))
    },
    /** Epoch ms. Before the first reading the clock of this machine. */
    time: () => (offsetMs === undefined ? clock.wallMs() : clock.monotonicMs() + offsetMs),
    /** How far this machine is ahead of the store. */
    skewMs: () => (offsetMs === undefined ? 0 : clock.wallMs() - (clock.monotonicMs() + offsetMs)),
  }
}
export type StoreClock = ReturnType<typeof createStoreClock>
