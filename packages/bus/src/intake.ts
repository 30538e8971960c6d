import type { Committer } from './committer.ts'
import type { ConsumerLimits } from './consumer-limits.ts'
import { createFlowControl } from './flow-control.ts'
import { createInFlight } from './in-flight.ts'
import { createOffsetTracker } from './offset-tracker.ts'
import { attemptRecord, type RecordHandler } from './outcome.ts'
import type { AssignedPartition, Consumer, ConsumerListener, IncomingRecord } from './port.ts'
import { createSoleHolds } from './sole-holds.ts'

export type IntakeOptions = {
  /** Called for many records at once. */
  handler: RecordHandler
  /** Must have kept the record when it resolves; only then is it complete. */
  onDead(record: IncomingRecord, reason: string): Promise<void>
  /** After every change of the partitions. `lost` is greater than zero where retention has passed the group. */
  onAssigned?(generation: number, partitions: readonly AssignedPartition[]): void
  onHandlerError?(error: unknown, record: IncomingRecord): void
  /**
   * Whether an error of the handler says nothing of the record: something that all of them need is away. These wait for 10 s
   * at most, and are all tried again as soon as one record is handled. Default: no error.
   */
  isOutage?(error: unknown): boolean
  /** Too much of a partition is open, so it is not read; or it is read again. */
  onFlow?(partition: number, isPaused: boolean): void
}

/** What happens to records from the moment the bus hands them out to their completion. */
export function createIntake(options: IntakeOptions, limits: ConsumerLimits) {
  const { handler, onDead, onAssigned, onHandlerError = () => {}, isOutage = () => false, onFlow } = options
  const tracker = createOffsetTracker()
  const flow = createFlowControl(limits, tracker)
  const holds = createSoleHolds()
  const handling = { handler, onDead, onHandlerError, isOutage }
  const attempt = (record: IncomingRecord, number: number) =>
    attemptRecord(handling, record, { attempt: number, takeHold: () => holds.take(record, number) })
  const inFlight = createInFlight({ attempt, isOwned: tracker.isOwned, ended })
  let joined: { consumer: Consumer; committer: Committer } | undefined

  function ended(record: IncomingRecord, how: 'completed' | 'abandoned') {
    if (how === 'completed') complete(record)
    else tracker.abandon(record)
    regulate(record.partition)
  }

  function complete(record: IncomingRecord) {
    tracker.complete(record)
    joined?.committer.completed()
  }

  function regulate(partition: number) {
    if (!flow.update(partition)) return
    applyFlow()
    onFlow?.(partition, flow.isPaused(partition))
  }

  function applyFlow() {
    const partitions = [...tracker.watermarks().offsets.keys()]
    joined?.consumer.pause(partitions.filter(flow.isPaused))
    joined?.consumer.resume(partitions.filter(partition => !flow.isPaused(partition)))
  }

  const listener: ConsumerListener = {
    assigned(generation, partitions) {
      tracker.assigned(generation, partitions)
      holds.assigned(partitions)
      inFlight.releaseForeign()
      applyFlow()
      onAssigned?.(generation, partitions)
    },
    revoked(partitions) {
      tracker.revoked(partitions)
      holds.revoked(partitions)
      inFlight.releaseForeign()
    },
    yielding: holds.released,
    record(record) {
      if (!tracker.open(record, record.value.byteLength + limits.heldForEachBytes)) return
      if (inFlight.holdsCopyOf(record)) complete(record)
      else inFlight.start(record)
      regulate(record.partition)
    },
  }

  function connect(consumer: Consumer, committer: Committer) {
    joined = { consumer, committer }
    holds.connect(consumer)
    applyFlow()
  }

  return { listener, connect, inFlight, tracker }
}
