// Mends a timer of the client below.
import '@sluice/bus/kafka'
import kafkajs, { Kafka, logLevel } from 'kafkajs'

/** The topic of the events, in the hands of the rig: past whatever Sluice would send or take. */
export type BusProbe = {
  /** Counts the records that there have been, by partition. */
  ends(): Promise<ReadonlyMap<number, number>>
  /** Counts the records that are done as the dispatchers have committed it, by partition. */
  done(): Promise<ReadonlyMap<number, number>>
  /** @returns its offset */
  produce(partition: number, record: { key: string; value: Buffer; headers: Record<string, string> }): Promise<number>
  /** The brokers take records of so many bytes, with all that is sent with them. @returns how many they took before */
  allowBytes(bytes: number): Promise<number>
  close(): Promise<void>
}

const TOPIC = 'exchange.completed.v1'
const LIMIT = 'max.message.bytes'
const GROUP = `webhook-dispatcher.${TOPIC}`

export async function openBusProbe(broker: string): Promise<BusProbe> {
  const kafka = new Kafka({ clientId: 'rig', brokers: [broker], logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  await Promise.all([admin.connect(), producer.connect()])
  return {
    async ends() {
      return new Map((await admin.fetchTopicOffsets(TOPIC)).map(({ partition, high }) => [partition, Number(high)]))
    },
    async done() {
      const [read] = await admin.fetchOffsets({ groupId: GROUP, topics: [TOPIC] })
      return new Map(read?.partitions.map(({ partition, offset }) => [partition, Math.max(0, Number(offset))]))
    },
    async produce(partition, record) {
      const [written] = await producer.send({ topic: TOPIC, acks: -1, messages: [{ partition, ...record }] })
      return Number(written?.baseOffset)
    },
    async allowBytes(bytes) {
      const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: TOPIC }
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] })
      // What is not named goes back to its default.
      const entries = resources[0]?.configEntries ?? []
      const kept = entries
        .filter(({ isDefault, configName }) => !isDefault && configName !== LIMIT)
        .map(({ configName: name, configValue: value }) => ({ name, value }))
      const configEntries = [...kept, { name: LIMIT, value: String(bytes) }]
      await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] })
      return Number(entries.find(({ configName }) => configName === LIMIT)?.configValue)
    },
    async close() {
      await Promise.all([admin.disconnect(), producer.disconnect()])
    },
  }
}
