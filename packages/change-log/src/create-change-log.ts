import { StoreUnavailableError } from '@sluice/store'
import { createCatchUp, isBehind } from './catch-up-with-store.ts'
import { createChangeStore } from './follow/change-store.ts'
import { createFollowerRunner } from './follow/follower-runner.ts'
import { createFollowers } from './follow/followers.ts'
import { createKeptPositions } from './follow/kept-positions.ts'
import { createLastMerge } from './follow/last-merge.ts'
import { createLease } from './lease.ts'
import { createNotices } from './notices.ts'
import { createPollOnce } from './poll-once.ts'
import { createPoller } from './poller.ts'
import type { ChangeLog, Counters, RecordedWork, RecordedWrite } from './port.ts'
import { type ChangeSubject, recordChange } from './record-change.ts'
import {
  APPLY_LIMIT_MS,
  type ChangeLogOptions,
  type ChangeLogSettings,
  REACH_LIMIT_MS,
  withDefaults,
} from './settings.ts'
import { createStoreClock } from './store-clock.ts'
import { type ChangeAim, createTopicQueues } from './topic-queues.ts'
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
  const merged = createLastMerge((heard, held) => ({ ...heard, ...held }))

  return {
    record: (topic, id, work) => record(parts, { topic, id, aim: 'other' }, work),
    recordEnd: (topic, id, work) => record(parts, { topic, id, aim: 'end' }, work),
    recordSet: (topic, work) => record(parts, { topic, id: '', isSet: true, aim: 'other' }, work),
    setsOf: changeStore.readSets,

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
    polled: parts.newest,
    positions: () => merged(recorded.current(parts.now()), followers.positions()),

    hasReached: ({ epoch, positions }) => epoch === parts.newest()?.epoch && followers.haveReached(positions),

    async catchUp(positions) {
      const isThere = () => followers.haveReached(positions)
      if (isThere()) return
      void poller.now()
      await waiters.until(isThere, REACH_LIMIT_MS, isBehind(REACH_LIMIT_MS))
    },

    catchUpWithStore: createCatchUp(parts),

    storeTime: storeClock.time,

    async confirmTime() {
      if (storeClock.isSure()) return
      void poller.now()
      const message = `This machine may have slept, and the store did not say its time within ${APPLY_LIMIT_MS} ms.`
      await waiters.until(storeClock.isSure, APPLY_LIMIT_MS, message)
    },
  }
}

function assemble(settings: ChangeLogSettings) {
  const { clock, db, store, signals } = settings
  const status = { isStarted: false }
  const changeStore = createChangeStore(store, db)
  const storeClock = createStoreClock(clock)
  const waiters = createWaiters()
  const lease = createLease<Counters>(settings.leaseMs)
  const followers = createFollowers(follower => createFollowerRunner(follower, settings, settle))
  const { poll, newest } = createPollOnce(settings, { changeStore, followers, lease, storeClock, onPolled: settle })
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
  const topicQueues = createTopicQueues()
  const now = clock.monotonicMs
  return {
    changeStore,
    storeClock,
    waiters,
    lease,
    followers,
    newest,
    poller,
    notices,
    reading,
    recorded,
    now,
    status,
    topicQueues,
  }
}

type AimedSubject = ChangeSubject & { aim: ChangeAim }

async function record<T>(
  parts: ReturnType<typeof assemble>,
  { aim, ...of }: AimedSubject,
  work: RecordedWork<T>,
): Promise<RecordedWrite<T>> {
  const { changeStore, newest, followers, notices, poller, recorded, now, storeClock, topicQueues, waiters } = parts
  const write = () => recordChange(changeStore, { ...of, at: new Date(storeClock.time()) }, work)
  const written = await topicQueues.inTurn(of.topic, write, aim)
  if (written.kind === 'abandoned') return written
  const { topic, sequence } = written.change
  recorded.note({ [topic]: sequence }, now())
  // In no epoch, so that it only says to look: the gap in the log, where an entry is missing, says the rest.
  const epoch = of.isSet ? undefined : newest()?.epoch
  const notice = { ...written.change, epoch: epoch ?? -1 }
  if (followers.noticed(notice)) void poller.now()
  notices.publish(notice)
  const message = `The change is stored, but this process could not take it over within ${APPLY_LIMIT_MS} ms.`
  await waiters.until(() => followers.haveReached({ [topic]: sequence }), APPLY_LIMIT_MS, message)
  return { kind: 'committed', result: written.result, sequence }
}
