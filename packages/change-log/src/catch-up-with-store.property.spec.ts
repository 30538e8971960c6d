import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { StoreUnavailableError } from '@sluice/store'
import fc from 'fast-check'
import { createCatchUp } from './catch-up-with-store.ts'
import { createFollowState } from './follow/follow-state.ts'
import type { FollowerRunner } from './follow/follower-runner.ts'
import { createFollowers, type Notice } from './follow/followers.ts'
import type { Job } from './follow/job-queue.ts'
import { createPoller } from './poller.ts'
import type { Counters } from './port.ts'
import { createWaiters } from './waiters.ts'

const IDS = ['a', 'b', 'c']
const NEVER_MS = 2 ** 31 - 1

type DrawnPoll = {
  marks: ReturnType<ReturnType<typeof createFollowers>['marks']>
  seen?: Counters
  end(found?: Counters): void
}
/** `disturbances`: polls that were lost, and restored backups, up to the call; only those may make it fail. */
type CatchUpCall = { end: 'open' | 'held' | 'failed'; disturbances: number; missed: string[] }

/**
 * A store with its change log, notices that come late, doubled or never, polls that are read, answered and lost, and two
 * followers of one topic. Whoever calls writes down what was stored then, and compares when the call ends.
 */
function createWorld() {
  const waiters = createWaiters()
  const stored = new Map(IDS.map(id => [id, 0]))
  const entries = new Map<number, string>()
  const notices: Notice[] = []
  const calls: CatchUpCall[] = []
  let version = 0
  let counter = 0
  let epoch = 0
  let disturbances = 0
  let poll: DrawnPoll | undefined

  const runners = [createRunner(), createRunner()]
  const left = [...runners]
  const followers = createFollowers(() => left.shift()?.runner ?? createRunner().runner)
  for (const _ of runners) followers.add({ topic: 'keys', reload: async () => {}, apply: async () => {} })
  const poller = createPoller<Counters>(() => {
    const { promise, resolve } = Promise.withResolvers<Counters | undefined>()
    poll = { marks: followers.marks(), end: resolve }
    return promise
  }, NEVER_MS)
  const catchUp = createCatchUp({ poller, followers, waiters })

  function createRunner() {
    const state = createFollowState()
    const view = new Map<string, number>()
    let job: { read: Map<string, number> } | undefined
    const read = (wanted: Job) =>
      new Map((wanted.kind === 'reload' ? IDS : [wanted.id]).map(id => [id, stored.get(id) ?? 0]))
    const runner: FollowerRunner = { topic: 'keys', state, run: () => {}, stop: () => {} }
    return {
      runner,
      view,
      /** Reads as early as can be. */
      start() {
        const next = state.next()
        if (next) job = { read: read(next) }
      },
      end(hasWorked: boolean) {
        if (!job) return
        if (hasWorked) for (const [id, seen] of job.read) view.set(id, seen)
        if (hasWorked) state.finished()
        else state.failed()
        job = undefined
        waiters.settle()
      },
    }
  }

  const runnerOf = (pick: number) => runners[pick % runners.length] ?? createRunner()
  const store = (id: string) => stored.set(id, ++version)

  const world = {
    write(pick: number) {
      const id = IDS[pick % IDS.length] ?? 'a'
      store(id)
      entries.set(++counter, id)
      notices.push({ topic: 'keys', epoch, sequence: counter, id })
    },
    deliverNotice(pick: number) {
      const notice = notices[pick % Math.max(1, notices.length)]
      if (notice && followers.noticed(notice)) void poller.now()
    },
    poll: () => void poller.now(),
    readCounters() {
      if (poll) poll.seen ??= { epoch, positions: { keys: counter } }
    },
    answerPoll() {
      if (!poll?.seen) return
      const { marks, seen, end } = poll
      poll = undefined
      const known = seen.epoch === epoch ? [...entries] : []
      const found = known
        .map(([sequence, id]) => ({ sequence, id }))
        .filter(({ sequence }) => sequence <= (seen.positions.keys ?? 0))
      followers.polled(marks, seen, new Map([['keys', found]]))
      waiters.settle()
      end(seen)
    },
    losePoll() {
      if (poll) disturbances += 1
      poll?.end()
      poll = undefined
    },
    startJob: (pick: number) => runnerOf(pick).start(),
    endJob: (pick: number) => runnerOf(pick).end(pick % 5 !== 0),
    expireEntries: () => entries.clear(),
    /** Everything stored is another, and the counter may be lower. */
    restoreBackup(pick: number) {
      epoch += 1
      disturbances += 1
      counter = Math.max(0, counter - (pick % 5))
      entries.clear()
      for (const id of IDS) store(id)
    },
    call() {
      const then = new Map(stored)
      const call: CatchUpCall = { end: 'open', disturbances, missed: [] }
      calls.push(call)
      const compare = () => {
        call.end = 'held'
        for (const { view } of runners)
          call.missed.push(...IDS.filter(id => (view.get(id) ?? -1) < (then.get(id) ?? 0)))
      }
      catchUp(['keys']).then(compare, () => {
        call.end = 'failed'
      })
    },
  }

  /** Polls are answered and jobs done until nobody waits any more. */
  async function rest() {
    for (let round = 0; round < 4; round += 1) {
      void poller.now()
      for (const step of [world.readCounters, world.answerPoll]) step()
      for (const runner of runners) {
        for (let jobs = 0; jobs < 200; jobs += 1) {
          runner.end(true)
          runner.start()
        }
      }
      await nextTurn()
    }
    waiters.reject(new StoreUnavailableError('The time is over.'))
    await nextTurn()
    const stopped = poller.stop()
    poll?.end()
    await stopped
  }
  return { world, calls, rest, disturbances: () => disturbances }
}

type CatchUpStep = keyof ReturnType<typeof createWorld>['world']
const weights: Record<CatchUpStep, number> = {
  write: 8,
  deliverNotice: 8,
  poll: 3,
  readCounters: 6,
  answerPoll: 6,
  losePoll: 1,
  startJob: 12,
  endJob: 12,
  expireEntries: 1,
  restoreBackup: 1,
  call: 5,
}
const steps = fc.array(
  fc.record({
    name: fc.oneof(
      ...Object.entries(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as CatchUpStep) })),
    ),
    pick: fc.nat(),
  }),
  { maxLength: 120, size: 'max' },
)

const SCHEDULES = Number(Reflect.get(globalThis, 'SCHEDULES') ?? 300)
const SEED = 20_261_123

describe('catching up with the store, whatever is lost, doubled, reordered or late', () => {
  it(`ends with everything held that was stored before the call, or fails, and never hangs (seed ${SEED})`, async () => {
    let held = 0
    await fc.assert(
      fc.asyncProperty(steps, async schedule => {
        const { world, calls, rest, disturbances } = createWorld()
        for (const { name, pick } of schedule) {
          world[name](pick)
          await nextTurn()
        }
        await rest()
        expect(calls.flatMap(({ missed }) => missed)).toEqual([])
        const failed = calls.filter(({ end }) => end !== 'held')
        expect(failed.filter(call => call.disturbances === disturbances())).toEqual([])
        expect(calls.filter(({ end }) => end === 'open')).toEqual([])
        held += calls.filter(({ end }) => end === 'held').length
      }),
      { numRuns: SCHEDULES, seed: SEED },
    )
    expect(held).toBeGreaterThan(SCHEDULES)
  }, 3_600_000)
})
