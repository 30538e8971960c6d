import { setTimeout as pass } from 'node:timers/promises'
import { type Collection, type Store, StoreUnavailableError } from '@sluice/store'

/**
 * What happens to one call of the store. `slow`: it is carried out, and its answer takes its time; `lose`: it is carried out,
 * and its answer never comes; `refuse`: it is not carried out.
 */
export type StoreHarm = 'pass' | 'slow' | 'lose' | 'refuse'

const SLOW_MS = 40

/** A store whose calls are harmed as `harmOf` says, one after another: transactions whole, and calls outside of them. */
export function faultyStore(store: Store, harmOf: () => StoreHarm): Store {
  async function harmed<T>(carryOut: () => Promise<T>): Promise<T> {
    const harm = harmOf()
    if (harm === 'refuse') throw new StoreUnavailableError('The call was not carried out.')
    const answer = await carryOut()
    if (harm === 'slow') await pass(SLOW_MS)
    if (harm === 'lose') throw new StoreUnavailableError('The answer was lost.')
    return answer
  }

  const harmedCollection = (whole: Collection): Collection => ({
    ...whole,
    insertOne: document => harmed(() => whole.insertOne(document)),
    findOne: (filter, options) => harmed(() => whole.findOne(filter, options)),
    updateOne: (filter, update, options) => harmed(() => whole.updateOne(filter, update, options)),
    deleteOne: filter => harmed(() => whole.deleteOne(filter)),
    findOneAndUpdate: (filter, update, options) => harmed(() => whole.findOneAndUpdate(filter, update, options)),
  })

  return {
    ...store,
    collection: namespace => harmedCollection(store.collection(namespace)),
    transaction: work => harmed(() => store.transaction(work)),
  }
}
