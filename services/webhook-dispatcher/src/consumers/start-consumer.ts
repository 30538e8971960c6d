import { type RecordHandler, type RunningConsumer, runConsumer } from '@sluice/bus'
import { exchangeCompleted } from '@sluice/contracts'
import { createSparseLog, type Platform } from '@sluice/service-kit'
import { isStoreOutage } from '@sluice/store'
import type { documentQuarantine } from '../adapters/document-quarantine.ts'
import type { NamedClaimant } from '../claimant/create-claimant.ts'
import type { DeliveryMeters } from '../delivery/delivery-meters.ts'
import type { GroupShare } from './group-share.ts'
import { joinInBackground } from './join-in-background.ts'

const GROUP = 'webhook-dispatcher'
const NOT_JOINED_EVERY_MS = 30_000
/** Measured with events of 1 kB that match one webhook (`bench capacity`). */
const HELD_FOR_EVENT_BYTES = 12 * 1024

type ConsumerReports = {
  quarantine: ReturnType<typeof documentQuarantine>
  meters: DeliveryMeters
  logger: Platform['logger']
  claimant: NamedClaimant
  share: Pick<GroupShare, 'assigned'>
}

/** Reads events as soon as the group is joined. Whoever administers webhooks or reads their logs does not need the bus; so nobody waits for it. */
export function startConsumer(bus: Platform['bus'], handler: RecordHandler, reports: ConsumerReports): RunningConsumer {
  const notJoined = createSparseLog(fields => reports.logger.error(fields, 'group.not-joined'), {
    everyMs: NOT_JOINED_EVERY_MS,
  })
  return joinInBackground({
    async join(signal) {
      await bus.createTopics([exchangeCompleted], signal)
      return joinGroup({ bus, handler, signal }, reports)
    },
    onNotJoined: error => notJoined({ err: error }),
  })
}

type ConsumerMembership = { bus: Platform['bus']; handler: RecordHandler; signal: AbortSignal }

function joinGroup({ bus, handler, signal }: ConsumerMembership, reports: ConsumerReports): Promise<RunningConsumer> {
  const { quarantine, meters, logger, claimant, share } = reports
  const failed = createSparseLog(fields => logger.error(fields, 'event.failed'))
  return runConsumer({
    bus,
    signal,
    topic: exchangeCompleted.name,
    group: GROUP,
    member: { name: claimant.id(), isReplaced: claimant.taken },
    handler,
    limits: { heldForEachBytes: HELD_FOR_EVENT_BYTES },
    async onDead(record, reason) {
      await quarantine.put(record, reason)
      meters.quarantined()
      logger.error({ partition: record.partition, offset: String(record.offset), reason }, 'event.quarantined')
    },
    onAssigned(_, partitions) {
      share.assigned(partitions.length)
      reportLost(partitions, { meters, logger })
    },
    onHandlerError(error) {
      meters.eventFailed()
      failed({ err: error })
    },
    isOutage: isStoreOutage,
    onFlow: (partition, isPaused) => logger.info({ partition, isPaused }, 'partition.flow'),
    onCommitError: error => logger.warn({ err: error }, 'offsets.not-committed'),
  })
}

type PartitionLoss = { partition: number; lost: bigint }

function reportLost(
  partitions: readonly PartitionLoss[],
  { meters, logger }: Pick<ConsumerReports, 'meters' | 'logger'>,
): void {
  for (const { partition, lost } of partitions) {
    if (lost === 0n) continue
    meters.eventsLost(Number(lost))
    logger.error({ partition, lost: String(lost) }, 'events.lost')
  }
}
