import { type ICustomPartitioner, Partitioners } from 'kafkajs'
import { RecordMessage } from './patch-produce.ts'

/** A partition key finds its partition as a key does in Kafka's own clients: by its murmur2 hash. */
export const createPartitioner: ICustomPartitioner = () => {
  const findByKey = Partitioners.DefaultPartitioner()
  // Neighbours share their partition key, and the hash of one costs as much as to send a small record.
  let last = { partitionKey: '', count: 0, partition: 0 }

  return ({ topic, partitionMetadata, message }) => {
    if (!(message instanceof RecordMessage)) return findByKey({ topic, partitionMetadata, message })
    const { key, partitionKey = key } = message.record
    const count = partitionMetadata.length
    if (last.count !== count || last.partitionKey !== partitionKey) {
      const partition = findByKey({ topic, partitionMetadata, message: { key: partitionKey, value: null } })
      last = { partitionKey, count, partition }
    }
    message.partition = last.partition
    return last.partition
  }
}
