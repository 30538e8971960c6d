import type { ChangePositions, ChangeTopic, LoggedChange } from '@sluice/contracts'
import type { Counters, Follower } from '../port.ts'
import type { EntryRange } from './change-store.ts'
import type { Mark } from './follow-state.ts'
import type { FollowerRunner } from './follower-runner.ts'
import type { ToldChange } from './job-queue.ts'

/** A change with the epoch in which it got its number. */
export type Notice = LoggedChange & { epoch: number }

type FollowerMarks = ReadonlyMap<FollowerRunner, Mark>

/** Every follower of this process. Each has a queue of its own, so that one that fails holds up no other. */
export function createFollowers(createRunner: (follower: Follower) => FollowerRunner) {
  const runners = new Set<FollowerRunner>()

  const of = (topic: string) => [...runners].filter(runner => runner.topic === topic)
  const applied = (topic: string) => Math.min(...of(topic).map(runner => runner.state.applied()))

  let last: ChangePositions = {}
  const places = new Map<FollowerRunner, number>()

  /** Whether anything was applied since it was last asked. */
  function hasMoved(): boolean {
    let isMoved = false
    for (const runner of runners) {
      const place = runner.state.applied()
      if (places.get(runner) === place) continue
      places.set(runner, place)
      isMoved = true
    }
    return isMoved
  }

  return {
    add(follower: Follower): FollowerRunner {
      const runner = createRunner(follower)
      runners.add(runner)
      return runner
    },

    marks: (): FollowerMarks => new Map([...runners].map(runner => [runner, runner.state.mark()])),

    /** A poll's findings, for those followers that were there when it was sent. */
    polled(marks: FollowerMarks, { epoch, positions }: Counters, found: ReadonlyMap<string, readonly ToldChange[]>) {
      for (const [runner, mark] of marks) {
        const counter = positions[runner.topic] ?? 0
        runner.state.polled({ epoch, counter, entries: found.get(runner.topic) ?? [] }, mark)
        runner.run()
      }
    },

    /** @returns whether something before it is missing, so that a poll is due */
    noticed(notice: Notice): boolean {
      const results = of(notice.topic).map(runner => {
        const result = runner.state.noticed(notice)
        runner.run()
        return result
      })
      return results.includes('behind')
    },

    /** @returns the same object as before where nothing has changed, so that it may be asked for with each request */
    positions(): Readonly<ChangePositions> {
      if (hasMoved()) last = lowestOf(runners)
      return last
    },

    /** Counts those for the lease that hold what it stands for. */
    joinAt(lease: Counters | undefined) {
      for (const { topic, state } of runners) {
        state.joinAt(lease && { sequence: lease.positions[topic] ?? 0, epoch: lease.epoch })
      }
    },

    /** Whether all that count hold everything up to there. */
    haveApplied: ({ epoch, positions }: Counters) =>
      [...runners].every(({ topic, state }) => !state.hasJoined() || state.hasReached(positions[topic] ?? 0, epoch)),

    /** Whether all of these topics hold everything up to there, whether they count for the lease or not. */
    hold: (topics: readonly ChangeTopic[], { epoch, positions }: Counters) =>
      topics.every(topic => of(topic).every(({ state }) => state.hasReached(positions[topic] ?? 0, epoch))),

    haveJoined: () => [...runners].every(runner => runner.state.hasJoined()),

    /** Topics without a follower here are reached by definition. */
    haveReached: (positions: ChangePositions) =>
      Object.entries(positions).every(([topic, sequence]) => applied(topic) >= sequence),

    stop() {
      for (const runner of runners) runner.stop()
    },
  }
}
export type Followers = ReturnType<typeof createFollowers>

/** What has to be read so that each marked follower of the present epoch gets its next changes. */
export function missingRanges(marks: FollowerMarks, { epoch, positions }: Counters): EntryRange[] {
  const lowest = new Map<ChangeTopic, number>()
  for (const [{ topic }, mark] of marks) {
    if (mark.epoch === epoch) lowest.set(topic, Math.min(mark.known, lowest.get(topic) ?? mark.known))
  }
  return [...lowest].flatMap(([topic, after]) => {
    const upTo = positions[topic] ?? 0
    return upTo > after ? [{ topic, after, upTo }] : []
  })
}

/** Returns the place of each topic. Where several follow it, the one that is behind the others counts. */
function lowestOf(runners: Iterable<FollowerRunner>): ChangePositions {
  const lowest: ChangePositions = {}
  for (const { topic, state } of runners) {
    lowest[topic] = Math.min(lowest[topic] ?? Number.POSITIVE_INFINITY, state.applied())
  }
  const positions: ChangePositions = {}
  for (const { topic } of runners) {
    const sequence = lowest[topic] ?? -1
    if (sequence >= 0) positions[topic] = sequence
  }
  return positions
}
