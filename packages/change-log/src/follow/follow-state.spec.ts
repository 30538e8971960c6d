import { describe, expect, it } from '@jest/globals'
import { createFollowState, type FollowState } from './follow-state.ts'
import type { Job } from './job-queue.ts'

const entries = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ sequence: from + index, id: `id-${from + index}` }))

function poll(state: FollowState, counter: number, { epoch = 0, found = entries(1, counter) } = {}) {
  state.polled({ epoch, counter, entries: found }, state.mark())
}

function runAll(state: FollowState): Job[] {
  const jobs: Job[] = []
  for (let job = state.next(); job; job = state.next()) {
    jobs.push({ ...job })
    state.finished()
  }
  return jobs
}

function loadedAt(counter: number) {
  const state = createFollowState()
  poll(state, counter)
  runAll(state)
  return state
}

describe('following a topic', () => {
  it('reads everything first, whatever the counter is', () => {
    const state = createFollowState()
    poll(state, 7)
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 7 }])
    expect(state.applied()).toBe(7)
  })

  it('takes a notice that is next at once, one that it knows not at all, and asks for a poll when one is missing', () => {
    const state = loadedAt(2)
    expect(state.noticed({ epoch: 0, sequence: 3, id: 'a' })).toBe('queued')
    expect(state.noticed({ epoch: 0, sequence: 3, id: 'a' })).toBe('known')
    expect(state.noticed({ epoch: 0, sequence: 5, id: 'c' })).toBe('behind')
    expect(runAll(state)).toEqual([{ kind: 'apply', sequence: 3, id: 'a' }])
  })

  it('takes no notice before it has heard the counter, and none of another epoch', () => {
    const state = createFollowState()
    expect(state.noticed({ epoch: -1, sequence: 1, id: 'a' })).toBe('behind')
    poll(state, 0)
    expect(state.noticed({ epoch: 1, sequence: 1, id: 'a' })).toBe('behind')
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 0 }])
  })

  it('applies what a poll brings, one by one', () => {
    const state = loadedAt(2)
    poll(state, 4)
    expect(runAll(state).map(job => job.sequence)).toEqual([3, 4])
  })

  it('reads everything anew when entries are missing', () => {
    const state = loadedAt(2)
    poll(state, 5, { found: [...entries(3, 3), ...entries(5, 5)] })
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 5 }])
  })

  it('reads everything anew in a new epoch, and counts what ran before for nothing', () => {
    const state = loadedAt(2)
    state.noticed({ epoch: 0, sequence: 3, id: 'a' })
    expect(state.next()).toMatchObject({ sequence: 3 })
    poll(state, 1, { epoch: 1 })
    state.finished()
    expect(state.applied()).toBe(-1)
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 1 }])
  })

  it('reads everything anew when the counter is lower than it was when the poll was sent', () => {
    const state = loadedAt(5)
    poll(state, 3)
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 3 }])
    expect(state.hasReached(3, 0)).toBe(true)
  })

  it('is not confused by a poll that is older than a notice', () => {
    const state = loadedAt(2)
    const mark = state.mark()
    state.noticed({ epoch: 0, sequence: 3, id: 'a' })
    state.polled({ epoch: 0, counter: 2, entries: [] }, mark)
    expect(runAll(state).map(job => job.kind)).toEqual(['apply'])
  })

  it('does a failed job again before anything else', () => {
    const state = loadedAt(0)
    poll(state, 3)
    state.next()
    state.failed()
    expect(runAll(state).map(job => job.sequence)).toEqual([1, 2, 3])
  })

  it('drops a failed job when everything is read anew after it', () => {
    const state = loadedAt(0)
    poll(state, 3)
    state.next()
    poll(state, 9, { found: [] })
    state.failed()
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 9 }])
  })

  it('runs one job at a time', () => {
    const state = loadedAt(0)
    poll(state, 2)
    expect(state.next()).toBeDefined()
    expect(state.next()).toBeUndefined()
  })

  it('keeps at most 1,000 changes waiting: more become one reload', () => {
    const state = loadedAt(0)
    for (let sequence = 1; sequence <= 2_000; sequence++) state.noticed({ epoch: 0, sequence, id: 'x' })
    expect(runAll(state)).toEqual([{ kind: 'reload', sequence: 2_000 }])
  })

  it('counts for the lease only when it is as far as the lease that is held', () => {
    const state = createFollowState()
    state.joinAt(undefined)
    expect(state.hasJoined()).toBe(false)
    poll(state, 2)
    state.next()
    poll(state, 3)
    state.finished()
    state.joinAt({ sequence: 3, epoch: 0 })
    expect(state.hasJoined()).toBe(false)
    runAll(state)
    state.joinAt({ sequence: 3, epoch: 0 })
    expect(state.hasJoined()).toBe(true)
  })
})
