import { describe, expect, it } from '@jest/globals'
import sendMessages from 'kafkajs/src/producer/sendMessages.js'
import { isAllAnswered } from './all-answered.ts'
import { RecordMessage } from './patch-produce.ts'

const TOPIC = 't'

function messageOn(partition: number): RecordMessage {
  const message = new RecordMessage({ key: String(partition), value: new Uint8Array(), headers: {} })
  message.partition = partition
  return message
}

/** Two brokers, a partition each; the second refuses once, as it leads its partition no more: the first one does. */
function createMovingCluster() {
  const taken: number[] = []
  let leaderOfSecond = 2
  const broker = (nodeId: number) => ({
    nodeId,
    async produce({ topicData }: { topicData: { partitions: { partition: string }[] }[] }) {
      const partitions = topicData.flatMap(topic => topic.partitions.map(({ partition }) => Number(partition)))
      if (nodeId === 2) {
        leaderOfSecond = 1
        throw Object.assign(new Error('moved'), { name: 'KafkaJSProtocolError', retriable: true })
      }
      taken.push(...partitions)
      return {
        topics: [{ topicName: TOPIC, partitions: partitions.map(partition => ({ partition, errorCode: 0 })) }],
      }
    },
  })
  const brokers = [broker(1), broker(2)]
  const leaderOf = (partition: string) => (partition === '0' ? 1 : leaderOfSecond)
  const cluster = {
    addMultipleTargetTopics: async () => {},
    refreshMetadataIfNecessary: async () => {},
    refreshMetadata: async () => {},
    isConnected: () => true,
    findTopicPartitionMetadata: () => [{ partitionId: 0 }, { partitionId: 1 }],
    findLeaderForPartitions: (_: string, partitions: string[]) => Object.groupBy(partitions, leaderOf),
    findBroker: async ({ nodeId }: { nodeId: string }) => brokers[Number(nodeId) - 1],
  }
  return { cluster, taken }
}

/** Tries twice. */
const retrier = <T>(attempt: (bail: (error: unknown) => void) => Promise<T>): Promise<T> => {
  const once = () =>
    attempt(error => {
      throw error
    })
  return once().catch(once)
}

const noNumbers = {
  acquireBrokerLock: async () => {},
  releaseBrokerLock: async () => {},
  isTransactional: () => false,
  getProducerId: () => '-1',
  getProducerEpoch: () => 0,
  getSequence: () => 0,
  updateSequence: () => {},
}

describe('a send to several partitions', () => {
  it('is answered when each of them is', () => {
    const sent = [
      { topic: 'one', messages: [messageOn(0), messageOn(0)] },
      { topic: 'two', messages: [messageOn(0), messageOn(7)] },
    ]
    const answer = (topicName: string, partition: number) => ({ topicName, partition, errorCode: 0 })
    const answers = [answer('two', 7), answer('one', 0), answer('two', 0)]
    expect(isAllAnswered(sent, answers)).toBe(true)
    for (const missing of answers)
      expect(
        isAllAnswered(
          sent,
          answers.filter(each => each !== missing),
        ),
      ).toBe(false)
    expect(isAllAnswered([{ topic: 'one', messages: [new RecordMessage(messageOn(0).record)] }], answers)).toBe(false)
  })

  it('is not answered where a partition moves to a broker that has answered for others, though the client says that it was sent', async () => {
    const { cluster, taken } = createMovingCluster()
    const logger = { debug: () => {}, error: () => {} }
    const partitioner = ({ message }: { message: RecordMessage }) => message.partition
    const send = sendMessages({ logger, cluster, partitioner, eosManager: noNumbers, retrier })
    const messages = [messageOn(0), messageOn(1)]
    const answers = await send({ acks: -1, timeout: 1_000, topicMessages: [{ topic: TOPIC, messages }] })
    expect(taken).toEqual([0])
    expect(isAllAnswered([{ topic: TOPIC, messages }], answers)).toBe(false)
  })
})
