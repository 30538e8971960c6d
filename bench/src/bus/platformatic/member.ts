import { BusUnavailableError } from '../../../../packages/bus/src/errors.ts'
import { createBackOff, pause } from '../../../../packages/bus/src/kafka/client/pause.ts'
import { readClocks } from '../../../../packages/bus/src/kafka/group/liveness.ts'
import type { TopicName } from '../../../../packages/bus/src/kafka/reading/fetch-records.ts'
import type { Consumer, ConsumerListener } from '../../../../packages/bus/src/port.ts'
import type { BrokerAddress } from './address.ts'
import { countUnread, findPlaces } from './find-places.ts'
import { createGroup, type PlatformaticGroup, type PlatformaticTiming, type Share } from './group.ts'
import { createHoldings, type PlatformaticHoldings } from './holdings.ts'
import { isProtocolError } from './protocol-errors.ts'
import { createReader } from './reader.ts'

export type PlatformaticMemberOptions = {
  address: BrokerAddress
  timing: PlatformaticTiming & { joinTimeoutMs: number }
  topic: TopicName
  /** The group's id at the brokers. */
  group: string
  listener: ConsumerListener
}

const CLOSE_WITHIN_MS = 2_000

/** One member of a group, by the rules of the adapter that ships, as far as the library lets us know what happens. */
export function createMember(options: PlatformaticMemberOptions): Consumer & { join(): Promise<void> } {
  const { timing, topic, group: name } = options
  const { parts, joined, ending, trouble } = assemble(options)
  const { holdings, group, reader } = parts
  const { reading, liveness } = holdings

  async function stop() {
    holdings.stop()
    reader.stop()
  }

  async function close() {
    if (ending.signal.aborted) return
    await stop()
    ending.abort()
    const closing = [group.consumer.close(true), reader.close()]
    await Promise.race([Promise.allSettled(closing), pause(CLOSE_WITHIN_MS)])
    reading.clear()
  }

  return {
    async join() {
      void group.join()
      const late = pause(timing.joinTimeoutMs).then(() => false)
      if (await Promise.race([joined.then(() => true), late])) return
      await close()
      throw new BusUnavailableError(`The group ${name} could not be joined: ${trouble()}`)
    },
    async commit(generation, offsets) {
      if (holdings.mayCommit(generation)) await commitOwn(parts, topic.name, offsets)
    },
    pause: reading.pause,
    resume(partitions) {
      reading.resume(partitions)
      // Never in the stack of a listener that resumes what it is being handed.
      setImmediate(() => {
        holdings.handOut()
        reader.wake()
      })
    },
    lastHeartbeatAt: liveness.lastAt,
    isSettled: liveness.isCertain,
    countUnread: () => countUnread({ consumer: group.consumer, topic: topic.name }, reading.positions()),
    stop,
    close,
  }
}

/** The parts of a member, and who tells whom. */
function assemble({ address, timing, topic, group: name, listener }: PlatformaticMemberOptions) {
  const holdings = createHoldings(listener, timing)
  const joined = Promise.withResolvers<void>()
  const ending = new AbortController()
  let trouble = 'the brokers did not answer'

  function onTrouble(error: unknown) {
    trouble = error instanceof Error ? error.message : String(error)
  }

  async function onJoined(share: Share) {
    const round = holdings.unsettle()
    const backOff = createBackOff(ending.signal)
    const where = { consumer: group.consumer, topic: topic.name, position: holdings.reading.position }
    while (holdings.isCurrent(round) && !ending.signal.aborted) {
      const places = await findPlaces(where, share).catch(onTrouble)
      if (!places) await backOff.pause()
      else if (holdings.isCurrent(round)) {
        holdings.takeOver(share, places)
        joined.resolve()
        return reader.wake()
      }
    }
  }

  const group = createGroup({
    address,
    timing,
    topic: topic.name,
    group: name,
    signal: ending.signal,
    onRebalance: holdings.unsettle,
    onLost: holdings.lose,
    onJoined: share => void onJoined(share),
    onTrouble,
  })
  const { handOut: onFetched, reading } = holdings
  const reader = createReader({ address, topic, reading, onFetched, onExpired: group.rejoin, onTrouble })
  const parts = { holdings, group, reader }
  followHeartbeats(parts)
  return { parts, joined: joined.promise, ending, trouble: () => trouble }
}

type MemberParts = { holdings: PlatformaticHoldings; group: PlatformaticGroup; reader: ReturnType<typeof createReader> }

function followHeartbeats({ holdings, group, reader }: MemberParts) {
  const { liveness } = holdings
  let beatAt = readClocks()
  group.consumer.on('consumer:heartbeat:start', () => {
    beatAt = readClocks()
  })
  group.consumer.on('consumer:heartbeat:end', () => {
    liveness.proved(beatAt)
    holdings.handOut()
    reader.wake()
  })
}

const REFUSED = ['REBALANCE_IN_PROGRESS', 'UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION']

async function commitOwn({ holdings, group }: MemberParts, topic: string, offsets: ReadonlyMap<number, bigint>) {
  const own = [...offsets].filter(([partition]) => holdings.reading.holds(partition))
  if (own.length === 0) return
  const named = own.map(([partition, offset]) => ({ topic, partition, offset, leaderEpoch: -1 }))
  await group.consumer.commit({ offsets: named }).catch(error => {
    if (!isProtocolError(error, ...REFUSED)) throw new BusUnavailableError('Kafka took no commit.', { cause: error })
  })
}
