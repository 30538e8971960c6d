// The parts of kafkajs 2.2.4 (pinned) below its public API, as far as we use them.
declare module 'kafkajs/src/cluster/index.js' {
  import type { ISocketFactory, KafkaConfig } from 'kafkajs'
  import type { Logger } from 'kafkajs/src/loggers/index.js'

  export type KafkaClusterOptions = Pick<
    KafkaConfig,
    'ssl' | 'sasl' | 'clientId' | 'connectionTimeout' | 'authenticationTimeout' | 'requestTimeout' | 'retry'
  > & {
    brokers: () => string[]
    logger: Logger
    socketFactory: ISocketFactory
    enforceRequestTimeout: boolean
    metadataMaxAge: number
    allowAutoTopicCreation: boolean
    isolationLevel: number
  }

  type OffsetsOf<T> = { topic: string; partitions: T[] }[]
  type PartitionOffset = { partition: number; offset: string }
  type CoordinatorMember = { groupId: string; memberId: string }
  type InGeneration = CoordinatorMember & { groupGenerationId: number }

  export type FetchedMessage = {
    offset: string
    timestamp: string
    key: Uint8Array | null
    value: Uint8Array | null
    headers?: Record<string, Uint8Array | Uint8Array[] | undefined>
    isControlRecord?: boolean
    /** Ours (`patch-fetch.ts`): why the batch could not be read that this one stands for. */
    unreadable?: string
  }

  export type Broker = {
    nodeId: number | null
    findGroupCoordinator(options: { groupId: string; coordinatorType: number }): Promise<unknown>
    joinGroup(
      options: CoordinatorMember & {
        sessionTimeout: number
        rebalanceTimeout: number
        groupProtocols: { name: string; metadata: Uint8Array }[]
      },
    ): Promise<{
      generationId: number
      leaderId: string
      memberId: string
      members: { memberId: string; memberMetadata: Buffer }[]
    }>
    syncGroup(
      options: CoordinatorMember & {
        generationId: number
        groupAssignment: { memberId: string; memberAssignment: Buffer }[]
      },
    ): Promise<{ memberAssignment: Buffer }>
    heartbeat(options: InGeneration): Promise<unknown>
    leaveGroup(options: CoordinatorMember): Promise<unknown>
    describeGroups(options: {
      groupIds: string[]
    }): Promise<{ groups: { members: { memberId: string; clientId: string }[] }[] }>
    offsetCommit(options: InGeneration & { topics: OffsetsOf<PartitionOffset> }): Promise<unknown>
    offsetFetch(options: {
      groupId: string
      topics: OffsetsOf<{ partition: number }>
    }): Promise<{ responses: OffsetsOf<PartitionOffset> }>
    fetch(options: {
      isolationLevel: number
      maxWaitTime: number
      minBytes: number
      maxBytes: number
      topics: OffsetsOf<{ partition: number; fetchOffset: string; maxBytes: number }>
    }): Promise<{
      responses: { topicName: string; partitions: { partition: number; messages: FetchedMessage[] }[] }[]
    }>
  }

  export default class Cluster {
    constructor(options: KafkaClusterOptions)
    connect(): Promise<void>
    disconnect(): Promise<void>
    addTargetTopic(topic: string): Promise<void>
    refreshMetadata(): Promise<void>
    refreshMetadataIfNecessary(): Promise<void>
    findTopicPartitionMetadata(topic: string): { partitionId: number; leader: number }[]
    findLeaderForPartitions(topic: string, partitions: number[]): Record<string, number[]>
    findBroker(options: { nodeId: string }): Promise<Broker>
    findGroupCoordinator(options: { groupId: string }): Promise<Broker>
    fetchTopicsOffset(
      topics: { topic: string; partitions: { partition: number }[]; fromBeginning: boolean }[],
    ): Promise<OffsetsOf<PartitionOffset>>
  }
}

declare module 'kafkajs/src/loggers/index.js' {
  import type { logCreator, logLevel } from 'kafkajs'

  export type Logger = { namespace(name: string): Logger }
  const loggers: { createLogger(options: { level: logLevel; logCreator: logCreator }): Logger }
  export default loggers
}

declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    pending: unknown[]
    throttledUntil: number
    throttleCheckTimeoutId: NodeJS.Timeout | null
    requestTimeoutIntervalId?: NodeJS.Timeout
    inflight: Map<number, { sentAt: number; requestTimeout: number; timeoutRequest(): void }>
    checkPendingRequests(): void
    scheduleCheckPendingRequests(): void
    scheduleRequestTimeoutCheck(): void
    isConnected(): boolean
    destroy(): void
  }
}

declare module 'kafkajs/src/network/connection.js' {
  import type { Socket } from 'node:net'

