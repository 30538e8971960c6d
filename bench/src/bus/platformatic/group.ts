import { Consumer, type GroupPartitionsAssigner } from '@platformatic/kafka'
import { z } from 'zod'
import { createBackOff } from '../../../../packages/bus/src/kafka/client/pause.ts'
import { assignSticky } from '../../../../packages/bus/src/kafka/group/assign-sticky.ts'
import { type BrokerAddress, clientOptions } from './address.ts'

export type PlatformaticTiming = { sessionTimeoutMs: number; rebalanceTimeoutMs: number; heartbeatEveryMs: number }

/** `isNext`: this is the generation right after the last one, so that nobody else can have had what we keep. */
export type Share = { generation: number; partitions: readonly number[]; isNext: boolean }

type GroupOptions = {
  address: BrokerAddress
  timing: PlatformaticTiming
  topic: string
  group: string
  /** Aborted when this member is to leave. */
  signal: AbortSignal
  /** What this member has may no longer be its own. */
  onRebalance(): void
  /** The group has gone on without us. */
  onLost(): void
  onJoined(share: Share): void
  onTrouble(error: unknown): void
}

const ASSIGNER = 'sluice-sticky'
const claim = z.object({ generation: z.int(), owned: z.array(z.int()), nonce: z.int() })
const NOTHING = { generation: -1, owned: [] }

/** The library's own membership with our assigner: it joins, beats, and joins again; we hear of it by its events. */
export function createGroup(options: GroupOptions) {
  const { topic, signal, onRebalance, onLost, onJoined, onTrouble } = options
  let held: { generation: number; owned: readonly number[] } = NOTHING
  let nonce = 0
  let isJoining = false
  const consumer = openMember(options, sayClaim)

  /** Asked for whenever it joins: the only sign that it does after having been dropped. */
  function sayClaim(): Buffer {
    onRebalance()
    if (consumer.memberId === null) {
      held = NOTHING
      onLost()
    }
    return Buffer.from(JSON.stringify({ ...held, nonce }))
  }

  async function join() {
    if (isJoining) return
    isJoining = true
    const backOff = createBackOff(signal)
    while (!signal.aborted) {
      try {
        await consumer.joinGroup({})
        break
      } catch (error) {
        onTrouble(error)
        await backOff.pause()
      }
    }
    isJoining = false
  }

  consumer.on('consumer:group:rebalance', onRebalance)
  consumer.on('consumer:group:join', ({ generationId = -1, assignments = [] }) => {
    const partitions = assignments.find(assignment => assignment.topic === topic)?.partitions ?? []
    const isNext = generationId === held.generation + 1
    held = { generation: generationId, owned: partitions }
    onJoined({ generation: generationId, partitions, isNext })
  })
  // When joining again has failed it beats no more.
  consumer.on('error', error => {
    onTrouble(error)
    void join()
  })

  return {
    consumer,
    join,
    /** Makes the whole group share out anew. */
    rejoin() {
      nonce++
      void join()
    },
  }
}

export type PlatformaticGroup = ReturnType<typeof createGroup>

function openMember({ address, timing, topic, group }: GroupOptions, sayClaim: () => Buffer): Consumer {
  const consumer = new Consumer({
    ...clientOptions(address),
    groupId: group,
    sessionTimeout: timing.sessionTimeoutMs,
    // The library refuses one that is shorter than the session.
    rebalanceTimeout: Math.max(timing.rebalanceTimeoutMs, timing.sessionTimeoutMs),
    heartbeatInterval: timing.heartbeatEveryMs,
    protocols: [{ name: ASSIGNER, version: 1 }],
    protocolsMetadata: sayClaim,
    partitionAssigner: shareOut,
    autocommit: false,
  })
  consumer.topics.track(topic)
  return consumer
}

/** A member whose words can't be read owns nothing. */
function readClaim(said: Buffer | string | undefined) {
  try {
    return claim.parse(JSON.parse(String(said)))
  } catch {
    return NOTHING
  }
}

const shareOut: GroupPartitionsAssigner = (...[, members, topics, metadata]) => {
  const [topic = ''] = topics
  const partitions = Array.from({ length: metadata.topics.get(topic)?.partitionsCount ?? 0 }, (_, index) => index)
  const claims = [...members].map(([id, { metadata: said }]) => ({ id, ...readClaim(said) }))
  return [...assignSticky(partitions, claims)].map(([memberId, own]) => ({
    memberId,
    assignments: new Map([[topic, { topic, partitions: [...own] }]]),
  }))
}
