import { type Answer, isDryRun } from '@sluice/service-kit'
import type { Store, StoreTransaction } from '@sluice/store'
import type { CollectionWork } from '../collection-request.ts'

/** Rolls the transaction of a trial back; never leaves this file. */
class TrialEndedError extends Error {
  override name = 'TrialEndedError'
}

/** Carries out `work` in a transaction that is never committed, and gives what it came to. */
async function inTrial<T>(
  store: Pick<Store, 'transaction'>,
  work: (trial: StoreTransaction) => Promise<T>,
): Promise<T> {
  const done: { work?: { result: T } } = {}
  try {
    return await store.transaction(async trial => {
      delete done.work
      done.work = { result: await work(trial) }
      throw new TrialEndedError()
    })
  } catch (error) {
    if (done.work) return done.work.result
    throw error
  }
}

/** The same write, which with `?dryRun=true` is answered as if it had been made, and leaves nothing. */
export const withDryRun =
  (work: CollectionWork): CollectionWork =>
  (asked, dependencies) => {
    if (!isDryRun(asked.request)) return work(asked, dependencies)
    return inTrial(dependencies.store, async (trial): ReturnType<CollectionWork> => {
      const collection = trial.collection(asked.place.namespace)
      return withoutVersion(await work({ ...asked, collection, trial }, dependencies))
    })
  }

/** No version is stored, so that none is named by an ETag. */
function withoutVersion(answer: Awaited<ReturnType<CollectionWork>>): Awaited<ReturnType<CollectionWork>> {
  if (answer.kind === 'refuse') return answer
  const { ETag: _, ...headers }: NonNullable<Answer['headers']> = answer.headers ?? {}
  return { ...answer, headers }
}
