import type { ConsumerListener } from '../../port.ts'
import { createCluster, type KafkaAddress } from '../client/kafka-client.ts'
import { describeError, isKafkaError } from '../client/kafka-errors.ts'
import { pause } from '../client/pause.ts'
import { createFetchLoops } from '../reading/fetch-loops.ts'
import type { TopicName } from '../reading/fetch-records.ts'
import { createReadingState, type ReadingState, type ReadPosition } from '../reading/reading-state.ts'
import { findPlaces, offsetsOf, type PartitionStart } from './find-places.ts'
import { createGroupLife } from './group-life.ts'
import { createLiveness, type GroupTiming } from './liveness.ts'
import { createMembership, type JoinedGroup } from './membership.ts'

export type KafkaMemberOptions = {
  address: KafkaAddress
  timing: GroupTiming & { heartbeatEveryMs: number }
  topic: TopicName
  /** The group's id at the brokers. */
  group: string
  listener: ConsumerListener
}

/** The parts of a member, and who tells whom: life joins, fetching fills, reading is handed out to the listener. */
export function createKafkaMember({ address, timing, topic, group, listener }: KafkaMemberOptions) {
  const { client: cluster, cut, end } = createCluster(address)
  const membership = createMembership({ cluster, group, topic: topic.name, ...timing })
  const liveness = createLiveness(timing)
  const reading = createReadingState()
  const joined = Promise.withResolvers<void>()
  let trouble = 'the brokers did not answer'
  let told = -1
  let isStopped = false

  /** A connection that gives no answer is given up: the network may have forgotten it. */
  function onTrouble(error: unknown) {
    if (life.ending.signal.aborted) return
    trouble = describeError(error)
    if (isKafkaError(error, 'KafkaJSRequestTimeoutError')) cut()
    address.onLog?.({ level: 'warn', message: `Member of ${group}: ${trouble}` })
  }

  async function onJoined(share: JoinedGroup) {
    const { offsets } = membership
    const places = await findPlaces({ cluster, topic: topic.name, offsets, position: reading.position }, share)
    return () => {
      told = share.generation
      takeOver({ reading, listener }, share, places)
      joined.resolve()
      fetching.wake()
    }
  }

  function handOut() {
    reading.handOut(record => {
      const mayHandOut = !isStopped && life.isSettled() && liveness.isCertain()
      if (mayHandOut) listener.record(record)
      return mayHandOut
    })
  }

  function proceed() {
    handOut()
    fetching.wake()
  }

  const onLost = () => release(listener, reading.clear())
  const life = createGroupLife({
    cluster,
    membership,
    liveness,
    heartbeatEveryMs: timing.heartbeatEveryMs,
    onJoined,
    onLost,
    onYielding: () => yieldAll(listener, timing.rebalanceTimeoutMs, life.ending.signal),
    onBeat: proceed,
    onTrouble,
  })
  const onExpired = life.rejoin
  const fetching = createFetchLoops({ cluster, topic, reading, onFetched: handOut, onExpired, onTrouble })

  const endsOf = (partitions: readonly number[]) => offsetsOf({ cluster, topic: topic.name, partitions }, false)
  const countUnread = () => countFrom(reading.positions(), endsOf)

  function stop() {
    isStopped = true
    fetching.stop()
  }

  const parts = { membership, reading, liveness, life }
  /** `told`: the generation that the listener knows. `trouble`: what went wrong last. */
  const state = { joined: joined.promise, trouble: () => trouble, told: () => told }
  return { ...parts, ...state, proceed, countUnread, stop, disconnect: end }
}

type EndsOf = (partitions: readonly number[]) => Promise<ReadonlyMap<number, bigint>>

/** Counts the records between these positions and the ends of their partitions. */
async function countFrom(positions: readonly ReadPosition[], endsOf: EndsOf): Promise<number> {
  if (positions.length === 0) return 0
  const ends = await endsOf(positions.map(({ partition }) => partition))
  const unread = positions.map(({ partition, offset }) => Number((ends.get(partition) ?? offset) - offset))
  return unread.reduce((sum, count) => sum + Math.max(0, count), 0)
}

type ListenerFeed = { reading: ReadingState; listener: ConsumerListener }

function takeOver(
  { reading, listener }: ListenerFeed,
  { generation, isNext }: JoinedGroup,
  places: readonly PartitionStart[],
) {
  const kept = new Set(isNext ? places.map(({ assigned }) => assigned.partition) : [])
  release(
    listener,
    reading.clear().filter(partition => !kept.has(partition)),
  )
  reading.assign(new Map(places.map(({ assigned, start }) => [assigned.partition, start])))
  listener.assigned(
    generation,
    places.map(({ assigned }) => assigned),
  )
}

/** Waits for the listener, though no longer than the group waits for this member: then others have what it had. */
async function yieldAll(listener: ConsumerListener, withinMs: number, ending: AbortSignal): Promise<void> {
  const yielded = new AbortController()
  const yielding = Promise.resolve(listener.yielding?.()).finally(() => yielded.abort())
  await Promise.race([yielding, pause(withinMs, AbortSignal.any([yielded.signal, ending]))])
  ending.throwIfAborted()
}

function release(listener: ConsumerListener, partitions: readonly number[]) {
  if (partitions.length > 0) listener.revoked(partitions)
}
