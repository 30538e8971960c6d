import type Cluster from 'kafkajs/src/cluster/index.js'
import { isKafkaError } from '../client/kafka-errors.ts'
import { pause } from '../client/pause.ts'
import { fetchRecords, type TopicName } from './fetch-records.ts'
import type { ReadingState, ReadPosition } from './reading-state.ts'

type FetchOptions = {
  cluster: Cluster
  topic: TopicName
  reading: ReadingState
  /** There may be something to hand out. */
  onFetched(): void
  /** Retention, or a log that was cut, has passed where we stand. */
  onExpired(): void
  onTrouble(error: unknown): void
}

const AFTER_TROUBLE_MS = 250

/** One fetch at a time from each broker that leads partitions of ours; none while there is nothing to read. */
export function createFetchLoops({ cluster, topic, reading, onFetched, onExpired, onTrouble }: FetchOptions) {
  const loops = new Map<string, Promise<void>>()
  let isStopped = false

  /** @throws when a partition has no leader for now */
  function wantedByLeader(): Map<string, ReadPosition[]> {
    const wanted = new Map(reading.wanted().map(position => [position.partition, position]))
    const leaders = Object.entries(cluster.findLeaderForPartitions(topic.name, [...wanted.keys()]))
    return new Map(
      leaders.map(([nodeId, partitions]) => [nodeId, partitions.flatMap(partition => wanted.get(partition) ?? [])]),
    )
  }

  async function fetchFrom(nodeId: string, positions: readonly ReadPosition[]) {
    const broker = await cluster.findBroker({ nodeId })
    for (const fetched of await fetchRecords(broker, topic, positions)) reading.keep(fetched)
    onFetched()
  }

  async function recover(error: unknown) {
    onTrouble(error)
    if (isKafkaError(error, 'OFFSET_OUT_OF_RANGE')) onExpired()
    await pause(AFTER_TROUBLE_MS)
    if (isStopped) return
    await cluster.refreshMetadata().catch(onTrouble)
    wake()
  }

  async function loop(nodeId: string) {
    while (!isStopped) {
      try {
        const positions = wantedByLeader().get(nodeId)
        if (!positions) return
        await fetchFrom(nodeId, positions)
      } catch (error) {
        await recover(error)
      }
    }
  }

  function leaders(): string[] {
    try {
      return [...wantedByLeader().keys()]
    } catch (error) {
      onTrouble(error)
      return []
    }
  }

  /** To be called whenever there may be more to read; every heartbeat does. */
  function wake() {
    if (isStopped) return
    for (const nodeId of leaders().filter(leader => !loops.has(leader))) {
      const ended = loop(nodeId).finally(() => loops.delete(nodeId))
      loops.set(nodeId, ended)
    }
  }

  return {
    wake,
    stop() {
      isStopped = true
    },
  }
}
