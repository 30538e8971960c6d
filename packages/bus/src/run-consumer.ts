import { createCommitter } from './committer.ts'
import { type ConsumerLimits, defaultLimits } from './consumer-limits.ts'
import { createIntake, type IntakeOptions } from './intake.ts'
import type { Bus } from './port.ts'

export type RunConsumerOptions = IntakeOptions & {
  bus: Bus
  topic: string
  group: string
  limits?: Partial<ConsumerLimits>
  onCommitError?(error: unknown): void
}

export type RunningConsumer = {
  /** Stops reading, waits up to `deadlineMs` for what is being handled, commits and leaves. @returns records that were not finished: they come again */
  stop(deadlineMs: number): Promise<number>
  openRecords(): number
  /** When the oldest of them came to the bus, in epoch ms; undefined when none is open. */
  oldestOpenAt(): number | undefined
  lastHeartbeatAt(): number
}

/**
 * Reads a topic as a member of `group`: handles many records at once, keeps track of which are complete, commits up to
 * the lowest one that is not, and stops reading partitions of which too much is open. A record that fails is tried
 * again and holds up no other. An event (key) that is open already is dropped when it comes again.
 * @throws BusUnavailableError when the group can't be joined
 */
export async function runConsumer(options: RunConsumerOptions): Promise<RunningConsumer> {
  const { bus, topic, group, onCommitError = () => {} } = options
  const limits = { ...defaultLimits, ...options.limits }
  const intake = createIntake(options, limits)
  const consumer = await bus.consume({ topic, group }, intake.listener)
  const committer = createCommitter({ tracker: intake.tracker, consumer, limits, onError: onCommitError })
  intake.connect(consumer, committer)

  return {
    async stop(deadlineMs) {
      await consumer.stop()
      await intake.inFlight.stop(deadlineMs)
      await committer.stop()
      await consumer.close().catch(onCommitError)
      return intake.inFlight.size()
    },
    openRecords: intake.inFlight.size,
    oldestOpenAt: intake.inFlight.oldestAt,
    lastHeartbeatAt: consumer.lastHeartbeatAt,
  }
}
