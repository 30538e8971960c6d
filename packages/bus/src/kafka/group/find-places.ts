import type Cluster from 'kafkajs/src/cluster/index.js'
import type { AssignedPartition } from '../../port.ts'
import type { GroupOffsets } from './group-offsets.ts'
import type { JoinedGroup } from './membership.ts'

type Options = {
  cluster: Cluster
  topic: string
  offsets: GroupOffsets
  /** Tells where this member reads on in a partition that it has kept. */
  position(partition: number): bigint | undefined
}

/** What a member is told of a partition, and where it reads on. */
export type PartitionStart = { assigned: AssignedPartition; start: bigint }

/**
 * Finds where the group stands in the partitions that this member was given. Where it has never stood its first place
 * is committed at once: only so can it be told later what retention has taken.
 */
export async function findPlaces(
  { cluster, topic, offsets, position }: Options,
  { partitions, isNext }: JoinedGroup,
): Promise<PartitionStart[]> {
  if (partitions.length === 0) return []
  const [committed, first, end] = await Promise.all([
    offsets.committed(partitions),
    offsetsOf({ cluster, topic, partitions }, true),
    offsetsOf({ cluster, topic, partitions }, false),
  ])
  const fresh = partitions.filter(partition => !committed.has(partition))
  await offsets.commit(new Map(fresh.map(partition => [partition, first.get(partition) ?? 0n])))
  return partitions.map(partition =>
    toPlace(partition, {
      committed: committed.get(partition),
      kept: isNext ? position(partition) : undefined,
      first: first.get(partition) ?? 0n,
      end: end.get(partition) ?? 0n,
    }),
  )
}

type Log = { committed: bigint | undefined; kept: bigint | undefined; first: bigint; end: bigint }

/**
 * A kept partition is read on where this member was; any other one from the committed offset, or from the beginning
 * when the log ends before it, as it has lost its end or was made anew.
 */
function toPlace(partition: number, { committed, kept, first, end }: Log): PartitionStart {
  const known = committed !== undefined && committed <= end ? committed : first
  const reads = kept !== undefined && kept >= known && kept <= end ? kept : known
  if (reads >= first) return { assigned: { partition, committed: known, end, lost: 0n }, start: reads }
  return { assigned: { partition, committed: reads, end, lost: first - reads }, start: first }
}

type OffsetRequest = { cluster: Cluster; topic: string; partitions: readonly number[] }

/**
 * Reads where partitions end, or begin: the offset of the next record that will be written, or of the first that is
 * left.
 */
export async function offsetsOf({ cluster, topic, partitions }: OffsetRequest, fromBeginning: boolean) {
  const asked = partitions.map(partition => ({ partition }))
  const found = await cluster.fetchTopicsOffset([{ topic, partitions: asked, fromBeginning }])
  const ofTopic = found.flatMap(({ partitions: answered }) => answered)
  return new Map(ofTopic.map(({ partition, offset }) => [partition, BigInt(offset)]))
}
