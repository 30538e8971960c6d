import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kafka, logLevel } from 'kafkajs'
import { startLocalKafka } from '../../../testkit/src/backends/kafka.ts'
import { describeBus } from '../conformance/index.ts'
import { openKafkaBus } from './index.ts'

const timing = { sessionTimeoutMs: 2_000, rebalanceTimeoutMs: 2_000, heartbeatEveryMs: 200 }
const maxRecordBytes = 256 * 1024

describeBus('Kafka', async () => {
  const backend = await startLocalKafka(await mkdtemp(join(tmpdir(), 'sluice-kafka-')))
  const brokers = [backend.address]

  /** Deletes what the topic holds, as its retention would. */
  async function expire(topic: string) {
    const admin = new Kafka({ brokers, clientId: 'expire', logLevel: logLevel.NOTHING }).admin()
    await admin.connect()
    const ends = await admin.fetchTopicOffsets(topic)
    await admin.deleteTopicRecords({
      topic,
      partitions: ends.map(({ partition, high }) => ({ partition, offset: high })),
    })
    await admin.disconnect()
  }

  return {
    open: () => openKafkaBus({ brokers, clientId: 'conformance', maxRecordBytes, ...timing }),
    child: { script: new URL('./conformance-child.ts', import.meta.url), args: [backend.address] },
    expire,
    maxRecordBytes,
    patienceMs: 10_000,
    stop: () => backend.stop(),
  }
})
