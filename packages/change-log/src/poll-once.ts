import type { ChangeStore, Counters } from './change-store.ts'
import { withDeadline } from './deadline.ts'
import { type Followers, missingRanges } from './followers.ts'
import type { Lease } from './lease.ts'
import { isWorthTelling, POLL_LIMIT_MS, type Settings } from './settings.ts'
import type { StoreClock } from './store-clock.ts'

const MAX_SKEW_MS = 10_000

type Parts = {
  changeStore: ChangeStore
  followers: Followers
  lease: Lease<Counters>
  storeClock: StoreClock
  onPolled(): void
}

/** One look at the log: the counters, the entries that followers lack, the store's clock. `poll` never rejects. */
export function createPollOnce(settings: Settings, { changeStore, followers, lease, storeClock, onPolled }: Parts) {
  const { clock, onWarning } = settings
  let failures = 0
  let skewed = 0
  let epoch = -1

  async function read(marks: ReturnType<Followers['marks']>) {
    const clockRead = storeClock.read(() => changeStore.now())
    const [counters] = await Promise.all([changeStore.readCounters(POLL_LIMIT_MS), clockRead])
    const found = await changeStore.readEntries(missingRanges(marks, counters), POLL_LIMIT_MS)
    return { counters, found }
  }

  function judgeSkew() {
    const seconds = Math.round(storeClock.skewMs() / 1_000)
    skewed = Math.abs(storeClock.skewMs()) > MAX_SKEW_MS ? skewed + 1 : 0
    if (skewed === 0 || !isWorthTelling(skewed)) return
    const message = `The clock of this machine differs from the store's by ${seconds} s. Set it right (NTP).`
    onWarning({ event: 'change-log.clock-skewed', message })
  }

  function judgeFailure(error: unknown) {
    failures++
    if (!isWorthTelling(failures)) return
    const message = `The change log could not be read (${failures} times in a row). It is tried again.`
    onWarning({ event: 'change-log.poll-failed', message, error })
  }

  async function poll(): Promise<void> {
    const sentAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() }
    const marks = followers.marks()
    try {
      const message = `The store did not answer within ${POLL_LIMIT_MS} ms.`
      const { counters, found } = await withDeadline(read(marks), POLL_LIMIT_MS, message)
      failures = 0
      epoch = counters.epoch
      followers.polled(marks, counters, found)
      lease.offer(sentAt, counters)
      onPolled()
      judgeSkew()
    } catch (error) {
      judgeFailure(error)
    }
  }

  return { poll, epoch: () => epoch }
}
