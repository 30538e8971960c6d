import { setTimeout as wait } from 'node:timers/promises'
import type { Follower } from '../port.ts'
import { type ChangeLogSettings, isWorthTelling } from '../settings.ts'
import { createFollowState } from './follow-state.ts'
import type { Job } from './job-queue.ts'

const MAX_BACK_OFF_MS = 2_000

/** Carries out what the state of one follower asks for: one call at a time, a failed one again with back-off. */
export function createFollowerRunner(follower: Follower, settings: ChangeLogSettings, onApplied: () => void) {
  const state = createFollowState()
  const ended = new AbortController()
  let isBusy = false
  let failures = 0

  async function carryOut(job: Job) {
    if (job.kind === 'apply') return follower.apply(job.id)
    // So that not all processes read everything at the same moment after a gap.
    if (state.hasLoaded()) await wait(Math.random() * settings.maxJitterMs, undefined, { signal: ended.signal })
    return follower.reload()
  }

  async function attempt(job: Job) {
    try {
      await carryOut(job)
      failures = 0
      state.finished()
    } catch (error) {
      state.failed()
      if (ended.signal.aborted) return
      failures++
      if (isWorthTelling(failures)) warn(error)
      const backOffMs = Math.min(100 * 2 ** (failures - 1), MAX_BACK_OFF_MS)
      await wait(backOffMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }

  function warn(error: unknown) {
    const message =
      `Taking over a change of ${follower.topic} failed ${failures} times in a row and is tried again. ` +
      `Until it works nothing newer is taken over; after ${settings.leaseMs / 1_000} s requests are refused.`
    settings.onWarning({ event: 'change-log.follower-failed', message, error })
  }

  async function run() {
    if (isBusy) return
    isBusy = true
    for (let job = state.next(); job && !ended.signal.aborted; job = state.next()) {
      await attempt(job)
      onApplied()
    }
    isBusy = false
  }

  return { topic: follower.topic, state, run: () => void run(), stop: () => ended.abort() }
}
export type FollowerRunner = ReturnType<typeof createFollowerRunner>
