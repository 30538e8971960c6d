import type Cluster from 'kafkajs/src/cluster/index.js'
import type { FetchedMessage } from 'kafkajs/src/cluster/index.js'
import type { IncomingRecord } from '../port.ts'
import { READ_COMMITTED } from './kafka-client.ts'
import { isKafkaError } from './kafka-errors.ts'
import { pause } from './pause.ts'
import type { Fetched, Position, ReadingState } from './reading-state.ts'

type FetchOptions = {
  cluster: Cluster
  /** `name` is what the brokers call it. */
  topic: { name: string; label: string }
  reading: ReadingState
  fetched(): void
  /** Retention, or a log that was cut, has passed where we stand. */
  expired(): void
  onTrouble(error: unknown): void
}

const MAX_WAIT_MS = 1_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_PARTITION_BYTES = 1024 * 1024
const AFTER_TROUBLE_MS = 250

/** One fetch at a time from each broker that leads partitions of ours; none while there is nothing to read. */
export function createFetchLoops({ cluster, topic, reading, fetched, expired, onTrouble }: FetchOptions) {
  const loops = new Map<string, Promise<void>>()
  let isStopped = false

  function wantedByLeader(): Map<string, Position[]> {
    const wanted = new Map(reading.wanted().map(position => [position.partition, position]))
    const leaders = Object.entries(cluster.findLeaderForPartitions(topic.name, [...wanted.keys()]))
    return new Map(
      leaders.map(([nodeId, partitions]) => [nodeId, partitions.flatMap(partition => wanted.get(partition) ?? [])]),
    )
  }

  async function fetchFrom(nodeId: string, positions: readonly Position[]) {
    const broker = await cluster.findBroker({ nodeId })
    const partitions = positions.map(({ partition, offset }) => ({
      partition,
      fetchOffset: String(offset),
      maxBytes: MAX_PARTITION_BYTES,
    }))
    const { responses } = await broker.fetch({
      isolationLevel: READ_COMMITTED,
      maxWaitTime: MAX_WAIT_MS,
      minBytes: 1,
      maxBytes: MAX_BYTES,
      topics: [{ topic: topic.name, partitions }],
    })
    const asked = new Map(positions.map(({ partition, offset }) => [partition, offset]))
    for (const { partition, messages } of responses.flatMap(response => response.partitions)) {
      const offset = asked.get(partition)
      if (offset !== undefined && messages.length > 0) {
        reading.keep(toFetched({ topic: topic.label, partition, offset }, messages))
      }
    }
    fetched()
  }

  async function recover(error: unknown) {
    onTrouble(error)
    if (isKafkaError(error, 'OFFSET_OUT_OF_RANGE')) expired()
    await pause(AFTER_TROUBLE_MS)
    if (!isStopped) await cluster.refreshMetadata().catch(onTrouble)
  }

  async function loop(nodeId: string) {
    while (!isStopped) {
      try {
        const positions = wantedByLeader().get(nodeId)
        if (!positions) return
        await fetchFrom(nodeId, positions)
      } catch (error) {
        await recover(error)
        wake()
      }
    }
  }

  function leaders(): string[] {
    try {
      return [...wantedByLeader().keys()]
    } catch (error) {
      // Without a leader for now; every heartbeat looks again.
      onTrouble(error)
      return []
    }
  }

  function wake() {
    if (isStopped) return
    for (const nodeId of leaders()) {
      if (!loops.has(nodeId))
        loops.set(
          nodeId,
          loop(nodeId).finally(() => loops.delete(nodeId)),
        )
    }
  }

  return {
    wake,
    stop() {
      isStopped = true
    },
  }
}

type Asked = Position & { topic: string }

function toFetched({ topic, partition, offset }: Asked, messages: readonly FetchedMessage[]): Fetched {
  const last = messages.at(-1)
  // A batch is read whole, so it may begin before what was asked for.
  const own = messages.filter(message => BigInt(message.offset) >= offset && !message.isControlRecord)
  return {
    partition,
    offset,
    next: last && BigInt(last.offset) >= offset ? BigInt(last.offset) + 1n : offset,
    records: own.map(message => toRecord(message, { topic, partition })),
  }
}

/** The bytes are copied: a record that is open for long must not hold all that was fetched with it. */
function toRecord(message: FetchedMessage, place: { topic: string; partition: number }): IncomingRecord {
  const { offset, timestamp, key, value, headers } = message
  return {
    ...place,
    offset: BigInt(offset),
    at: new Date(Number(timestamp)),
    key: key ? textOf(key) : '',
    value: Buffer.from(value ?? []),
    headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, held]) => [name, headerText(held)])),
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

function headerText(held: Uint8Array | Uint8Array[] | undefined): string {
  const last = Array.isArray(held) ? held.at(-1) : held
  return last ? textOf(last) : ''
}
