import { firstIdAt } from '../domain/execution/execution-id.ts'
import { newestIds } from '../log/scan-events.ts'
import type { LogStore } from '../ports/log-store.ts'
import { CLOCK_SKEW_MS, LOOK_BACK_MS } from './feed.ts'

type Sources = { log: Pick<LogStore, 'eventMatches'>; now: () => Date }

/** Ids that one look takes, the newest. */
const MAX_LOOKED = 2000

/** Ids of the last minute, newest first. It may have two days. */
export function recentIds({ log, now }: Sources): Promise<string[]> {
  const at = now().getTime()
  return newestIds({ from: firstIdAt(at - LOOK_BACK_MS), below: firstIdAt(at + CLOCK_SKEW_MS), limit: MAX_LOOKED }, log)
}
