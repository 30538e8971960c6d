import type Cluster from 'kafkajs/src/cluster/index.js'
import type { Broker } from 'kafkajs/src/cluster/index.js'
import { isKafkaError } from './kafka-errors.ts'
import { decodeShare, encodeClaim, shareOut } from './member-protocol.ts'

export type GroupTiming = { sessionTimeoutMs: number; rebalanceTimeoutMs: number }

type MembershipOptions = GroupTiming & { cluster: Cluster; group: string; topic: string }

/** `isNext`: this is the generation right after the last one, so that nobody else can have had what we keep. */
export type JoinedGroup = { generation: number; partitions: readonly number[]; isNext: boolean }

/** `lost`: the group has gone on without us. */
export type Standing = 'member' | 'rebalancing' | 'lost'

const ASSIGNER = 'sluice-sticky'

export const standingOf = (error: unknown): Standing | undefined => {
  if (isKafkaError(error, 'REBALANCE_IN_PROGRESS')) return 'rebalancing'
  return isKafkaError(error, 'UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION') ? 'lost' : undefined
}

/** One member of a group, as its coordinator knows it. Every call may throw; what it throws is the client's. */
export function createMembership(options: MembershipOptions) {
  const { cluster, group: groupId, topic, sessionTimeoutMs, rebalanceTimeoutMs } = options
  let coordinator: Broker | undefined
  let memberId = ''
  let generation = -1
  let owned: readonly number[] = []
  let nonce = 0

  const partitionsOfTopic = () => cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)

  async function findCoordinator(): Promise<Broker> {
    coordinator ??= await cluster.findGroupCoordinator({ groupId })
    return coordinator
  }

  /** After an error the group may have another coordinator. */
  async function asked<T>(ask: (broker: Broker) => Promise<T>): Promise<T> {
    try {
      return await ask(await findCoordinator())
    } catch (error) {
      if (!standingOf(error)) coordinator = undefined
      throw error
    }
  }

  async function share(joined: Awaited<ReturnType<Broker['joinGroup']>>) {
    if (joined.leaderId !== joined.memberId) return []
    await cluster.refreshMetadata()
    return shareOut({ topic, partitions: partitionsOfTopic(), members: joined.members })
  }

  /** Whom the group has dropped is a new member; who only missed a generation keeps the place. */
  function forget(error?: unknown) {
    if (!isKafkaError(error, 'ILLEGAL_GENERATION')) memberId = ''
    generation = -1
    owned = []
  }

  async function join(): Promise<JoinedGroup> {
    const joined = await asked(broker =>
      broker.joinGroup({
        groupId,
        memberId,
        sessionTimeout: sessionTimeoutMs,
        rebalanceTimeout: rebalanceTimeoutMs,
        groupProtocols: [{ name: ASSIGNER, metadata: encodeClaim(topic, { generation, owned, nonce }) }],
      }),
    )
    memberId = joined.memberId
    const groupAssignment = await share(joined)
    const { memberAssignment } = await asked(broker =>
      broker.syncGroup({ groupId, memberId, generationId: joined.generationId, groupAssignment }),
    )
    const isNext = joined.generationId === generation + 1
    generation = joined.generationId
    owned = decodeShare(topic, memberAssignment)
    return { generation, partitions: owned, isNext }
  }

  return {
    async join(): Promise<JoinedGroup> {
      try {
        return await join()
      } catch (error) {
        if (standingOf(error) === 'lost') forget(error)
        throw error
      }
    },
    /** The next `join` makes the group share out anew. */
    demandRebalance: () => void nonce++,
    generation: () => generation,
    partitionCount: () => partitionsOfTopic().length,
    /** `lost`: the next `join` claims nothing. */
    async heartbeat(): Promise<Standing> {
      try {
        await asked(broker => broker.heartbeat({ groupId, memberId, groupGenerationId: generation }))
        return 'member'
      } catch (error) {
        const standing = standingOf(error)
        if (!standing) throw error
        if (standing === 'lost') forget(error)
        return standing
      }
    },
    async commit(offsets: ReadonlyMap<number, bigint>): Promise<void> {
      if (offsets.size === 0) return
      const partitions = [...offsets].map(([partition, offset]) => ({ partition, offset: String(offset) }))
      const topics = [{ topic, partitions }]
      await asked(broker => broker.offsetCommit({ groupId, memberId, groupGenerationId: generation, topics }))
    },
    /** @returns where the group stands; partitions that it has never committed are missing */
    async committed(partitions: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
      if (partitions.length === 0) return new Map()
      const topics = [{ topic, partitions: partitions.map(partition => ({ partition })) }]
      const { responses } = await asked(broker => broker.offsetFetch({ groupId, topics }))
      const found = responses.flatMap(response => response.partitions)
      return new Map(
        found.flatMap(({ partition, offset }) => (BigInt(offset) >= 0n ? [[partition, BigInt(offset)] as const] : [])),
      )
    },
    async leave(): Promise<void> {
      if (memberId === '') return
      const leaving = memberId
      forget()
      await asked(broker => broker.leaveGroup({ groupId, memberId: leaving }))
    },
  }
}
export type Membership = ReturnType<typeof createMembership>
