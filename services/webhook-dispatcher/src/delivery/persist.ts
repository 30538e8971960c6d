import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sluice/service-kit'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/**
 * Tries a write again until it is durable, so that a result that only we know is not lost to a store that is away.
 * @returns whether it was written; false when the process ends first
 */
export async function persist(
  write: () => Promise<void>,
  { ending, logger }: { ending: AbortSignal; logger: Logger },
): Promise<boolean> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      await write()
      return true
    } catch (error) {
      if (ending.aborted) return false
      logger.warn({ err: error, pauseMs }, 'log.not-written')
      await delay(pauseMs, undefined, { signal: ending }).catch(() => {})
    }
  }
}
