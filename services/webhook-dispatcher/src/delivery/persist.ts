import { setTimeout as delay } from 'node:timers/promises'
import { createSparseLog, type Logger } from '@sluice/service-kit'

export type Persist = (write: () => Promise<void>) => Promise<boolean>

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 5_000

/**
 * Tries a write again until it is durable, so that a result that only we know is not lost to a store that is away.
 * What it returns says whether it was written; false when the process ends first.
 */
export function createPersist({ ending, logger }: { ending: AbortSignal; logger: Logger }): Persist {
  const warn = createSparseLog(fields => logger.warn(fields, 'log.not-written'))
  return async write => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        await write()
        return true
      } catch (error) {
        if (ending.aborted) return false
        warn({ err: error, pauseMs })
        await delay(pauseMs, undefined, { signal: ending }).catch(() => {})
      }
    }
  }
}
