import type Encoder from 'kafkajs/src/protocol/encoder.js'
import produce, { type ProduceCall, type ProduceOptions } from 'kafkajs/src/protocol/requests/produce/index.js'
import type { OutgoingRecord } from '../../port.ts'
import { type MeasuredBatch, measureBatch, writeBatch } from './record-batch.ts'
import { createRequestBuffers, patchEncoder, type RequestBuffers, WholeRequest } from './whole-request.ts'

/** What kafkajs is given to send. It brings the record to its partition and gives it its number, and looks at no more of it. */
export class RecordMessage {
  readonly record: OutgoingRecord
  /** kafkajs wants to see one. */
  readonly value = null
  /** Where it goes, as soon as that was decided. */
  partition: number | undefined
  constructor(record: OutgoingRecord) {
    this.record = record
  }
}

/** A request without its batches has little more than the names of its topics. */
const ROOM_BESIDE_BATCHES = 1_024

/**
 * kafkajs 2.2.4 makes a request of some hundred small buffers for each record, and a checksum byte by byte. Ours is written
 * once, in one buffer. What is sent for others in this process is left to kafkajs. A broker that knows idempotent producers takes
 * requests from version 3 on, which are of this form up to version 7, the last one of kafkajs.
 */
export function patchProduce() {
  patchEncoder()
  const buffers = createRequestBuffers()
  const protocolOf = produce.protocol
  produce.protocol = asked => {
    const make = protocolOf(asked)
    return options => {
      const made = make(options)
      return isOurs(options) ? inOneBuffer(made, { options, buffers }) : made
    }
  }
}

type BufferedProduce = { options: ProduceOptions; buffers: RequestBuffers }

function inOneBuffer({ request, response }: ProduceCall, { options, buffers }: BufferedProduce): ProduceCall {
  let used: Buffer | undefined
  return {
    request: {
      ...request,
      async encode() {
        const encoder = encodeRequest(options, buffers)
        used = encoder.buf
        return encoder
      },
    },
    response: {
      ...response,
      async decode(bytes) {
        if (used) buffers.giveBack(used)
        used = undefined
        return response.decode(bytes)
      },
    },
  }
}

const isOurs = ({ topicData }: ProduceOptions): boolean =>
  topicData.every(({ partitions }) => partitions.every(({ messages }) => messages[0] instanceof RecordMessage))

type PartitionBatch = { partition: number; batch: MeasuredBatch }
type TopicBatches = { topic: string; batches: readonly PartitionBatch[] }

function encodeRequest(options: ProduceOptions, buffers: RequestBuffers): WholeRequest {
  const topics = measureTopics(options)
  const bytes = topics.flatMap(({ batches }) => batches).reduce((sum, { batch }) => sum + batch.bytes, 0)
  const request = new WholeRequest(buffers.take(bytes + ROOM_BESIDE_BATCHES))
  request.writeString(null).writeInt16(options.acks).writeInt32(options.timeout).writeInt32(topics.length)
  for (const topic of topics) writeTopic(request, topic)
  return request
}

function measureTopics({ topicData, producerId, producerEpoch }: ProduceOptions): TopicBatches[] {
  const now = Date.now()
  const producer = { producerId: BigInt(producerId), producerEpoch }
  return topicData.map(({ topic, partitions }) => ({
    topic,
    batches: partitions.map(({ partition, firstSequence, messages }) => {
      const records = messages.filter(message => message instanceof RecordMessage).map(({ record }) => record)
      return { partition: Number(partition), batch: measureBatch({ records, at: now, ...producer, firstSequence }) }
    }),
  }))
}

function writeTopic(encoder: Encoder, { topic, batches }: TopicBatches): void {
  encoder.writeString(topic).writeInt32(batches.length)
  for (const { partition, batch } of batches) {
    encoder.writeInt32(partition).writeInt32(batch.bytes).ensureAvailable(batch.bytes)
    encoder.offset = writeBatch(encoder.buf, encoder.offset, batch)
  }
}
