import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { type Collection, type Store, StoreUnavailableError } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import fc from 'fast-check'
import { eventually } from './eventually.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/**
 * What happens to one call of the store. `slow`: it is carried out, and its answer takes its time; `lose`: it is carried out,
 * and its answer never comes; `refuse`: it is not carried out.
 */
type StoreHarm = 'pass' | 'slow' | 'lose' | 'refuse'

const SLOW_MS = 40
const REPEATS = 1_000
/** Of ten calls of the store five are harmed. */
const HARMS: readonly StoreHarm[] = ['pass', 'pass', 'pass', 'pass', 'pass', 'slow', 'lose', 'lose', 'refuse', 'refuse']
/** After so many calls the store is well: whatever stands in the way by then ends by itself. */
const MOST_HARMS = 30_000
/** Under way, and a dependency that fails: whoever is answered so sends the request again. */
const TO_REPEAT: ReadonlySet<number> = new Set([409, 503])

type FinalAnswer = { status: number; text: string }

/** A store that is slow, loses answers and refuses calls while a request is repeated, and is well else. */
export type FaultyStore = {
  store: Store
  /**
   * Sends a request 1,000 times at once, each until it is answered for good.
   * @returns the answers that differ, each once
   */
  repeat(send: (at: number) => Promise<FinalAnswer>): Promise<FinalAnswer[]>
}

/** @param given in the place of the embedded one */
export async function openFaultyStore(given: Store | undefined): Promise<FaultyStore> {
  const store = given ?? (await openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') }))
  let harms: StoreHarm[] = []
  const untilAnswered = (send: () => Promise<FinalAnswer>, what: string) =>
    eventually(
      async () => {
        const answer = await send()
        return !TO_REPEAT.has(answer.status) && answer
      },
      { timeoutMs: 120_000, what },
    )
  return {
    store: faultyStore(store, () => harms.pop() ?? 'pass'),
    async repeat(send) {
      const seed = randomBytes(4).readInt32LE()
      harms = fc.sample(fc.constantFrom(...HARMS), { seed, numRuns: MOST_HARMS })
      try {
        const sent = Array.from({ length: REPEATS }, (_, at) =>
          untilAnswered(() => send(at), `an answer (seed ${seed})`),
        )
        const answers = await Promise.all(sent)
        return [...new Map(answers.map(answer => [`${answer.status} ${answer.text}`, answer])).values()]
      } finally {
        harms = []
      }
    },
  }
}

/** A store whose calls are harmed as `harmOf` says, one after another: transactions whole, and calls outside of them. */
function faultyStore(store: Store, harmOf: () => StoreHarm): Store {
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
