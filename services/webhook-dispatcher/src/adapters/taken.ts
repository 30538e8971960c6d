import type { BulkResult } from '@sluice/store'

/** The store refuses a row of ours for what it holds; it is tried again and the operator told. */
class UnwritableRowError extends Error {
  override name = 'UnwritableRowError'
}

/**
 * @returns those of the rows whose id was taken
 * @throws UnwritableRowError when one failed for another reason: then nobody may take it for written
 */
export function takenOf<T>({ errors }: BulkResult, rows: readonly T[]): T[] {
  const refused = errors.find(({ code }) => code !== 'duplicate-key')
  if (refused) throw new UnwritableRowError(refused.message)
  return errors.flatMap(({ index }) => rows[index] ?? [])
}
