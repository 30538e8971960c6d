/** The store can't be opened or used; the text says what is wrong, where it was looked for, and what to do. */
export class StoreOpenError extends Error {
  override name = 'StoreOpenError'
}
