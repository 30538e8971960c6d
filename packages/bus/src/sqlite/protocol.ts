import type { AssignedPartition, IncomingRecord, TopicDeclaration } from '../port.ts'

/** A record on its way to the file: headers are JSON text, the value owns its memory, a partition key is there if it is not the key. */
export type PackedRecord = { key: string; headers: string; value: Uint8Array; partitionKey?: string | undefined }

/** A record out of the file. Its value owns its memory, so that it can be handed over without a copy. */
export type FetchedRecord = Omit<IncomingRecord, 'topic' | 'value'> & { value: Uint8Array<ArrayBuffer> }

export type MemberPosition = { partition: number; offset: bigint }

/** One member of a group, as the worker knows it. */
export type SqliteMembership = { topic: string; group: string; generation: number }

export type BusRequest =
  | { kind: 'create-topics'; topics: readonly TopicDeclaration[] }
  | { kind: 'send'; topic: string; records: readonly PackedRecord[] }
  | { kind: 'join'; member: number; topic: string; group: string }
  | { kind: 'fetch'; membership: SqliteMembership; positions: readonly MemberPosition[] }
  | { kind: 'commit'; membership: SqliteMembership; positions: readonly MemberPosition[] }
  | { kind: 'count-unread'; topic: string; positions: readonly MemberPosition[] }
  | { kind: 'leave'; member: number }
  | { kind: 'close' }

/** What a fetch found. `fenced`: a newer member has taken over. `expired`: retention has passed one of the positions. */
export type FetchResult =
  | { kind: 'records'; records: readonly FetchedRecord[]; hasMore: boolean }
  | { kind: 'fenced' }
  | { kind: 'expired' }

export type JoinResult = { kind: 'joined'; generation: number; partitions: readonly AssignedPartition[] }

type CountResult = { kind: 'counted'; records: number }

export type BusAnswer = { kind: 'done' } | JoinResult | FetchResult | CountResult | { kind: 'failed'; message: string }

/** What the worker says unasked. `appended`: the topic may hold something new. `alive`: still in the group. */
export type BusNotice =
  | { kind: 'appended'; topic: string }
  | { kind: 'alive'; member: number }
  | { kind: 'fenced'; member: number }

export type ToWorker = { id: number; request: BusRequest }
export type FromWorker = { kind: 'ready' } | { kind: 'answer'; id: number; answer: BusAnswer } | BusNotice

const KINDS: ReadonlySet<unknown> = new Set<FromWorker['kind']>(['ready', 'answer', 'appended', 'alive', 'fenced'])

/**
 * Tells the worker's messages from those that Sluice did not send: Node.js posts messages of its own through a worker's
 * port, such as the imports that `--watch` follows.
 */
export const isFromWorker = (message: unknown): message is FromWorker =>
  typeof message === 'object' && message !== null && 'kind' in message && KINDS.has(message.kind)

/** How the worker is started. */
export type BusWorkerOptions = { path: string; purgeEveryMs: number; heartbeatEveryMs: number }
