import { BusUnavailableError } from '../../../../packages/bus/src/errors.ts'
import type { TopicName } from '../../../../packages/bus/src/kafka/fetch-records.ts'
import { createLiveness } from '../../../../packages/bus/src/kafka/liveness.ts'
import { createBackOff, pause } from '../../../../packages/bus/src/kafka/pause.ts'
import { createReadingState } from '../../../../packages/bus/src/kafka/reading-state.ts'
import type { Consumer, ConsumerListener } from '../../../../packages/bus/src/port.ts'
import type { Address } from './address.ts'
import { findPlaces, type Place } from './find-places.ts'
import { createGroup, type GroupTiming, type Share } from './group.ts'
import { isProtocolError } from './protocol-errors.ts'
import { createReader } from './reader.ts'

export type MemberOptions = {
  address: Address
  timing: GroupTiming & { joinTimeoutMs: number }
  topic: TopicName
  /** As the brokers call it. */
  group: string
  listener: ConsumerListener
}

const CLOSE_WITHIN_MS = 2_000
const REFUSED = ['REBALANCE_IN_PROGRESS', 'UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION']

/** One member of a group, by the rules of the adapter that ships, as far as the library lets us know what happens. */
export function createMember({ address, timing, topic, group: name, listener }: MemberOptions) {
  const reading = createReadingState()
  const liveness = createLiveness(timing.sessionTimeoutMs)
  const joined = Promise.withResolvers<void>()
  const ending = new AbortController()
  const state = { told: -1, isSettled: false, isStopped: false, round: 0, beatAt: liveness.now(), trouble: 'no answer' }

  function onTrouble(error: unknown) {
    state.trouble = error instanceof Error ? error.message : String(error)
  }

  function unsettle() {
    state.isSettled = false
    state.round++
  }

  function release(partitions: readonly number[]) {
    if (partitions.length > 0) listener.revoked(partitions)
  }

  async function onJoined(share: Share) {
    const round = ++state.round
    const backOff = createBackOff(ending.signal)
    while (state.round === round && !ending.signal.aborted) {
      try {
        const { consumer } = group
        const places = await findPlaces({ consumer, topic: topic.name, position: reading.position }, share)
        if (state.round === round) takeOver(share, places)
        return
      } catch (error) {
        onTrouble(error)
        await backOff.pause()
      }
    }
  }

  function takeOver({ generation, isNext }: Share, places: readonly Place[]) {
    const kept = new Set(isNext ? places.map(({ assigned }) => assigned.partition) : [])
    release(reading.clear().filter(partition => !kept.has(partition)))
    reading.assign(new Map(places.map(({ assigned, start }) => [assigned.partition, start])))
    const assigned = places.map(place => place.assigned)
    listener.assigned(generation, assigned)
    Object.assign(state, { told: generation, isSettled: true })
    liveness.proved(liveness.now())
    joined.resolve()
    reader.wake()
  }

  function proceed() {
    reading.handOut(record => {
      const mayHandOut = !state.isStopped && state.isSettled && liveness.isCertain()
      if (mayHandOut) listener.record(record)
      return mayHandOut
    })
  }

  const group = createGroup({
    ...{ address, timing, topic: topic.name, group: name },
    onRebalance: unsettle,
    onLost: () => release(reading.clear()),
    onJoined: share => void onJoined(share),
    onTrouble,
  })
  const { rejoin: onExpired } = group
  const reader = createReader({ address, topic, reading, onFetched: proceed, onExpired, onTrouble })
  group.consumer.on('consumer:heartbeat:start', () => {
    state.beatAt = liveness.now()
  })
  group.consumer.on('consumer:heartbeat:end', () => {
    liveness.proved(state.beatAt)
    proceed()
    reader.wake()
  })

  async function commit(generation: number, offsets: ReadonlyMap<number, bigint>) {
    if (generation !== state.told || !state.isSettled) return
    const own = [...offsets].filter(([partition]) => reading.holds(partition))
    if (own.length === 0) return
    const named = own.map(([partition, offset]) => ({ topic: topic.name, partition, offset, leaderEpoch: -1 }))
    await group.consumer.commit({ offsets: named }).catch(error => {
      if (!isProtocolError(error, ...REFUSED)) throw new BusUnavailableError('Kafka took no commit.', { cause: error })
    })
  }

  async function stop() {
    state.isStopped = true
    reader.stop()
  }

  async function close() {
    if (ending.signal.aborted) return
    await stop()
    ending.abort()
    group.end()
    const closing = [group.consumer.close(true), reader.close()]
    await Promise.race([Promise.allSettled(closing), pause(CLOSE_WITHIN_MS)])
    reading.clear()
  }

  async function join() {
    void group.join()
    const isIn = await Promise.race([joined.promise.then(() => true), pause(timing.joinTimeoutMs).then(() => false)])
    if (isIn) return
    await close()
    throw new BusUnavailableError(`The group ${name} could not be joined: ${state.trouble}`)
  }

  function resume(partitions: readonly number[]) {
    reading.resume(partitions)
    setImmediate(() => {
      proceed()
      reader.wake()
    })
  }

  const consumer: Consumer = { commit, pause: reading.pause, resume, lastHeartbeatAt: liveness.lastAt, stop, close }
  return { ...consumer, join }
}
