import type { ChangeTopic, LoggedChange } from '@sluice/contracts'
import type { ChangeStore } from './follow/change-store.ts'
import type { RecordedWork } from './port.ts'

/** Rolls the transaction back; never leaves this file. */
class AbandonedError extends Error {
  override name = 'AbandonedError'
}

/** What a change is about. `isSet`: of several records, of which the log names none. */
export type ChangeSubject = { topic: ChangeTopic; id: string; isSet?: boolean }

type WrittenChange<T> = { kind: 'committed'; result: T; change: LoggedChange } | { kind: 'abandoned'; result: T }

/** Writes what `work` writes and the entry of the log, or nothing. `at` is the store's time, for the entry's expiry. */
export async function recordChange<T>(
  changeStore: ChangeStore,
  { topic, id, isSet = false, at }: ChangeSubject & { at: Date },
  work: RecordedWork<T>,
): Promise<WrittenChange<T>> {
  const given: { up?: { result: T } } = {}
  try {
    return await changeStore.transaction(async transaction => {
      given.up = undefined
      let isAbandoned = false
      const change = { topic, id, sequence: await changeStore.raise(transaction, topic) }
      const result = await work(transaction, change, value => {
        isAbandoned = true
        return value
      })
      if (isAbandoned) {
        given.up = { result }
        throw new AbandonedError()
      }
      if (isSet) await changeStore.countSet(transaction, topic)
      else await changeStore.append(transaction, change, at)
      return { kind: 'committed', result, change }
    })
  } catch (error) {
    // Nothing was committed, whatever else went wrong on the way back.
    if (given.up) return { kind: 'abandoned', result: given.up.result }
    throw error
  }
}
