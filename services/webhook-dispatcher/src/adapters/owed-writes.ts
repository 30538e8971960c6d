import { type Collection, isStoreOutage, type WriteOperation } from '@sluice/store'

/** More than one process may hold claims of at once. */
const MAX_OWED = 1_000

/**
 * Writes that may come late and must not be forgotten while the store is away. Each has to be one that does nothing when it
 * was carried out before. Of more than `maxOwed` the oldest are given up.
 */
export function createOwedWrites(collection: Collection, maxOwed = MAX_OWED) {
  let owed: WriteOperation[] = []
  const add = (write: WriteOperation): void => {
    owed = [...owed, write].slice(-maxOwed)
  }
  return {
    add,
    async writeNowOrLater(writes: readonly WriteOperation[]): Promise<void> {
      try {
        await collection.bulkWrite(writes, { ordered: false })
      } catch (error) {
        if (!isStoreOutage(error)) throw error
        for (const write of writes) add(write)
      }
    },
    /** @throws what the store does; then they are still owed */
    async settle(): Promise<void> {
      if (owed.length === 0) return
      const written = new Set(owed)
      await collection.bulkWrite([...written], { ordered: false })
      owed = owed.filter(write => !written.has(write))
    },
  }
}
