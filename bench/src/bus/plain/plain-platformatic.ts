import { Consumer, MessagesStreamFallbackModes, MessagesStreamModes } from '@platformatic/kafka'
import { eventually } from '@sluice/testkit'
import {
  COMMIT_EVERY_MS,
  HEARTBEAT_EVERY_MS,
  type PlainConsumer,
  type PlainOptions,
  SESSION_TIMEOUT_MS,
  STOP_WITHIN_MS,
} from './plain-consumer.ts'
import { createWatermarks } from './watermarks.ts'

/** A stream of messages with the library's cooperative sticky assigner; auto-commit off. */
export async function startPlainPlatformatic({ broker, topic, group, handle }: PlainOptions): Promise<PlainConsumer> {
  const consumer = openConsumer(broker, group)
  const watermarks = createWatermarks()
  consumer.on('error', () => {})
  const { COMMITTED: mode } = MessagesStreamModes
  const { EARLIEST: fallbackMode } = MessagesStreamFallbackModes
  const stream = await consumer.consume({ topics: [topic], mode, fallbackMode, maxWaitTime: 1_000 })
  stream.on('error', () => {})
  stream.on('data', ({ partition, offset, key, value }) => {
    watermarks.begin(partition, offset)
    void handle(key.toString(), value).then(() => watermarks.end(partition, offset))
  })

  async function commit() {
    const held = consumer.assignments?.find(assignment => assignment.topic === topic)?.partitions ?? []
    const own = watermarks.all().filter(({ partition }) => held.includes(partition))
    const offsets = own.map(({ partition, offset }) => ({ topic, partition, offset, leaderEpoch: -1 }))
    if (offsets.length > 0) await consumer.commit({ offsets }).catch(() => {})
  }

  const timer = setInterval(() => void commit(), COMMIT_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      stream.pause()
      await eventually(() => watermarks.openCount() === 0, { timeoutMs: STOP_WITHIN_MS }).catch(() => {})
      await commit()
      await consumer.close(true)
    },
  }
}

const openConsumer = (broker: string, groupId: string) =>
  new Consumer({
    bootstrapBrokers: [broker],
    clientId: 'bench-plain',
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_EVERY_MS,
    protocols: [{ name: 'cooperative-sticky', version: 1 }],
    autocommit: false,
  })
