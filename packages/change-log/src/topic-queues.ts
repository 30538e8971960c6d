import type { ChangeTopic } from '@sluice/contracts'
import { StoreConflictError, StoreUnavailableError } from '@sluice/store'

type QueueLimits = {
  /** How many changes of a topic and aim wait besides the one that is written. */
  waiting: number
  /** How long a change waits for its turn. */
  waitMs: number
}

type WaitingChange = { begin(): void; refuse(error: Error): void }

/** What a change is for: one that ends an access goes before all that wait and do not. */
export type ChangeAim = 'end' | 'other'

/** The changes of one topic: one is written, the others of each aim wait in the order in which they came. */
type TopicQueue = {
  isBusy: boolean
  waiting: Record<ChangeAim, Set<WaitingChange>>
  storeFailure: StoreUnavailableError | undefined
}

export type TopicQueues = {
  /**
   * Runs `work` when the changes of the topic that came before have ended. @throws StoreConflictError when too many are
   * before it, or it has waited for too long; StoreUnavailableError when the store has failed one before it, or held it up
   */
  inTurn<T>(topic: ChangeTopic, work: () => Promise<T>, aim?: ChangeAim): Promise<T>
}

const LIMITS: QueueLimits = { waiting: 1_000, waitMs: 10_000 }

/**
 * Changes of one topic raise the same counter, so that those of one process would only be in each other's way in the
 * store. Those of other processes still meet there.
 */
export function createTopicQueues(limits: QueueLimits = LIMITS): TopicQueues {
  const queues = new Map<ChangeTopic, TopicQueue>()

  function queueOf(topic: ChangeTopic): TopicQueue {
    const waiting = { end: new Set<WaitingChange>(), other: new Set<WaitingChange>() }
    const queue = queues.get(topic) ?? { isBusy: false, waiting, storeFailure: undefined }
    queues.set(topic, queue)
    return queue
  }

  return {
    async inTurn(topic, work, aim = 'other') {
      const queue = queueOf(topic)
      if (queue.isBusy) await turnOf(queue, { topic, waiting: queue.waiting[aim] }, limits)
      queue.isBusy = true
      try {
        const result = await work()
        queue.storeFailure = undefined
        return result
      } catch (error) {
        queue.storeFailure = isAway(error) ? error : undefined
        if (queue.storeFailure) refuseAll(queue, queue.storeFailure)
        throw error
      } finally {
        handOver(queue)
      }
    },
  }
}

type TopicWaiters = { topic: ChangeTopic; waiting: Set<WaitingChange> }

function turnOf(
  queue: TopicQueue,
  { topic, waiting }: TopicWaiters,
  { waiting: most, waitMs }: QueueLimits,
): Promise<void> {
  if (waiting.size >= most) throw queue.storeFailure ?? refuseTurn(topic, `as many as may wait, ${most}, are before it`)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      change.refuse(queue.storeFailure ?? refuseTurn(topic, `it has waited ${waitMs / 1_000} s`))
    }, waitMs).unref()
    const leave = () => {
      clearTimeout(timer)
      waiting.delete(change)
    }
    const change: WaitingChange = {
      begin() {
        leave()
        resolve()
      },
      refuse(error) {
        leave()
        reject(error)
      },
    }
    waiting.add(change)
  })
}

/** The next one begins in this very moment: nobody who comes meanwhile gets before it. */
function handOver(queue: TopicQueue): void {
  const [next] = inOrder(queue)
  if (next) next.begin()
  else queue.isBusy = false
}

/** One after the other, they would each wait for a store that is away for as long as the first has. */
function refuseAll(queue: TopicQueue, failure: StoreUnavailableError): void {
  for (const change of inOrder(queue)) change.refuse(failure)
}

function* inOrder({ waiting }: TopicQueue): Iterable<WaitingChange> {
  yield* waiting.end
  yield* waiting.other
}

const isAway = (error: unknown): error is StoreUnavailableError =>
  error instanceof StoreUnavailableError && !(error instanceof StoreConflictError)

const refuseTurn = (topic: ChangeTopic, why: string) =>
  new StoreConflictError(
    `Too many changes of ${topic} wait their turn. This one was given up: ${why}. Nothing was written.`,
  )
