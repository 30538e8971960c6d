import { createJobQueue, type Job, type ToldChange } from './job-queue.ts'

/** What a poll found for one topic. `entries`: those after the lowest position of any follower, in order. */
export type PolledTopic = { epoch: number; counter: number; entries: readonly ToldChange[] }

/** The place at which a follower stood when a poll was sent. Without an epoch it had not heard of anything yet. */
export type Mark = { epoch: number | undefined; known: number }

/**
 * What one follower of one topic knows, and what it has to do next. Pure: time, store and notices come in as calls.
 * `known` is the sequence up to which everything is done or queued, `applied` the one up to which it is done.
 */
export function createFollowState() {
  const jobs = createJobQueue()
  let epoch: number | undefined
  let known = 0
  let applied = -1
  let hasLoaded = false
  let hasJoined = false

  function reloadUpTo(counter: number) {
    jobs.reload(counter)
    known = counter
  }

  function startOver(next: number, counter: number) {
    epoch = next
    applied = -1
    jobs.outdate()
    reloadUpTo(counter)
  }

  function enqueue(change: ToldChange) {
    known = change.sequence
    jobs.apply(change)
  }

  function takeEntries({ counter, entries }: PolledTopic) {
    const fresh = entries.filter(entry => entry.sequence > known && entry.sequence <= counter)
    const isWhole =
      fresh.length === counter - known && fresh.every((entry, index) => entry.sequence === known + index + 1)
    if (isWhole) fresh.forEach(enqueue)
    else reloadUpTo(counter)
  }

  const hasReached = (sequence: number, ofEpoch: number) => epoch === ofEpoch && applied >= sequence

  return {
    mark: (): Mark => ({ epoch, known }),

    /** @param mark where this follower stood when the poll was sent: since then it may have heard of more */
    polled(topic: PolledTopic, mark: Mark) {
      const hasGoneBack = mark.epoch === epoch && topic.counter < mark.known
      if (topic.epoch !== epoch || hasGoneBack) startOver(topic.epoch, topic.counter)
      else if (topic.counter > known) takeEntries(topic)
    },

    /** @returns `behind` when something before it is missing, so that a poll is due */
    noticed(change: ToldChange & { epoch: number }): 'known' | 'queued' | 'behind' {
      if (change.epoch !== epoch || change.sequence > known + 1) return 'behind'
      if (change.sequence <= known) return 'known'
      enqueue(change)
      return 'queued'
    },

    next: (): Job | undefined => jobs.next(),
    failed: () => jobs.failed(),
    finished() {
      const sequence = jobs.finished()
      if (sequence === undefined) return
      applied = sequence
      hasLoaded = true
    },

    /** -1 before the first load, and after a new epoch until everything has been read anew. */
    applied: () => applied,
    hasLoaded: () => hasLoaded,
    hasReached,

    /**
     * Lets a follower that has loaded count for the lease, once it is as far as the lease that is held: a first load
     * that took long may have read what was stored before the poll that the lease comes from.
     */
    joinAt(lease: { sequence: number; epoch: number } | undefined) {
      if (applied >= 0 && (!lease || hasReached(lease.sequence, lease.epoch))) hasJoined = true
    },
    hasJoined: () => hasJoined,
  }
}
export type FollowState = ReturnType<typeof createFollowState>
