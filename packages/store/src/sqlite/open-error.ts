/** The data file can't be opened: it is in use, can't be written, or is none of ours. */
export class StoreOpenError extends Error {
  override name = 'StoreOpenError'
}
