import { setTimeout as wait } from 'node:timers/promises'

/** Waits, or until `signal` is aborted; never throws. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => {})
}

const FIRST_MS = 100
const LONGEST_MS = 1_000

/** Longer with each time until it is reset, up to a second. */
export function createBackOff(signal: AbortSignal) {
  let milliseconds = FIRST_MS
  return {
    async pause() {
      await pause(milliseconds, signal)
      milliseconds = Math.min(milliseconds * 2, LONGEST_MS)
    },
    reset() {
      milliseconds = FIRST_MS
    },
  }
}
