import { isStoreOutage } from '@sluice/store'

type BatchItem<T, R> = { item: T; resolve(result: R): void; reject(error: unknown): void }

/** Writes one batch. @returns what came of each of the items, in their order. @throws what came of all of them */
export type WriteItemBatch<T, R> = (items: readonly T[]) => Promise<readonly PromiseSettledResult<R>[]>

export type GatheringOptions = {
  /** Items of one write at most. */
  maxBatch?: number
  /** From the beginning of one write to that of the next, unless `enough` wait for it. Default: no time. */
  everyMs?: number
  enough?: number
}

const MAX_BATCH = 200

/**
 * Gathers what arrives in one turn of the loop, while a write is under way, and where it is told to for a moment after one
 * has begun, so that writes under load are few and a single one does not wait. Bounded by its callers, who each wait for their
 * own result.
 */
export function createWriteBatcher<T, R>(
  writeBatch: WriteItemBatch<T, R>,
  { maxBatch = MAX_BATCH, everyMs = 0, enough = Number.POSITIVE_INFINITY }: GatheringOptions = {},
) {
  let waiting: BatchItem<T, R>[] = []
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
    /** Resolves when it is durable; rejects as this item did, or as the batch where the store is away. */
    write: (item: T): Promise<R> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (waiting.length === 1 || waiting.length >= enough) schedule()
      }),
    /** How many wait for a write to begin. */
    waiting: (): number => waiting.length,
  }
}

async function settle<T, R>(batch: readonly BatchItem<T, R>[], writeBatch: WriteItemBatch<T, R>): Promise<void> {
  const results = await writeOrHalve(
    batch.map(({ item }) => item),
    writeBatch,
  )
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index]
    if (result === undefined) reject(new RangeError('A batch gave fewer results than it had items.'))
    else if (result.status === 'fulfilled') resolve(result.value)
    else reject(result.reason)
  }
}

/** What is refused as a whole is written in halves, so that only what is to blame for it fails. Does not reject. */
async function writeOrHalve<T, R>(
  items: readonly T[],
  writeBatch: WriteItemBatch<T, R>,
): Promise<readonly PromiseSettledResult<R>[]> {
  try {
    return await writeBatch(items)
  } catch (error) {
    if (items.length < 2 || isStoreOutage(error)) return items.map(() => ({ status: 'rejected', reason: error }))
    const middle = Math.floor(items.length / 2)
    const first = await writeOrHalve(items.slice(0, middle), writeBatch)
    return [...first, ...(await writeOrHalve(items.slice(middle), writeBatch))]
  }
}

/**
 * Writes the items of a batch in groups, each by itself: where one fails as a whole, its own items have failed.
 * @returns what came of each of the items, in their order
 */
export async function inGroups<T, R>(
  items: readonly T[],
  groupOf: (item: T) => string,
  write: WriteItemBatch<T, R>,
): Promise<PromiseSettledResult<R>[]> {
  const results = new Map<T, PromiseSettledResult<R>>()
  const writeGroup = async (group: readonly T[]) => {
    const written = await writeOrHalve(group, write)
    for (const [index, item] of group.entries()) {
      const result = written[index]
      if (result) results.set(item, result)
    }
  }
  await Promise.all([...Map.groupBy(items, groupOf).values()].map(writeGroup))
  return items.flatMap(item => results.get(item) ?? [])
}
