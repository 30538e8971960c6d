type Entry<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

/** Writes one batch. @returns results in the order of the items */
export type WriteBatch<T, R> = (items: readonly T[]) => Promise<readonly R[]>

export type Gathering = {
  /** Items of one write at most. */
  maxBatch?: number
  /** From the beginning of one write to that of the next, unless `enough` wait for it. */
  everyMs?: number
  enough?: number
}

const MAX_BATCH = 200
/** A write costs as much as a dozen rows do. At a hundred rows a second this is four in each. */
const EVERY_MS = 40
/** What one target may have under way: when all of that has ended, it waits for nothing else. */
const ENOUGH = 16

/**
 * Gathers what arrives in one turn of the loop, while a write is under way, and for a moment after one has begun, so that
 * writes under load are few and a single one does not wait. Bounded by its callers, who each wait for their own result.
 */
export function createWriteBatcher<T, R>(
  writeBatch: WriteBatch<T, R>,
  { maxBatch = MAX_BATCH, everyMs = EVERY_MS, enough = ENOUGH }: Gathering = {},
) {
  let waiting: Entry<T, R>[] = []
  let isWriting = false
  let begunAt = Number.NEGATIVE_INFINITY
  let pause: NodeJS.Timeout | undefined

  async function writeOne(): Promise<void> {
    isWriting = true
    begunAt = performance.now()
    const batch = waiting.slice(0, maxBatch)
    waiting = waiting.slice(maxBatch)
    await settle(batch, writeBatch)
    isWriting = false
    schedule()
  }

  function schedule(): void {
    if (isWriting || waiting.length === 0) return
    const pauseMs = waiting.length >= enough ? 0 : begunAt + everyMs - performance.now()
    clearTimeout(pause)
    // Never at once: of many that arrive together, the first would be written by itself.
    if (pauseMs > 0) pause = setTimeout(() => void writeOne(), pauseMs)
    else {
      isWriting = true
      setImmediate(() => void writeOne())
    }
  }

  return {
    /** Resolves when it is durable; rejects as the batch did. */
    write: (item: T): Promise<R> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (waiting.length === 1 || waiting.length >= enough) schedule()
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
