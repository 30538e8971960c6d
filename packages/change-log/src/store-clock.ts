import type { Clock } from './settings.ts'

/** The store's clock, carried on between readings by the monotonic clock of this process. */
export function createStoreClock(clock: Clock) {
  let offsetMs: number | undefined

  return {
    /** Takes the store's answer as given halfway between question and answer. */
    async read(now: () => Promise<Date>): Promise<void> {
      const asked = clock.monotonicMs()
      const answer = await now()
      offsetMs = answer.getTime() - (asked + clock.monotonicMs()) / 2
    },
    /** Epoch ms. Before the first reading the clock of this machine. */
    time: () => (offsetMs === undefined ? clock.wallMs() : clock.monotonicMs() + offsetMs),
    /** How far this machine is ahead of the store. */
    skewMs: () => (offsetMs === undefined ? 0 : clock.wallMs() - (clock.monotonicMs() + offsetMs)),
  }
}
export type StoreClock = ReturnType<typeof createStoreClock>
