import type { ConsumerLimits } from './consumer-limits.ts'
import type { OffsetTracker } from './offset-tracker.ts'
import type { Consumer } from './port.ts'

type Options = {
  tracker: OffsetTracker
  consumer: Consumer
  limits: ConsumerLimits
  onError(error: unknown): void
}

/** Commits what is complete, every so often or after so many records, one commit at a time. */
export function createCommitter({ tracker, consumer, limits, onError }: Options) {
  const timer = setInterval(() => void flush(), limits.commitEveryMs)
  let committed = new Map<number, bigint>()
  let committedIn = 0
  let completions = 0
  let last = Promise.resolve()

  async function commitChanges() {
    const { generation, offsets } = tracker.watermarks()
    // Whether the commits of an earlier generation were taken is not known.
    if (generation !== committedIn) committed = new Map()
    committedIn = generation
    const changes = new Map([...offsets].filter(([partition, offset]) => committed.get(partition) !== offset))
    if (changes.size === 0) return
    await consumer.commit(generation, changes)
    for (const [partition, offset] of changes) committed.set(partition, offset)
  }

  function flush(): Promise<void> {
    completions = 0
    last = last.then(commitChanges).catch(onError)
    return last
  }

  return {
    completed() {
      completions++
      if (completions >= limits.commitEveryRecords) void flush()
    },
    flush,
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
export type Committer = ReturnType<typeof createCommitter>
