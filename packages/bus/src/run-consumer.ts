import { createCommitter } from './committer.ts'
import { type ConsumerLimits, defaultLimits } from './consumer-limits.ts'
import { createIntake, type IntakeOptions } from './intake.ts'
import type { Bus, Consumer, GroupMemberName } from './port.ts'

export type RunConsumerOptions = IntakeOptions & {
  bus: Bus
  topic: string
  group: string
  member?: GroupMemberName
  limits?: Partial<ConsumerLimits>
  /** Calls the joining off; afterwards it has no effect. */
  signal?: AbortSignal
  onCommitError?(error: unknown): void
}

export type RunningConsumer = {
  /** Stops reading, waits up to `deadlineMs` for what is being handled, commits and leaves. @returns records that were not finished: they come again */
  stop(deadlineMs: number): Promise<number>
  openRecords(): number
  /** When the oldest of them came to the bus, in epoch ms; undefined when none is open. */
  oldestOpenAt(): number | undefined
  lastHeartbeatAt(): number
  /** Records that lie in this member's partitions, as of a few seconds ago; undefined while the bus does not say. */
  unreadRecords(): number | undefined
}

const COUNT_EVERY_MS = 10_000

/**
 * Reads a topic as a member of `group`: handles many records at once, keeps track of which are complete, commits up to
 * the lowest one that is not, and stops reading partitions of which too much is open. A record that fails is tried
 * again and holds up no other. An event (key) that is open already is dropped when it comes again.
 * @throws BusUnavailableError when the group can't be joined
 */
export async function runConsumer(options: RunConsumerOptions): Promise<RunningConsumer> {
  const { bus, topic, group, member, signal, onCommitError = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const intake = createIntake(options, limits)
  const consumer = await bus.consume({ topic, group, member, signal }, intake.listener)
  const committer = createCommitter({ tracker: intake.tracker, consumer, limits, onError: onCommitError })
  intake.connect(consumer, committer)
  const unread = watchUnread(consumer)

  return {
    async stop(deadlineMs) {
      unread.stop()
      await consumer.stop()
      await intake.inFlight.stop(deadlineMs)
      await committer.stop()
      await consumer.close().catch(onCommitError)
      return intake.inFlight.size()
    },
    openRecords: intake.inFlight.size,
    oldestOpenAt: intake.inFlight.oldestAt,
    lastHeartbeatAt: consumer.lastHeartbeatAt,
    unreadRecords: unread.records,
  }
}

/** Asked for in the background, as metrics are read at once; never twice at a time. */
function watchUnread(consumer: Consumer) {
  let records: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const count = async () => {
    records = await consumer.countUnread().catch(() => undefined)
    if (!isStopped) timer = setTimeout(count, COUNT_EVERY_MS).unref()
  }
  void count()
  return {
    records: () => records,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
