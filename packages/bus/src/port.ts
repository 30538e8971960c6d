/** A topic as it is made at start. Making one that is there changes nothing. */
export type TopicDeclaration = { name: string; partitions: number; retentionMs: number }

type BusRecord = { key: string; value: Uint8Array; headers: Readonly<Record<string, string>> }

/** What is sent. */
export type OutgoingRecord = BusRecord & {
  /**
   * Records of one partition key keep their order and land on one partition, for as long as the topic has as many. Records
   * that are sent together cost the least when they share it. It is not sent. Default: the key.
   */
  partitionKey?: string
  /** Nothing with this key was sent before, nor is sent beside it, and that is in no doubt. Said to whoever reads it, unless the bus sends it in smaller parts. */
  isFirst?: boolean
}

/** What is read. `offset` rises within a partition. */
export type IncomingRecord = BusRecord & {
  topic: string
  partition: number
  offset: bigint
  at: Date
  /** Nothing with this key was sent before; not where nobody has said so. */
  isFirst?: boolean
  /**
   * Why the bus could not read several records, for all of which this one stands: its value is their bytes as they lie
   * there, and its offset that of the last of them. It has no key.
   */
  unreadable?: string
}

/**
 * A partition that this member was given: where the group stood, and where the topic ended at that moment. `lost`
 * records behind `committed` are past their retention: the first one to come has the offset `committed + lost`.
 */
export type AssignedPartition = { partition: number; committed: bigint; end: bigint; lost: bigint }

/**
 * What a consumer is told. None but `yielding` may wait for slow work: they note and return, so that fetching and heartbeats
 * go on. A record may come again after a crash or a rebalance, never without `assigned` having said so.
 */
export type ConsumerListener = {
  /** A new set of partitions, with a generation that only rises. Older generations may no longer commit. */
  assigned(generation: number, partitions: readonly AssignedPartition[]): void
  revoked(partitions: readonly number[]): void
  /**
   * The group is to share out anew: what this member has not committed may be handed to others as soon as this resolves, which
   * holds up all of the group; where it takes too long, others have it all the same. Never called where a group has one member (`sqlite`).
   */
  yielding?(): Promise<void>
  record(record: IncomingRecord): void
}

/** The name by which a member joins its group. */
export type GroupMemberName = {
  /** No other member of the group has it. */
  name: string
  /**
   * Settles on which other names are those of processes that are surely gone: the group does not wait for them. It may settle
   * late, or never: then they are waited for.
   */
  isReplaced: Promise<(name: string) => boolean>
}

type ConsumeOptions = {
  topic: string
  group: string
  member?: GroupMemberName | undefined
  signal?: AbortSignal | undefined
}

export type Consumer = {
  /** The next record to read after a restart or by the next owner: everything below is done. Ignored for a partition that is not ours in this generation. */
  commit(generation: number, offsets: ReadonlyMap<number, bigint>): Promise<void>
  pause(partitions: readonly number[]): void
  resume(partitions: readonly number[]): void
  /** Epoch ms of the last proof that this member is still in the group. */
  lastHeartbeatAt(): number
  /** Whether what this member was given is its own: it is not closed, the group shares nothing out at the moment, and can't have gone on without it. */
  isSettled(): boolean
  /** Records of this member's partitions that it has not been handed yet, paused ones included. @throws BusUnavailableError */
  countUnread(): Promise<number>
  /** No record is handed out after this resolves; commits still work until `close`. */
  stop(): Promise<void>
  close(): Promise<void>
}

/**
 * The event bus. A record whose `send` has resolved survives SIGKILL of every process of ours; one whose `send` failed
 * may have arrived all the same. Adapters: `sqlite` (embedded, one member a group), `kafka`. Both pass `@sluice/bus/conformance`.
 */
export type Bus = {
  /** An aborted `signal` ends the wait at once. @throws BusUnavailableError, also when given up by `signal` */
  createTopics(topics: readonly TopicDeclaration[], signal?: AbortSignal): Promise<void>
  /**
   * All of them or an error. An aborted `signal` ends the wait at once: records that are under way then may still arrive.
   * @throws BusUnavailableError, also when given up by `signal`; RecordTooLargeError
   */
  send(topic: string, records: readonly OutgoingRecord[], signal?: AbortSignal): Promise<void>
  /** Resolves when the group has been joined; an aborted `signal` ends the joining. @throws BusUnavailableError */
  consume(options: ConsumeOptions, listener: ConsumerListener): Promise<Consumer>
  close(): Promise<void>
}
