import { StoreUnavailableError } from '@sluice/store'
import { type Counters, createChangeStore } from './change-store.ts'
import { createFollowerRunner } from './follower-runner.ts'
import { createFollowers } from './followers.ts'
import { createKeptPositions } from './kept-positions.ts'
import { createLease } from './lease.ts'
import { createNotices } from './notices.ts'
import { createPollOnce } from './poll-once.ts'
import { createPoller } from './poller.ts'
import type { ChangeLog, Recorded } from './port.ts'
import { recordChange, type Subject, type Work } from './record-change.ts'
import { APPLY_LIMIT_MS, type ChangeLogOptions, POLL_LIMIT_MS, type Settings, withDefaults } from './settings.ts'
import { createStoreClock } from './store-clock.ts'
import { createWaiters } from './waiters.ts'

/**
 * The change log over any store and signals. A follower that fails keeps the lease from being renewed: what is held
 * stays trusted until 15 s after the last poll that everybody has applied was sent, and is refused from then on.
 */
export function createChangeLog(options: ChangeLogOptions): ChangeLog {
  const settings = withDefaults(options)
  const parts = assemble(settings)
  const { changeStore, followers, lease, notices, poller, reading, recorded, storeClock, waiters, status } = parts
  const isTrusted = () => status.isStarted && lease.isHeld(reading())

  return {
    record: (topic, id, work) => record(parts, { topic, id }, work),

    async follow(follower) {
      const { state } = followers.add(follower)
      poller.start()
      void poller.now()
      await waiters.until(state.hasJoined)
    },

    async start() {
      status.isStarted = true
      poller.start()
      void poller.now()
      await waiters.until(() => isTrusted() && followers.haveJoined())
      await changeStore.prepare().catch((error: unknown) => {
        const message = 'The change log could not be given its expiry. It grows until the next start.'
        settings.onWarning({ event: 'change-log.not-prepared', message, error })
      })
    },

    async stop() {
      status.isStarted = false
      followers.stop()
      waiters.reject(new StoreUnavailableError('The change log was stopped.'))
      await poller.stop()
      notices.close()
    },

    isTrusted,
    secondsSincePoll: () => lease.secondsSince(reading()),
    positions: () => ({ ...recorded.current(parts.now()), ...followers.positions() }),

    async catchUp(positions) {
      const isThere = () => followers.haveReached(positions)
      if (isThere()) return
      void poller.now()
      const message = `This process is behind, and could not catch up within ${POLL_LIMIT_MS} ms.`
      await waiters.until(isThere, POLL_LIMIT_MS, message)
    },

    storeTime: storeClock.time,
  }
}

function assemble(settings: Settings) {
  const { clock, db, store, signals } = settings
  const status = { isStarted: false }
  const changeStore = createChangeStore(store, db)
  const storeClock = createStoreClock(clock)
  const waiters = createWaiters()
  const lease = createLease<Counters>(settings.leaseMs)
  const followers = createFollowers(follower => createFollowerRunner(follower, settings, settle))
  const { poll, epoch } = createPollOnce(settings, { changeStore, followers, lease, storeClock, onPolled: settle })
  const poller = createPoller(connectAndPoll, settings.pollMs)
  const notices = createNotices(signals, db, {
    notice: notice => void (followers.noticed(notice) && poller.now()),
    gap: () => void poller.now(),
  })
  const reading = () => ({ monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() })

  function settle() {
    followers.joinAt(lease.target())
    lease.settle(followers.haveApplied)
    waiters.settle()
  }

  function connectAndPoll() {
    if (status.isStarted) notices.connect()
    return poll()
  }

  const recorded = createKeptPositions(settings.leaseMs)
  const now = clock.monotonicMs
  return { changeStore, storeClock, waiters, lease, followers, epoch, poller, notices, reading, recorded, now, status }
}

async function record<T>(parts: ReturnType<typeof assemble>, of: Subject, work: Work<T>): Promise<Recorded<T>> {
  const { changeStore, epoch, followers, notices, poller, recorded, now, storeClock, waiters } = parts
  const written = await recordChange(changeStore, { ...of, at: new Date(storeClock.time()) }, work)
  if (written.kind === 'abandoned') return written
  const { topic, sequence } = written.change
  recorded.note({ [topic]: sequence }, now())
  const notice = { ...written.change, epoch: epoch() }
  if (followers.noticed(notice)) void poller.now()
  notices.publish(notice)
  const message = `The change is stored, but this process could not take it over within ${APPLY_LIMIT_MS} ms.`
  await waiters.until(() => followers.haveReached({ [topic]: sequence }), APPLY_LIMIT_MS, message)
  return { kind: 'committed', result: written.result, sequence }
}
