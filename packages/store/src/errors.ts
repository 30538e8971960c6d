/** A unique value is taken. Which one is not said: not every server does. */
export class DuplicateKeyError extends Error {
  override name = 'DuplicateKeyError'
}

/** A database is there whose name differs in the case of letters alone; the store would mix the two up. */
export class DatabaseNameTakenError extends Error {
  override name = 'DatabaseNameTakenError'
}

/** The filter, update, stage or option is malformed. */
export class InvalidQueryError extends Error {
  override name = 'InvalidQueryError'
}

/** Something that this store does not have, or that Sluice never allows. */
export class UnsupportedByStoreError extends Error {
  override name = 'UnsupportedByStoreError'
  readonly feature: string
  constructor(feature: string) {
    super(`${feature} is not supported by this store.`)
    this.feature = feature
  }
}

/** The query took longer than its `maxTimeMs`. */
export class StoreTimeoutError extends Error {
  override name = 'StoreTimeoutError'
}

/** The store can't be reached, is closed, or lost its work. The write may or may not have happened. */
export class StoreUnavailableError extends Error {
  override name = 'StoreUnavailableError'
}

/** The store answers, but others write the same all the time, and this write did not get its turn. Nothing was written. */
export class StoreConflictError extends StoreUnavailableError {
  override name = 'StoreConflictError'
}

/** Whether an error says that the store is away or too slow for now, whatever it was asked: the same may succeed later. */
export const isStoreOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailableError || error instanceof StoreTimeoutError
