import { withDeadline } from './deadline.ts'
import type { ChangeStore } from './follow/change-store.ts'
import { type Followers, missingRanges } from './follow/followers.ts'
import type { TrustLease } from './lease.ts'
import type { Counters } from './port.ts'
import { ANSWER_LIMIT_MS, type ChangeLogSettings, isWorthTelling } from './settings.ts'
import type { StoreClock } from './store-clock.ts'

const MAX_SKEW_MS = 10_000

type PollParts = {
  changeStore: ChangeStore
  followers: Followers
  lease: TrustLease<Counters>
  storeClock: StoreClock
  onPolled(): void
}

/**
 * One look at the log: the counters, the entries that followers lack and, where it is due, the store's clock. `poll` never
 * rejects.
 * @returns the counters that it has read; undefined when the store did not answer
 */
export function createPollOnce(
  settings: ChangeLogSettings,
  { changeStore, followers, lease, storeClock, onPolled }: PollParts,
) {
  const { clock, onWarning } = settings
  let failures = 0
  let skewed = 0
  let newest: Counters | undefined

  async function read(marks: ReturnType<Followers['marks']>) {
    const [counters] = await answered(Promise.all([changeStore.readCounters(ANSWER_LIMIT_MS), readClock()]))
    const found = await answered(changeStore.readEntries(missingRanges(marks, counters), ANSWER_LIMIT_MS))
    return { counters, found }
  }

  async function readClock() {
    if (!storeClock.isDue()) return
    await storeClock.read(() => changeStore.now())
    judgeSkew()
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

  async function poll(): Promise<Counters | undefined> {
    const sentAt = { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() }
    const marks = followers.marks()
    try {
      const { counters, found } = await read(marks)
      failures = 0
      newest = counters
      followers.polled(marks, counters, found)
      lease.offer(sentAt, counters)
      onPolled()
      return counters
    } catch (error) {
      judgeFailure(error)
      return undefined
    }
  }

  return { poll, newest: () => newest }
}

const answered = <T>(answer: Promise<T>): Promise<T> =>
  withDeadline(answer, ANSWER_LIMIT_MS, `The store did not answer within ${ANSWER_LIMIT_MS} ms.`)
