import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { type ClockReading, createLease } from '../lease.ts'
import { createFollowState, type Mark } from './follow-state.ts'
import type { Job, ToldChange } from './job-queue.ts'

const LEASE_MS = 15_000
const IDS = ['a', 'b', 'c']

type Snapshot = { epoch: number; sequence: number }
type FollowPoll = { sentAt: ClockReading; mark: Mark; seen?: Snapshot }

/**
 * A store, its change log, a carrier that loses, doubles and reorders notices, and one follower with its lease.
 * `versions` is what is stored, `view` what the follower holds; every job reads when it starts, as early as can be.
 */
function createWorld() {
  const state = createFollowState()
  const lease = createLease<Snapshot>(LEASE_MS)
  const versions = new Map(IDS.map(id => [id, 0]))
  const writes: { id: string; version: number; at: number }[] = []
  const view = new Map<string, number>()
  const notices: (ToldChange & { epoch: number })[] = []
  const log = new Map<number, string>()
  let job: { job: Job; read: Map<string, number> } | undefined
  let poll: FollowPoll | undefined
  let epoch = 0
  let counter = 0
  let version = 0
  let now = 0
  let wallOffset = 0

  const reading = (): ClockReading => ({ monotonicMs: now, wallMs: now + wallOffset })

  function settle() {
    state.joinAt(lease.target())
    lease.settle(target => !state.hasJoined() || state.hasReached(target.sequence, target.epoch))
  }

  function store(id: string) {
    versions.set(id, ++version)
    writes.push({ id, version, at: now })
  }

  function read(wanted: Job) {
    const ids = wanted.kind === 'reload' ? IDS : [wanted.id]
    return new Map(ids.map(id => [id, versions.get(id) ?? 0]))
  }

  const world = {
    write(pick: number) {
      const id = IDS[pick % IDS.length] ?? 'a'
      store(id)
      log.set(++counter, id)
      notices.push({ epoch, sequence: counter, id })
    },
    /** Any of those on the way, in any order; it stays there, so it may come again or never. */
    deliverNotice(pick: number) {
      const notice = notices[pick % Math.max(1, notices.length)]
      if (notice) state.noticed(notice)
    },
    sendPoll() {
      poll ??= { sentAt: reading(), mark: state.mark() }
    },
    readCounters() {
      if (poll) poll.seen ??= { epoch, sequence: counter }
    },
    answerPoll() {
      if (!poll?.seen) return
      const { sentAt, mark, seen } = poll
      const found = [...log]
        .map(([sequence, id]) => ({ sequence, id }))
        .filter(({ sequence }) => sequence <= seen.sequence)
      poll = undefined
      state.polled({ epoch: seen.epoch, counter: seen.sequence, entries: seen.epoch === epoch ? found : [] }, mark)
      lease.offer(sentAt, seen)
      settle()
    },
    losePoll() {
      poll = undefined
    },
    startJob() {
      const next = state.next()
      if (next) job = { job: next, read: read(next) }
    },
    endJob(pick: number) {
      if (!job) return
      if (pick % 4 === 0) state.failed()
      else {
        for (const [id, seen] of job.read) view.set(id, seen)
        state.finished()
      }
      job = undefined
      settle()
    },
    expireEntries() {
      log.clear()
    },
    /** Everything stored is another, and the counter may be lower. */
    restoreBackup(pick: number) {
      epoch++
      counter = Math.max(0, counter - (pick % 5))
      log.clear()
      for (const id of IDS) store(id)
    },
    pass(pick: number) {
      now += pick % 8_000
    },
    stepWallClock(pick: number) {
      wallOffset += (pick % 7_200_000) - 3_600_000
    },
  }

  /** Everything written longer ago than the lease is in what is trusted. */
  function checkTrust() {
    if (!state.hasJoined() || !lease.isHeld(reading())) return
    for (const { id, version: written, at } of writes) {
      if (at <= now - LEASE_MS) expect(view.get(id)).toBeGreaterThanOrEqual(written)
    }
  }

  /** The world comes to rest: one more poll is answered and every job is done. */
  function rest() {
    world.losePoll()
    for (let round = 0; round < 2; round++) {
      for (const step of [world.sendPoll, world.readCounters, world.answerPoll]) step()
      world.endJob(1)
      for (world.startJob(); job; world.startJob()) world.endJob(1)
    }
    expect(Object.fromEntries(view)).toEqual(Object.fromEntries(versions))
    expect(lease.isHeld(reading())).toBe(true)
  }

  return { world, checkTrust, rest }
}

type FollowStep = keyof ReturnType<typeof createWorld>['world']
const weights: Record<FollowStep, number> = {
  write: 8,
  deliverNotice: 8,
  sendPoll: 6,
  readCounters: 6,
  answerPoll: 6,
  losePoll: 1,
  startJob: 10,
  endJob: 10,
  expireEntries: 1,
  restoreBackup: 1,
  pass: 6,
  stepWallClock: 1,
}
const step = fc.record({
  name: fc.oneof(
    ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as FollowStep) })),
  ),
  pick: fc.nat(),
})

/** One to two seconds; jest's `--globals '{"SCHEDULES": 100000}'` asks for another number. */
const SCHEDULES = Number(Reflect.get(globalThis, 'SCHEDULES') ?? 1_000)
const SEED = 20_261_122

describe('a follower, whatever is lost, doubled, reordered or late', () => {
  it(`never holds, while trusted, less than what was written one lease ago, and never ends behind (seed ${SEED})`, () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150, size: 'max' }), steps => {
        const { world, checkTrust, rest } = createWorld()
        for (const { name, pick } of steps) {
          world[name](pick)
          checkTrust()
        }
        rest()
      }),
      { numRuns: SCHEDULES, seed: SEED },
    )
  }, 3_600_000)
})
