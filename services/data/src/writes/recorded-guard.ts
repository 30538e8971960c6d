import type { ChangeLog } from '@sluice/change-log'
import { type ChangeTopic, formatId, type Refusal } from '@sluice/contracts'
import type { Collection, Document, Namespace, StoreTransaction } from '@sluice/store'
import type { DocumentDeleted, DocumentWritten } from '../domain/outcome.ts'
import type { DocumentWrite, SettleWrite } from './write-guard.ts'

/** What may be written or given up: `abandon` rolls back and hands its value on. */
type RecordableWork<T> = (transaction: StoreTransaction, abandon: (result: T) => T) => Promise<T>

/** Carries out a write of the record with this id. */
type RecordWrite = <T>(id: string, work: RecordableWork<T>) => Promise<T>

type GuardedTopic = { changes: ChangeLog; topic: ChangeTopic; trial: StoreTransaction | undefined }

/** Writes with an entry of the change log; in a trial nothing is told, and the trial rolls all back. */
export function recordWith({ changes, topic, trial }: GuardedTopic): RecordWrite {
  if (trial) return (_id, work) => work(trial, result => result)
  return async (id, work) =>
    (await changes.record(topic, id, (transaction, _change, abandon) => work(transaction, abandon))).result
}

type GuardRecording = {
  record: RecordWrite
  namespace: Namespace
  judgeBefore(before: Document | undefined): Refusal | undefined
  /** @param before undefined for a document that is new */
  judgeAfter(after: Document, before: Document | undefined): Refusal | undefined
  /** Judges what the write leaves, and keeps what follows from it, in the same transaction; or says why it may not be. */
  follow?(write: FollowedWrite): Promise<Refusal | undefined>
  /** Keeps what the write has come to, where its request may be repeated. */
  settle?: SettleWrite | undefined
}

/** A write that has been carried out, in a transaction that may still be given up. */
export type FollowedWrite = {
  transaction: StoreTransaction
  /** The collection as it is after the write. */
  collection: Collection
  id: unknown
  /** Undefined for a document that is new. */
  before: Document | undefined
  /** Undefined for a deletion. */
  after: Document | undefined
}

/**
 * Writes that every process has to hear of: document and entry of the change log in one transaction. The document is
 * judged as it stands after the write, whichever way it was written; what does not pass is rolled back.
 */
export function recordedRun({
  record,
  namespace,
  judgeBefore,
  judgeAfter,
  follow,
  settle = keepNothing,
}: GuardRecording) {
  return async <T extends DocumentWritten | DocumentDeleted>(
    id: unknown,
    write: DocumentWrite<T>,
  ): Promise<T | Refusal> => {
    return record<T | Refusal>(formatId(id), async (transaction, abandon) => {
      const collection = transaction.collection(namespace)
      const before = await collection.findOne({ _id: id })
      const outcome = await write(collection, before)
      // Recorded also where there is nothing: asking again after a lost answer makes sure that every process hears of it.
      if (outcome.kind === 'refuse') return outcome.code === 'NOT_FOUND' ? outcome : abandon(outcome)
      // Not before the write: whoever may not reach the document is not told what it is.
      const forbidden = judgeBefore(before)
      if (forbidden) return abandon(forbidden)
      const after = outcome.kind === 'deleted' ? undefined : ((await collection.findOne({ _id: id })) ?? {})
      const fault = after && judgeAfter(after, before)
      const refusal = fault ?? (await follow?.({ transaction, collection, id, before, after }))
      if (refusal) return abandon(refusal)
      await settle(transaction, outcome)
      return outcome
    })
  }
}

async function keepNothing(): Promise<void> {}
