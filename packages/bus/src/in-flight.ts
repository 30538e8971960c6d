import { beginByTurns } from './begin-by-turns.ts'
import type { Circumstances, Next } from './outcome.ts'
import type { IncomingRecord } from './port.ts'

type Task = { record: IncomingRecord; circumstances: Circumstances; timer?: NodeJS.Timeout }

type Options = {
  attempt(record: IncomingRecord, circumstances: Circumstances): Promise<Next>
  /** Whether it is still ours to try again. */
  isOwned(partition: number): boolean
  ended(record: IncomingRecord, how: 'completed' | 'abandoned'): void
}

/** The records that are being handled or wait for an attempt, each on its own. How many: see flow control. */
export function createInFlight({ attempt, isOwned, ended }: Options) {
  const tasks = new Map<string, Task>()
  const idle = Promise.withResolvers<void>()
  let isStopping = false

  const beginning = beginByTurns<Task>(task => void run(task))

  function end(task: Task, how: 'completed' | 'abandoned') {
    tasks.delete(task.record.key)
    ended(task.record, how)
    if (isStopping && tasks.size === 0) idle.resolve()
  }

  async function run(task: Task) {
    task.timer = undefined
    const next = await attempt(task.record, task.circumstances)
    if (next.kind === 'complete') return end(task, 'completed')
    if (isStopping || !isOwned(task.record.partition)) return end(task, 'abandoned')
    task.circumstances = { ...task.circumstances, attempt: task.circumstances.attempt + 1 }
    task.timer = setTimeout(() => void run(task), next.afterMs)
  }

  const isWaiting = (task: Task) => task.timer !== undefined || beginning.isWaiting(task)

  function abandonWaiting(isMeant: (partition: number) => boolean) {
    for (const task of tasks.values()) {
      if (!isMeant(task.record.partition) || !isWaiting(task)) continue
      beginning.drop(task)
      clearTimeout(task.timer)
      end(task, 'abandoned')
    }
  }

  return {
    /** The same event under another offset: it was sent twice. */
    hasKey: (key: string) => tasks.has(key),
    start(record: IncomingRecord, mayBeRepeated: boolean) {
      const task: Task = { record, circumstances: { mayBeRepeated, attempt: 1 } }
      tasks.set(record.key, task)
      beginning.add(task)
    },
    /** What waits for an attempt on partitions that are not ours any more is left to their next owner. */
    releaseForeign: () => abandonWaiting(partition => !isOwned(partition)),
    size: () => tasks.size,
    /** When the oldest record came to the bus, in epoch ms. */
    oldestAt(): number | undefined {
      let oldest: number | undefined
      for (const { record } of tasks.values()) oldest = Math.min(oldest ?? record.at.getTime(), record.at.getTime())
      return oldest
    },

    /** Nothing is tried again from here on. Resolves when all has ended, or after `deadlineMs`. */
    async stop(deadlineMs: number) {
      isStopping = true
      abandonWaiting(() => true)
      if (tasks.size === 0) return
      const deadline = setTimeout(idle.resolve, deadlineMs)
      await idle.promise
      clearTimeout(deadline)
    },
  }
}
