import type { BulkResult, FindOptions, IndexDescription, IndexOptions, Namespace, Sort } from '../port.ts'

/** What both threads say to each other. Documents, filters and stages cross as packed BSON in `payload`. */
export type QueryOptions = Pick<FindOptions, 'sort' | 'skip' | 'limit' | 'projection' | 'hint'>

type PayloadTarget = { namespace: Namespace; payload: Uint8Array }

export type ReadCommand =
  | (PayloadTarget & { kind: 'find'; options: QueryOptions })
  /** The numbers of the matching documents in their order, for a scan. */
  | (PayloadTarget & { kind: 'locate'; options: QueryOptions })
  /** One batch of a scan: the next matching documents after a number, or those of the given numbers that still match. */
  | (PayloadTarget & { kind: 'batch'; position: ScanPosition; size: number; options: QueryOptions })
  | (PayloadTarget & { kind: 'count'; limit: number })
  /** Asks which index a find would take. */
  | (PayloadTarget & { kind: 'plan'; options: QueryOptions })
  | (PayloadTarget & { kind: 'aggregate' })
  | { kind: 'estimate'; namespace: Namespace }
  | { kind: 'list-indexes'; namespace: Namespace }
  | { kind: 'list-collections'; db: string }
  | { kind: 'list-databases' }

export type ScanPosition = { after: number } | { ids: Float64Array }

export type WriteCommand =
  /** The documents of the payload, each with its `_id`. */
  | (PayloadTarget & { kind: 'insert'; ordered: boolean; single: boolean })
  /** `WriteOperation`s, one BSON document each. */
  | (PayloadTarget & { kind: 'bulk'; ordered: boolean; single: boolean })
  /** Payload: the filter; the update or replacement unless it is a removal. */
  | (PayloadTarget & { kind: 'modify'; change: ModifyKind; options: ModifyOptions })
  | {
      kind: 'create-index'
      namespace: Namespace
      keys: Sort
      options: Omit<IndexOptions, 'partialFilterExpression' | 'collation'>
      payload: Uint8Array
    }
  | { kind: 'drop-index'; namespace: Namespace; name: string }
  | { kind: 'create-collection'; namespace: Namespace }
  | { kind: 'drop-collection'; namespace: Namespace }

export type ModifyKind = 'update' | 'replace' | 'delete'
type ModifyOptions = Pick<QueryOptions, 'sort' | 'projection'> & { upsert?: boolean; returnAfter?: boolean }

export type Command = ReadCommand | WriteCommand

/** What a command answers. */
export type CommandAnswer = {
  documents?: Uint8Array
  ids?: Float64Array
  /** The place at which the next batch of a scan begins; absent at the end. */
  next?: number
  count?: number
  done?: boolean
  names?: string[]
  indexes?: IndexDescription[]
  bulk?: BulkResult
}

export type WireError = { name: string; message: string; feature?: string }
export type CommandOutcome = { ok: true; answer: CommandAnswer } | { ok: false; error: WireError }

/** To the writer: commands that are committed together, or a step of a transaction. */
export type WriterRequest =
  | { kind: 'group'; commands: readonly Command[] }
  | { kind: 'step'; command: Command }
  | { kind: 'begin' }
  | { kind: 'commit' }
  | { kind: 'abort' }
  | { kind: 'close' }
export type WriterReply =
  | { kind: 'ready' }
  | { kind: 'outcomes'; outcomes: CommandOutcome[] }
  | { kind: 'refused'; error: WireError }

export type ReaderRequest = { id: number; command: ReadCommand; maxTimeMs: number }
export type ReaderReply = { kind: 'outcome'; id: number; outcome: CommandOutcome }

/** Node.js posts messages of its own through a worker's port, such as the imports that `--watch` follows. Nobody else knows our kinds. */
const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined

const WRITER_KINDS: ReadonlySet<unknown> = new Set<WriterReply['kind']>(['ready', 'outcomes', 'refused'])
const READER_KINDS: ReadonlySet<unknown> = new Set<ReaderReply['kind']>(['outcome'])

/** Tells the writer's replies from messages that Sluice did not send. */
export const isWriterReply = (message: unknown): message is WriterReply => WRITER_KINDS.has(kindOf(message))

/** Tells the reader's replies from messages that Sluice did not send. */
export const isReaderReply = (message: unknown): message is ReaderReply => READER_KINDS.has(kindOf(message))

export type WriterThreadOptions = { path: string; syncOnCommit: boolean; purgeIntervalMs: number }
/** `running`: one 32-bit number that says which request the reader is at. */
export type ReaderThreadOptions = { path: string; running: SharedArrayBuffer }
