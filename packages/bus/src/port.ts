/** A topic as it is made at start. Making one that is there changes nothing. */
export type TopicDeclaration = { name: string; partitions: number; retentionMs: number }

/** What is sent. Records of one key keep their order and land on one partition. */
export type OutgoingRecord = { key: string; value: Uint8Array; headers: Readonly<Record<string, string>> }

/** What is read. `offset` rises within a partition. */
export type IncomingRecord = OutgoingRecord & { topic: string; partition: number; offset: bigint; at: Date }

/**
 * A partition that this member was given: where the group stood, and where the topic ended at that moment. `lost`
 * records behind `committed` are past their retention: the first one to come has the offset `committed + lost`.
 */
export type AssignedPartition = { partition: number; committed: bigint; end: bigint; lost: bigint }

/**
 * What a consumer is told. None of these may wait for slow work: they note and return, so that fetching and heartbeats
 * go on. A record may come again after a crash or a rebalance, never without `assigned` having said so.
 */
export type ConsumerListener = {
  /** A new set of partitions, with a generation that only rises. Older generations may no longer commit. */
  assigned(generation: number, partitions: readonly AssignedPartition[]): void
  revoked(partitions: readonly number[]): void
  record(record: IncomingRecord): void
}

export type Consumer = {
  /** The next record to read after a restart or by the next owner: everything below is done. Ignored for a partition that is not ours in this generation. */
  commit(generation: number, offsets: ReadonlyMap<number, bigint>): Promise<void>
  pause(partitions: readonly number[]): void
  resume(partitions: readonly number[]): void
  /** Epoch ms of the last proof that this member is still in the group. */
  lastHeartbeatAt(): number
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
  createTopics(topics: readonly TopicDeclaration[]): Promise<void>
  /** All of them or an error. @throws BusUnavailableError, RecordTooLargeError */
  send(topic: string, records: readonly OutgoingRecord[]): Promise<void>
  consume(options: { topic: string; group: string }, listener: ConsumerListener): Promise<Consumer>
  close(): Promise<void>
}
