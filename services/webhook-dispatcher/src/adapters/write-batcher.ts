type Entry<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

/** Writes one batch. @returns results in the order of the items */
export type WriteBatch<T, R> = (items: readonly T[]) => Promise<readonly R[]>

const MAX_BATCH = 200

/**
 * Gathers what arrives in one turn of the loop, and what arrives while a write is under way, so that writes under load are
 * few and a single one does not wait. Bounded by its callers, who each wait for their own result.
 */
export function createWriteBatcher<T, R>(writeBatch: WriteBatch<T, R>, maxBatch = MAX_BATCH) {
  let waiting: Entry<T, R>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await settle(batch, writeBatch)
    }
    isWriting = false
  }

  function begin(): void {
    if (isWriting) return
    isWriting = true
    // Not at once: of many that arrive together, the first would be written by itself.
    setImmediate(() => void writeAll())
  }

  return {
    /** Resolves when it is durable; rejects as the batch did. */
    write: (item: T): Promise<R> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        begin()
      }),
    /** How many wait for a write to begin. */
    waiting: (): number => waiting.length,
  }
}

async function settle<T, R>(batch: readonly Entry<T, R>[], writeBatch: WriteBatch<T, R>): Promise<void> {
  try {
    const results = await writeBatch(batch.map(({ item }) => item))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (result === undefined) reject(new RangeError('A batch gave fewer results than it had items.'))
      else resolve(result)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
