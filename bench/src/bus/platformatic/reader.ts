import { Consumer } from '@platformatic/kafka'
import { pause } from '../../../../packages/bus/src/kafka/client/pause.ts'
import type { TopicName } from '../../../../packages/bus/src/kafka/reading/fetch-records.ts'
import type { ReadingState, ReadPosition } from '../../../../packages/bus/src/kafka/reading/reading-state.ts'
import { type BrokerAddress, clientOptions, REQUEST_TIMEOUT_MS } from './address.ts'
import { isProtocolError } from './protocol-errors.ts'
import { toFetched } from './to-records.ts'

type ReaderOptions = {
  address: BrokerAddress
  topic: TopicName
  reading: ReadingState
  /** There may be something to hand out. */
  onFetched(): void
  /** Retention, or a log that was cut, has passed where we stand. */
  onExpired(): void
  onTrouble(error: unknown): void
}

const MAX_WAIT_MS = 1_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_PARTITION_BYTES = 1024 * 1024
const AFTER_TROUBLE_MS = 250

/**
 * One fetch at a time from each broker that leads partitions of ours, by the library's `fetch`: its stream can't pause
 * a single partition, and reads kept ones again. On connections of its own, as a waiting fetch holds up heartbeats.
 */
export function createReader({ address, topic, reading, onFetched, onExpired, onTrouble }: ReaderOptions) {
  const reader = openReader(address, topic)
  const busy = new Set<number>()
  let isStopped = false

  async function fetchFrom(node: number): Promise<boolean> {
    const { topicId, byLeader } = await wantedByLeader(reader, topic, reading)
    const positions = byLeader.get(node)
    if (!positions) return false
    const { responses } = await reader.fetch({
      node,
      maxWaitTime: MAX_WAIT_MS,
      minBytes: 1,
      maxBytes: MAX_BYTES,
      topics: [{ topicId, partitions: positions.map(toRequest) }],
    })
    const asked = new Map(positions.map(({ partition, offset }) => [partition, offset]))
    for (const { partitionIndex: partition, records } of responses.flatMap(response => response.partitions)) {
      const offset = asked.get(partition)
      if (offset !== undefined && records?.length) reading.keep(toFetched({ topic, partition, offset }, records))
    }
    onFetched()
    return true
  }

  async function recover(error: unknown) {
    if (isStopped) return
    onTrouble(error)
    if (isProtocolError(error, 'OFFSET_OUT_OF_RANGE')) onExpired()
    reader.clearMetadata()
    await pause(AFTER_TROUBLE_MS)
  }

  async function loop(node: number) {
    let isWanted = true
    while (isWanted && !isStopped) {
      try {
        isWanted = await fetchFrom(node)
      } catch (error) {
        await recover(error)
      }
    }
    busy.delete(node)
  }

  async function startLoops() {
    const { byLeader } = await wantedByLeader(reader, topic, reading)
    for (const node of byLeader.keys()) {
      if (isStopped || busy.has(node)) continue
      busy.add(node)
      void loop(node)
    }
  }

  return {
    /** To be called whenever there may be more to read; every heartbeat does. */
    wake() {
      if (!isStopped) void startLoops().catch(recover)
    },
    stop() {
      isStopped = true
    },
    close: () => reader.close(true),
  }
}

async function wantedByLeader(reader: Consumer, topic: TopicName, reading: ReadingState) {
  const metadata = await reader.metadata({ topics: [topic.name] })
  const known = metadata.topics.get(topic.name)
  const byLeader = Map.groupBy(reading.wanted(), ({ partition }) => known?.partitions[partition]?.leader ?? -1)
  byLeader.delete(-1)
  return { topicId: known?.id ?? '', byLeader }
}

const toRequest = ({ partition, offset }: ReadPosition) => ({
  partition,
  fetchOffset: offset,
  currentLeaderEpoch: -1,
  lastFetchedEpoch: -1,
  partitionMaxBytes: MAX_PARTITION_BYTES,
})

/** Never joins a group, though it has to name one. */
function openReader(address: BrokerAddress, topic: TopicName): Consumer {
  const groupId = `${topic.name}.reader`
  const reader = new Consumer({ ...clientOptions(address), requestTimeout: REQUEST_TIMEOUT_MS, groupId })
  reader.topics.track(topic.name)
  return reader
}
