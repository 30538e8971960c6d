import { BusUnavailableError } from '../errors.ts'
import type { Consumer, ConsumerListener } from '../port.ts'
import { createFetchLoops } from './fetch-loops.ts'
import { findPlaces } from './find-places.ts'
import { createCluster, type KafkaAddress } from './kafka-client.ts'
import { describeError, isKafkaError } from './kafka-errors.ts'
import { createMembership, type GroupTiming, standingOf } from './membership.ts'
import { pause } from './pause.ts'
import { createReadingState } from './reading-state.ts'

export type ConsumerTiming = GroupTiming & { heartbeatEveryMs: number; joinTimeoutMs: number }

type Options = {
  address: KafkaAddress
  timing: ConsumerTiming
  /** `name` and `group` are what the brokers call them. */
  topic: { name: string; label: string }
  group: string
  listener: ConsumerListener
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_000
const LEAVE_WITHIN_MS = 2_000

/** A consumer before it has joined. */
export type KafkaConsumer = Consumer & { join(): Promise<void> }

/**
 * One member of a group. It joins, reads and says that it is alive for as long as it is not closed: whatever fails is
 * tried again, at least every second.
 */
export function createKafkaConsumer({ address, timing, topic, group, listener }: Options): KafkaConsumer {
  const { client: cluster, cut, end } = createCluster(address)
  const membership = createMembership({ cluster, group, topic: topic.name, ...timing })
  const reading = createReadingState()
  const closing = new AbortController()
  const joined = Promise.withResolvers<void>()
  let nextBeat = new AbortController()
  let lastTrouble: unknown
  let heartbeatAt = 0
  let told = -1
  let isStopped = false
  let isRejoining = false

  const fetching = createFetchLoops({ cluster, topic, reading, fetched: handOut, expired: rebalance, onTrouble })

  /** A member that nobody has heard of for so long may have been replaced. */
  const mayHandOut = () => !isStopped && !isRejoining && Date.now() - heartbeatAt < timing.sessionTimeoutMs

  function handOut() {
    reading.handOut(record => {
      if (mayHandOut()) listener.record(record)
      else return false
      return true
    })
  }

  /** A connection that gives no answer is given up: the network may have forgotten it. */
  function onTrouble(error: unknown) {
    lastTrouble = error
    if (isKafkaError(error, 'KafkaJSRequestTimeoutError')) cut()
    address.onLog?.({ level: 'warn', message: `Member of ${group}: ${describeError(error)}` })
  }

  function rebalance() {
    membership.demandRebalance()
    isRejoining = true
    nextBeat.abort()
  }

  function release(partitions: readonly number[]) {
    if (partitions.length > 0) listener.revoked(partitions)
  }

  async function takePart() {
    await cluster.connect()
    await cluster.addTargetTopic(topic.name)
    isRejoining = true
    const share = await membership.join()
    const position = (partition: number) => reading.position(partition)
    const places = await findPlaces({ cluster, topic: topic.name, membership, position }, share)
    const kept = new Set(share.isNext ? share.partitions : [])
    release(reading.clear().filter(partition => !kept.has(partition)))
    reading.assign(new Map(places.map(({ assigned, start }) => [assigned.partition, start])))
    heartbeatAt = Date.now()
    told = share.generation
    isRejoining = false
    listener.assigned(
      told,
      places.map(({ assigned }) => assigned),
    )
    joined.resolve()
    fetching.wake()
  }

  async function beat(): Promise<void> {
    const sentAt = Date.now()
    const standing = await membership.heartbeat()
    if (standing === 'lost') release(reading.clear())
    if (standing !== 'member') isRejoining = true
    else heartbeatAt = sentAt
  }

  /** Until the group wants its members to join again. */
  async function stayMember() {
    const partitions = membership.partitionCount()
    while (!isRejoining && !closing.signal.aborted) {
      nextBeat = new AbortController()
      await pause(timing.heartbeatEveryMs, AbortSignal.any([nextBeat.signal, closing.signal]))
      if (isRejoining || closing.signal.aborted) return
      await beat().catch(onTrouble)
      await cluster.refreshMetadataIfNecessary().catch(onTrouble)
      if (membership.partitionCount() > partitions) rebalance()
      if (mayHandOut()) handOut()
      fetching.wake()
    }
  }

  async function live() {
    let pauseMs = FIRST_PAUSE_MS
    while (!closing.signal.aborted) {
      try {
        await takePart()
        pauseMs = FIRST_PAUSE_MS
        await stayMember()
      } catch (error) {
        if (standingOf(error) === 'lost') release(reading.clear())
        if (!standingOf(error)) onTrouble(error)
        await pause(pauseMs, closing.signal)
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
    }
  }

  async function stop() {
    isStopped = true
    fetching.stop()
  }

  async function close() {
    if (closing.signal.aborted) return
    await stop()
    closing.abort()
    const left = new AbortController()
    const leaving = membership.leave().catch(() => {})
    await Promise.race([leaving.finally(() => left.abort()), pause(LEAVE_WITHIN_MS, left.signal)])
    reading.clear()
    end()
  }

  return {
    async join() {
      void live()
      const timer = setTimeout(() => joined.reject(notJoined(group, lastTrouble)), timing.joinTimeoutMs)
      await joined.promise
        .finally(() => clearTimeout(timer))
        .catch(async error => {
          await close()
          throw error
        })
    },
    async commit(generation, offsets) {
      if (generation !== told || generation !== membership.generation()) return
      const own = new Map([...offsets].filter(([partition]) => reading.holds(partition)))
      await membership.commit(own).catch(error => {
        if (!standingOf(error)) throw new BusUnavailableError(`Kafka took no commit: ${describeError(error)}`)
        nextBeat.abort()
      })
    },
    pause: reading.pause,
    resume(partitions) {
      reading.resume(partitions)
      setImmediate(() => {
        handOut()
        fetching.wake()
      })
    },
    lastHeartbeatAt: () => heartbeatAt,
    stop,
    close,
  }
}

function notJoined(group: string, trouble: unknown): BusUnavailableError {
  const reason = trouble ? describeError(trouble) : 'the brokers did not answer'
  return new BusUnavailableError(`The group ${group} could not be joined: ${reason}`)
}
