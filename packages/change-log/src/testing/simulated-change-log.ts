import type { EntryRange } from '../follow/change-store.ts'
import { createFollowState } from '../follow/follow-state.ts'
import { createFollowers, type Followers, missingRanges, type Notice } from '../follow/followers.ts'
import type { Job, ToldChange } from '../follow/job-queue.ts'
import { type ClockReading, createLease } from '../lease.ts'
import type { ChangeLog, Counters, Follower } from '../port.ts'
import type { ChangeLogClock } from '../settings.ts'
import { createStoreClock } from '../store-clock.ts'
import { createWaiters } from '../waiters.ts'

/** What polls read, as it is stored at the moment of the call. */
type StoredLog = {
  counters(): Counters
  entries(ranges: readonly EntryRange[]): ReadonlyMap<string, readonly ToldChange[]>
  now(): Date
}

type Findings = { counters: Counters; entries: ReadonlyMap<string, readonly ToldChange[]> }
type ClockRead = { askedMs: number; seen?: Date; resolve(seen: Date): void; done: Promise<void> }
type SimulatedPoll = {
  sentAt: ClockReading
  marks: ReturnType<Followers['marks']>
  counters?: Counters
  found?: Findings
  clockRead: ClockRead
}

const LEASE_MS = 15_000
/** Past this a store has given up a read. */
const READ_LIMIT_MS = 5_000

/**
 * The change log without carrier, timers and store: its own followers, lease and clock, driven by `steps`. A job begins
 * when it is told to; what a poll finds is read and answered when that is told, or never.
 */
export function createSimulatedChangeLog(clock: ChangeLogClock, stored: StoredLog) {
  const lease = createLease<Counters>(LEASE_MS)
  const storeClock = createStoreClock(clock)
  const waiters = createWaiters()
  const runners: ReturnType<typeof createSteppedRunner>[] = []
  const followers = createFollowers(follower => {
    const runner = createSteppedRunner(follower, settle)
    runners.push(runner)
    return runner
  })
  const reading = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() })

  function settle() {
    followers.joinAt(lease.target())
    lease.settle(followers.haveApplied)
    waiters.settle()
  }

  function takeOver({ marks, sentAt }: SimulatedPoll, { counters, entries }: Findings) {
    followers.polled(marks, counters, entries)
    lease.offer(sentAt, counters)
    settle()
  }

  const ask = (): SimulatedPoll => ({
    sentAt: reading(),
    marks: followers.marks(),
    clockRead: askClock(storeClock, clock),
  })
  const changes: Pick<ChangeLog, 'follow' | 'isTrusted' | 'storeTime'> = {
    follow: follower => waiters.until(followers.add(follower).state.hasJoined),
    isTrusted: () => lease.isHeld(reading()),
    storeTime: storeClock.time,
  }
  return {
    changes,
    steps: {
      notice: (notice: Notice) => followers.noticed(notice),
      /** @returns whether there was one to do */
      startJob: (pick: number) => runners[pick % Math.max(1, runners.length)]?.begin() ?? false,
      startJobs: () => runners.filter(runner => runner.begin()).length > 0,
      ...pollSteps({ ask, takeOver, stored, clock }),
    },
  }
}

function createSteppedRunner(follower: Follower, onApplied: () => void) {
  const state = createFollowState()

  async function attempt(job: Job) {
    try {
      await (job.kind === 'apply' ? follower.apply(job.id) : follower.reload())
      state.finished()
    } catch {
      state.failed()
    }
    onApplied()
  }

  return {
    topic: follower.topic,
    state,
    run: () => undefined,
    stop: () => {},
    begin() {
      const job = state.next()
      if (job) void attempt(job)
      return job !== undefined
    },
  }
}

function askClock(storeClock: ReturnType<typeof createStoreClock>, clock: ChangeLogClock): ClockRead {
  const { promise, resolve } = Promise.withResolvers<Date>()
  return { askedMs: clock.monotonicMs(), resolve, done: storeClock.read(() => promise) }
}

type SimulatedPolling = {
  ask(): SimulatedPoll
  takeOver(poll: SimulatedPoll, found: Findings): void
  stored: StoredLog
  clock: ChangeLogClock
}

/** One poll at a time. The clock reading of one that was lost may still be answered, until the store gives it up. */
function pollSteps({ ask, takeOver, stored, clock }: SimulatedPolling) {
  let poll: SimulatedPoll | undefined
  let late: ClockRead | undefined

  return {
    /** @returns whether one was sent: none is while another is under way */
    sendPoll(): boolean {
      if (poll) return false
      poll = ask()
      return true
    },
    readClock() {
      if (poll) poll.clockRead.seen ??= stored.now()
    },
    readCounters() {
      if (poll) poll.counters ??= stored.counters()
    },
    readEntries() {
      if (!poll?.counters) return
      const { counters, marks } = poll
      poll.found ??= { counters, entries: stored.entries(missingRanges(marks, counters)) }
    },
    /** @returns whether everything of it had been read */
    async answerPoll(): Promise<boolean> {
      if (!poll?.found) return false
      const answered = poll
      const { clockRead, found } = poll
      poll = undefined
      clockRead.resolve(clockRead.seen ?? stored.now())
      await clockRead.done
      takeOver(answered, found)
      return true
    },
    losePoll() {
      late = poll?.clockRead ?? late
      poll = undefined
    },
    answerLateClock() {
      if (late && clock.monotonicMs() - late.askedMs < READ_LIMIT_MS) late.resolve(late.seen ?? stored.now())
      late = undefined
    },
  }
}
