import { StoreUnavailableError } from '@sluice/store'
import type { Followers } from './follow/followers.ts'
import type { Poller } from './poller.ts'
import type { ChangeLog, Counters } from './port.ts'
import { APPLY_LIMIT_MS } from './settings.ts'
import type { Waiters } from './waiters.ts'

type CatchUpDependencies = { poller: Pick<Poller<Counters>, 'now'>; followers: Followers; waiters: Waiters }

/**
 * A poll that is sent after the call reads the counters linearizably, so that it misses nothing that was stored before; when
 * the followers hold what it has read, they hold that.
 */
export function createCatchUp({ poller, followers, waiters }: CatchUpDependencies): ChangeLog['catchUpWithStore'] {
  return async topics => {
    const counters = await poller.now()
    if (!counters) throw new StoreUnavailableError(UNKNOWN)
    await waiters.until(() => followers.hold(topics, counters), APPLY_LIMIT_MS, isBehind(APPLY_LIMIT_MS))
    return counters
  }
}

const UNKNOWN = 'The change log could not be read, so what is in force now is not known.'

export const isBehind = (limitMs: number): string =>
  `This process is behind, and could not catch up within ${limitMs} ms.`
