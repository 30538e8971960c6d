import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How far behind the event loop is, over the last seconds. */
export type EventLoopDelay = {
  /** Milliseconds; 0 until the first seconds are over. */
  p99Ms(): number
  stop(): void
}

const RESOLUTION_MS = 20
/** 200 looks: one long pause of the machine is no overload, several are. */
const WINDOW_MS = 4_000

export function watchEventLoopDelay(windowMs = WINDOW_MS): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let p99Ms = 0
  const timer = setInterval(() => {
    // What is measured is the time from look to look.
    p99Ms = Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS)
    histogram.reset()
  }, windowMs).unref()
  histogram.enable()
  return {
    p99Ms: () => p99Ms,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