  export default class Connection {
    chunks: Uint8Array[]
    bytesBuffered: number
    bytesNeeded: number
    connectionStatus: string
    socket?: Socket
    isConnected(): boolean
    connect(): Promise<boolean>
    disconnect(): Promise<boolean>
  }
}

declare module 'kafkajs/src/protocol/decoder.js' {
  export default class Decoder {
    constructor(buffer: Buffer)
    readInt16(): number
    readInt32(): number
    readInt64(): bigint
    readString(): string
    readBytes(byteLength: number): Buffer
    readArray<T>(reader: (decoder: Decoder) => T): T[]
    readArrayAsync<T>(reader: (decoder: Decoder) => Promise<T>): Promise<T[]>
  }
}

declare module 'kafkajs/src/protocol/requests/fetch/v4/decodeMessages.js' {
  import type { FetchedMessage } from 'kafkajs/src/cluster/index.js'
  import type Decoder from 'kafkajs/src/protocol/decoder.js'

  const decodeMessages: (decoder: Decoder) => Promise<FetchedMessage[]>
  export default decodeMessages
}

declare module 'kafkajs/src/protocol/requests/fetch/v11/response.js' {
  import type { FetchedMessage } from 'kafkajs/src/cluster/index.js'

  type FetchedPartition = {
    partition: number
    errorCode: number
    highWatermark: string
    lastStableOffset: string
    lastStartOffset: string
    abortedTransactions: { producerId: string; firstOffset: string }[]
    preferredReadReplica: number
    messages: FetchedMessage[]
  }
  export type FetchAnswer = {
    throttleTime: number
    clientSideThrottleTime: number
    errorCode: number
    sessionId: number
    responses: { topicName: string; partitions: FetchedPartition[] }[]
  }
  const response: { decode(bytes: Buffer): Promise<FetchAnswer> }
  export default response
}

declare module 'kafkajs/src/protocol/encoder.js' {
  export default class Encoder {
    /** The bytes so far are those before `offset`. */
    buf: Buffer
    offset: number
    get buffer(): Buffer
    constructor(initialSize?: number)
    writeInt16(value: number): this
    writeInt32(value: number): this
    writeString(value: string | null): this
    /** @returns what has both: this encoder, where that of the other is copied */
    writeEncoder(value: Encoder): Encoder
    ensureAvailable(length: number): void
    size(): number
  }
}

declare module 'kafkajs/src/protocol/request.js' {
  import type Encoder from 'kafkajs/src/protocol/encoder.js'

  type NumberedRequest = {
    correlationId: number
    clientId: string
    request: { apiKey: number; apiVersion: number; encode(): Promise<Encoder> }
  }
  /** @returns the request with its length and its head */
  export default function createRequest(request: NumberedRequest): Promise<Encoder>
}

declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  import type Encoder from 'kafkajs/src/protocol/encoder.js'

  export type ProduceOptions = {
    acks: number
    timeout: number
    producerId: string
    producerEpoch: number
    topicData: {
      topic: string
      partitions: { partition: number | string; firstSequence: number; messages: unknown[] }[]
    }[]
  }
  export type ProduceCall = {
    request: { encode(): Promise<Encoder> }
    response: { decode(bytes: Buffer): Promise<unknown> }
  }

  const produce: { protocol(asked: { version: number }): (options: ProduceOptions) => ProduceCall }
  export default produce
}

declare module 'kafkajs/src/protocol/recordBatch/record/v0/index.js' {
  import type Encoder from 'kafkajs/src/protocol/encoder.js'

  export default function encodeRecord(record: {
    key: string | null
    value: Buffer | null
    headers: Readonly<Record<string, string>>
    offsetDelta: number
  }): Encoder
}

declare module 'kafkajs/src/protocol/recordBatch/v0/index.js' {
  import type Encoder from 'kafkajs/src/protocol/encoder.js'

  const batches: {
    RecordBatch(batch: {
      records: readonly Encoder[]
      firstTimestamp: number
      maxTimestamp: number
      producerId: string
      producerEpoch: number
      firstSequence: number
      lastOffsetDelta: number
    }): Promise<Encoder>
  }
  export default batches
}

declare module 'kafkajs/src/protocol/recordBatch/v0/decoder.js' {
  import type Decoder from 'kafkajs/src/protocol/decoder.js'

  export default function decodeBatch(decoder: Decoder): Promise<{ records: unknown[] }>
}

declare module 'kafkajs/src/producer/sendMessages.js' {
  import type { RecordMetadata } from 'kafkajs'

  const createSendMessages: (
    options: object,
  ) => (sent: {
    acks: number
    timeout: number
    topicMessages: { topic: string; messages: unknown[] }[]
  }) => Promise<RecordMetadata[]>
  export default createSendMessages
}
