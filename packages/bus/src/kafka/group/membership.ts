import type Cluster from 'kafkajs/src/cluster/index.js'
import type { Broker } from 'kafkajs/src/cluster/index.js'
import { isKafkaError } from '../client/kafka-errors.ts'
import { createCoordinatorLink, type MemberStanding, standingOf } from './coordinator.ts'
import { createGroupOffsets } from './group-offsets.ts'
import { type GroupTiming, type LivenessProof, readClocks } from './liveness.ts'
import { decodeShare, encodeClaim, shareOut } from './member-protocol.ts'

type MembershipOptions = GroupTiming & { cluster: Cluster; group: string; topic: string }

/**
 * `isNext`: this is the generation right after the last one, so that nobody else can have had what we keep. `askedAt`: when the
 * coordinator was asked for the share; it has heard of this member since.
 */
export type JoinedGroup = {
  generation: number
  partitions: readonly number[]
  isNext: boolean
  askedAt: LivenessProof
}

const ASSIGNER = 'sluice-sticky'

/** One member of a group, as its coordinator knows it. Every call may throw; what it throws is the client's. */
export function createMembership({ cluster, group: groupId, topic, ...timing }: MembershipOptions) {
  const ask = createCoordinatorLink(cluster, groupId)
  let memberId = ''
  let generation = -1
  let owned: readonly number[] = []
  let nonce = 0

  /**
   * Forgets the generation. A member that the group has dropped joins as a new one; one that only missed a generation
   * keeps its id.
   */
  function forget(error?: unknown) {
    if (!isKafkaError(error, 'ILLEGAL_GENERATION')) memberId = ''
    generation = -1
    owned = []
  }

  async function join(): Promise<JoinedGroup> {
    await cluster.connect()
    await cluster.addTargetTopic(topic)
    const groupProtocols = [{ name: ASSIGNER, metadata: encodeClaim(topic, { generation, owned, nonce }) }]
    const { sessionTimeoutMs: sessionTimeout, rebalanceTimeoutMs: rebalanceTimeout } = timing
    const asked = { groupId, memberId, sessionTimeout, rebalanceTimeout, groupProtocols }
    const joined = await ask(broker => broker.joinGroup(asked))
    memberId = joined.memberId
    const groupAssignment = await shareOutAsLeader({ cluster, topic }, joined)
    const { generationId } = joined
    const askedAt = readClocks()
    const { memberAssignment } = await ask(broker =>
      broker.syncGroup({ groupId, memberId, generationId, groupAssignment }),
    )
    const isNext = generationId === generation + 1
    generation = generationId
    owned = decodeShare(topic, memberAssignment)
    return { generation, partitions: owned, isNext, askedAt }
  }

  return {
    async join(): Promise<JoinedGroup> {
      return join().catch(error => {
        if (standingOf(error) === 'lost') forget(error)
        throw error
      })
    },
    /** The next `join` makes the group share out anew. */
    demandRebalance: () => void nonce++,
    generation: () => generation,
    partitionCount: () => cluster.findTopicPartitionMetadata(topic).length,
    offsets: createGroupOffsets({ ask, topic, identity: () => ({ groupId, memberId, generation }) }),
    /** After `lost` the next `join` claims nothing. */
    async heartbeat(): Promise<MemberStanding> {
      try {
        await ask(broker => broker.heartbeat({ groupId, memberId, groupGenerationId: generation }))
        return 'member'
      } catch (error) {
        const standing = standingOf(error)
        if (!standing) throw error
        if (standing === 'lost') forget(error)
        return standing
      }
    },
    async leave(): Promise<void> {
      if (memberId === '') return
      const leaving = memberId
      forget()
      await ask(broker => broker.leaveGroup({ groupId, memberId: leaving }))
    },
  }
}

type GroupTopic = { cluster: Cluster; topic: string }

/** The others send nothing, and are told by the coordinator what the leader sent. */
async function shareOutAsLeader({ cluster, topic }: GroupTopic, joined: Awaited<ReturnType<Broker['joinGroup']>>) {
  if (joined.leaderId !== joined.memberId) return []
  await cluster.refreshMetadata()
  const partitions = cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)
  return shareOut({ topic, partitions, members: joined.members })
}

export type KafkaMembership = ReturnType<typeof createMembership>
