import { eventually } from '@sluice/testkit'
import { type Consumer, type EachBatchPayload, Kafka, logLevel } from 'kafkajs'
import {
  COMMIT_EVERY_MS,
  HEARTBEAT_EVERY_MS,
  type PlainConsumer,
  type PlainOptions,
  SESSION_TIMEOUT_MS,
  STOP_WITHIN_MS,
} from './plain-consumer.ts'
import { createWatermarks } from './watermarks.ts'

/** `eachBatch` starts the handling and returns; auto-commit off. */
export async function startPlainKafkajs({ broker, topic, group, handle }: PlainOptions): Promise<PlainConsumer> {
  const consumer = openConsumer(broker, group)
  const watermarks = createWatermarks()
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })

  async function run({ batch, resolveOffset, heartbeat }: EachBatchPayload) {
    for (const { offset, key, value } of batch.messages) {
      watermarks.begin(batch.partition, BigInt(offset))
      const handled = handle(String(key), value ?? Buffer.alloc(0))
      void handled.then(() => watermarks.end(batch.partition, BigInt(offset)))
      resolveOffset(offset)
    }
    await heartbeat()
  }

  async function commit() {
    const offsets = watermarks.all().map(({ partition, offset }) => ({ topic, partition, offset: String(offset) }))
    if (offsets.length > 0) await consumer.commitOffsets(offsets).catch(() => {})
  }

  await consumer.run({ autoCommit: false, partitionsConsumedConcurrently: 12, eachBatch: run })
  const timer = setInterval(() => void commit(), COMMIT_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      consumer.pause([{ topic }])
      await eventually(() => watermarks.openCount() === 0, { timeoutMs: STOP_WITHIN_MS }).catch(() => {})
      await commit()
      await consumer.disconnect()
    },
  }
}

function openConsumer(broker: string, groupId: string): Consumer {
  const client = new Kafka({ brokers: [broker], clientId: 'bench-plain', logLevel: logLevel.NOTHING })
  return client.consumer({
    groupId,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: SESSION_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_EVERY_MS,
    maxWaitTimeInMs: 1_000,
  })
}
