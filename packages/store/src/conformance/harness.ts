import { afterAll, beforeAll, it } from '@jest/globals'
import type { Collection, Document, Store } from '../port.ts'

/** What an adapter brings to the suite. */
export type StoreHarness = {
  /** An empty store. */
  open(): Promise<Store>
  /**
   * Starts a process that inserts `{_id: 0}`, `{_id: 1}`, … into `killed.written` of a new store, one after the other,
   * and kills it with SIGKILL when more than `after` of them are acknowledged; then opens the store again.
   */
  killWhileWriting(after: number): Promise<{ acknowledged: number; store: Store }>
  /** Promises, by their sentence, that the server of this run is known to break itself; they are skipped. */
  serverFaults?: ReadonlySet<string>
}

type PromiseTest = (sentence: string, check: () => Promise<void>, timeoutMs?: number) => void

/** Registers a promise, unless the server is known to break it. */
export const promisesOf =
  ({ serverFaults }: StoreHarness): PromiseTest =>
  (sentence, check, timeoutMs) =>
    (serverFaults?.has(sentence) ? it.skip : it)(sentence, check, timeoutMs)

export type Bench = {
  store(): Store
  /** A new, empty collection; with these documents in it. */
  collection(documents?: readonly Document[]): Promise<Collection>
}

/** One store for a describe block. */
export function useStore(harness: StoreHarness): Bench {
  let opened: Store | undefined
  let count = 0
  beforeAll(async () => {
    opened = await harness.open()
  })
  afterAll(() => opened?.close())
  const store = () => opened as Store
  return {
    store,
    collection: async documents => {
      count += 1
      const made = store().collection({ db: 'conformance', collection: `c${count}` })
      if (documents) await made.insertMany(documents)
      return made
    },
  }
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** What an iteration gave, in one list. */
export async function all<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const list: T[] = []
  for await (const batch of batches) list.push(...batch)
  return list
}
