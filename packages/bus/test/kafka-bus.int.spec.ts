import { randomUUID } from 'node:crypto'
import { describe } from '@jest/globals'
import { isAbsent, startBackend } from '@sluice/testkit/backends'
import { Kafka, logLevel } from 'kafkajs'
import { describeBus } from '../src/conformance/index.ts'
import { openKafkaBus } from '../src/kafka/index.ts'

/** A machine that is busy must not look dead. */
const timing = { sessionTimeoutMs: 4_000, rebalanceTimeoutMs: 4_000, heartbeatEveryMs: 200 }
const maxRecordBytes = 256 * 1024
const describeHere = isAbsent('kafka') ? describe.skip : describe

describeHere('on a broker', () =>
  describeBus('Kafka', async () => {
    const backend = await startBackend('kafka')
    const brokers = [backend.address]
    const prefix = `${randomUUID().slice(0, 8)}-`

    /** Deletes what the topic holds, as its retention would. */
    async function expire(name: string) {
      const topic = prefix + name
      const admin = new Kafka({ brokers, clientId: 'expire', logLevel: logLevel.NOTHING }).admin()
      await admin.connect()
      const ends = await admin.fetchTopicOffsets(topic)
      const partitions = ends.map(({ partition, high }) => ({ partition, offset: high }))
      await admin.deleteTopicRecords({ topic, partitions })
      await admin.disconnect()
    }

    return {
      open: () => openKafkaBus({ brokers, clientId: 'conformance', prefix, maxRecordBytes, ...timing }),
      child: { script: new URL('../src/kafka/conformance-child.ts', import.meta.url), args: [backend.address, prefix] },
      expire,
      maxRecordBytes,
      patienceMs: 10_000,
      stop: () => backend.stop(),
    }
  }),
)
