import { beginByTurns } from './begin-by-turns.ts'
import { createOutage } from './outage.ts'
import type { Next } from './outcome.ts'
import type { IncomingRecord } from './port.ts'

/** `attempt` counts from 1. */
type HandlingTask = { id: string; record: IncomingRecord; attempt: number; timer?: NodeJS.Timeout }

type Options = {
  attempt(record: IncomingRecord, attempt: number): Promise<Next>
  /** Whether it is still ours to try again. */
  isOwned(partition: number): boolean
  ended(record: IncomingRecord, how: 'completed' | 'abandoned'): void
}

const placeOf = ({ partition, offset }: IncomingRecord) => `${partition}/${offset}`

/** Events have keys of their own. Without a key nobody knows, and each record is its own. */
const idOf = (record: IncomingRecord) => (record.key === '' ? placeOf(record) : `key ${record.key}`)

/** Others may give one key to many records: a copy is one that says the same. */
const isCopyOf = (task: HandlingTask | undefined, { value }: IncomingRecord) =>
  task !== undefined && Buffer.compare(task.record.value, value) === 0

/** The records that are being handled or wait for an attempt, each on its own. How many: see flow control. */
export function createInFlight({ attempt, isOwned, ended }: Options) {
  const tasks = new Map<string, HandlingTask>()
  const idle = Promise.withResolvers<void>()
  let isStopping = false

  const beginning = beginByTurns<HandlingTask>(task => void run(task))
  const outage = createOutage<HandlingTask>(hurry)

  function end(task: HandlingTask, how: 'completed' | 'abandoned') {
    tasks.delete(task.id)
    outage.leave(task)
    ended(task.record, how)
    if (isStopping && tasks.size === 0) idle.resolve()
  }

  async function run(task: HandlingTask) {
    task.timer = undefined
    outage.leave(task)
    const next = await attempt(task.record, task.attempt)
    if (next.kind === 'complete') {
      outage.passed()
      return end(task, 'completed')
    }
    if (isStopping || !isOwned(task.record.partition)) return end(task, 'abandoned')
    task.attempt += 1
    task.timer = setTimeout(() => void run(task), next.afterMs)
    if (next.isOutage) outage.enter(task)
  }

  /** Begins its next attempt now, if it waits for it. */
  function hurry(task: HandlingTask) {
    if (task.timer === undefined) return
    clearTimeout(task.timer)
    task.timer = undefined
    beginning.add(task)
  }

  const isWaiting = (task: HandlingTask) => task.timer !== undefined || beginning.isWaiting(task)

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
    holdsCopyOf: (record: IncomingRecord): boolean => isCopyOf(tasks.get(idOf(record)), record),
    start(record: IncomingRecord) {
      const id = tasks.has(idOf(record)) ? placeOf(record) : idOf(record)
      const task: HandlingTask = { id, record, attempt: 1 }
      tasks.set(id, task)
      beginning.add(task)
    },
    /** What waits for an attempt on partitions that are not ours any more is left to their next owner. */
    releaseForeign: () => abandonWaiting(partition => !isOwned(partition)),
    size: () => tasks.size,
    /** When the oldest record came to the bus, in epoch ms. */
    oldestAt: (): number | undefined => oldestOf(tasks.values()),

    /** Nothing is tried again from here on. Resolves when all has ended, or after `deadlineMs`. */
    async stop(deadlineMs: number) {
      isStopping = true
      outage.stop()
      abandonWaiting(() => true)
      if (tasks.size > 0) await untilIdle(idle, deadlineMs)
    },
  }
}

async function untilIdle({ promise, resolve }: PromiseWithResolvers<void>, deadlineMs: number): Promise<void> {
  const deadline = setTimeout(resolve, deadlineMs)
  await promise
  clearTimeout(deadline)
}

function oldestOf(tasks: Iterable<HandlingTask>): number | undefined {
  let oldest: number | undefined
  for (const { record } of tasks) oldest = Math.min(oldest ?? record.at.getTime(), record.at.getTime())
  return oldest
}
