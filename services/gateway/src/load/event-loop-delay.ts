import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How far behind the event loop is, over the last seconds. It is measured only while requests come. */
export type EventLoopDelay = {
  /** How long the turn takes that an arriving request falls into, on average, in ms. 0 until the first seconds are over. */
  turnMs(): number
  /** Says that a request has come, so that the loop is measured. */
  requestCame(): void
  stop(): void
}

const RESOLUTION_MS = 20
const WINDOW_MS = 2_000
/** Windows without a request after which nothing is measured: to look wakes an idle process 50 times a second. */
const QUIET_WINDOWS = 5

export function watchEventLoopDelay(windowMs = WINDOW_MS): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let timer: NodeJS.Timeout | undefined
  let latest = 0
  let before = 0
  let quietWindows = 0

  function endWindow(): void {
    before = latest
    latest = turnMet({ meanMs: histogram.mean / 1e6, deviationMs: histogram.stddev / 1e6 })
    histogram.reset()
    quietWindows += 1
    if (quietWindows > QUIET_WINDOWS) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
    histogram.disable()
    latest = 0
    before = 0
  }

  return {
    // A machine that stands still for a moment is no overload: one window alone does not count.
    turnMs: () => Math.min(latest, before),
    requestCame() {
      quietWindows = 0
      if (timer) return
      timer = setInterval(endWindow, windowMs).unref()
      histogram.reset()
      histogram.enable()
    },
    stop,
  }
}

/**
 * A long turn is met by more requests than a short one, so each counts by its length. The 99th percentile would do as
 * much harm as good: in a few seconds there are too few turns, and a single pause is its value.
 */
export function turnMet({ meanMs, deviationMs }: { meanMs: number; deviationMs: number }): number {
  const met = (meanMs ** 2 + deviationMs ** 2) / meanMs
  // What is measured is the time from look to look.
  return Math.max(0, met - RESOLUTION_MS) || 0
}
