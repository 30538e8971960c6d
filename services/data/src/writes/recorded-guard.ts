import type { ChangeLog } from '@sluice/change-log'
import type { ChangeTopic, Refusal } from '@sluice/contracts'
import type { Document, Namespace } from '@sluice/store'
import type { Deleted, Written } from '../domain/outcome.ts'
import type { Write } from './write-guard.ts'

type Recording = {
  changes: ChangeLog
  topic: ChangeTopic
  namespace: Namespace
  judgeBefore(before: Document | undefined): Refusal | undefined
  judgeAfter(after: Document): Refusal | undefined
}

/**
 * Writes that every process has to hear of: document and entry of the change log in one transaction. The document is
 * judged as it stands after the write, whichever way it was written; what does not pass is rolled back.
 */
export function recordedRun({ changes, topic, namespace, judgeBefore, judgeAfter }: Recording) {
  return async <T extends Written | Deleted>(id: unknown, write: Write<T>): Promise<T | Refusal> => {
    const recorded = await changes.record<T | Refusal>(topic, String(id), async (transaction, _change, abandon) => {
      const collection = transaction.collection(namespace)
      const before = await collection.findOne({ _id: id })
      const outcome = await write(collection, before)
      // Recorded also where there is nothing: asking again after a lost answer makes sure that every process hears of it.
      if (outcome.kind === 'refuse') return outcome.code === 'NOT_FOUND' ? outcome : abandon(outcome)
      // Not before the write: whoever may not reach the document is not told what it is.
      const forbidden = judgeBefore(before)
      if (forbidden) return abandon(forbidden)
      if (outcome.kind === 'deleted') return outcome
      const fault = judgeAfter((await collection.findOne({ _id: id })) ?? {})
      return fault ? abandon(fault) : outcome
    })
    return recorded.result
  }
}
