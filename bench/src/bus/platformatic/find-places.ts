import { type Consumer, ListOffsetTimestamps } from '@platformatic/kafka'
import type { AssignedPartition } from '../../../../packages/bus/src/port.ts'
import type { Share } from './group.ts'

/** What a member is told of a partition, and where it reads on. */
export type PlatformaticStart = { assigned: AssignedPartition; start: bigint }

type Options = {
  consumer: Consumer
  topic: string
  /** Tells where this member reads on in a partition that it has kept. */
  position(partition: number): bigint | undefined
}

/**
 * Finds where the group stands in what it was given. Where it has never stood, its first place is committed at once.
 */
export async function findPlaces(
  { consumer, topic, position }: Options,
  { partitions, isNext }: Share,
): Promise<PlatformaticStart[]> {
  if (partitions.length === 0) return []
  const asked = { topics: [topic], partitions: { [topic]: [...partitions] } }
  const [committed, first, end] = await Promise.all([
    consumer.listCommittedOffsets({ topics: [{ topic, partitions: [...partitions] }] }),
    consumer.listOffsets({ ...asked, timestamp: ListOffsetTimestamps.EARLIEST }),
    consumer.listOffsets({ ...asked, timestamp: ListOffsetTimestamps.LATEST }),
  ])
  const at = (offsets: ReadonlyMap<string, bigint[]>, partition: number) => offsets.get(topic)?.[partition] ?? -1n
  const fresh = partitions.filter(partition => at(committed, partition) < 0n)
  const beginnings = fresh.map(partition => ({ topic, partition, offset: at(first, partition), leaderEpoch: -1 }))
  if (beginnings.length > 0) await consumer.commit({ offsets: beginnings })
  return partitions.map(partition => {
    const log = { first: at(first, partition), end: at(end, partition) }
    const kept = isNext ? position(partition) : undefined
    return toPlace({ partition, committed: at(committed, partition), kept, ...log })
  })
}

/** @returns how many records lie in these partitions from there on */
export async function countUnread(
  { consumer, topic }: Pick<Options, 'consumer' | 'topic'>,
  positions: readonly { partition: number; offset: bigint }[],
): Promise<number> {
  if (positions.length === 0) return 0
  const partitions = { [topic]: positions.map(({ partition }) => partition) }
  const ends = await consumer.listOffsets({ topics: [topic], partitions, timestamp: ListOffsetTimestamps.LATEST })
  const unread = positions.map(({ partition, offset }) => Number((ends.get(topic)?.[partition] ?? offset) - offset))
  return unread.reduce((sum, count) => sum + Math.max(0, count), 0)
}

type PartitionStanding = { partition: number; committed: bigint; kept: bigint | undefined; first: bigint; end: bigint }

/** A kept partition is read on where this member was; any other one from where the group stands. */
function toPlace({ partition, committed, kept, first, end }: PartitionStanding): PlatformaticStart {
  const known = committed >= 0n && committed <= end ? committed : first
  const reads = kept !== undefined && kept >= known && kept <= end ? kept : known
  if (reads >= first) return { assigned: { partition, committed: known, end, lost: 0n }, start: reads }
  return { assigned: { partition, committed: reads, end, lost: first - reads }, start: first }
}
