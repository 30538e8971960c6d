import type { BulkResult } from '@sluice/store'

/** The store refuses a row of ours for what it holds; it is tried again and the operator told. */
class UnwritableRowError extends Error {
  override name = 'UnwritableRowError'
}

/** What became of one row of a write of many. `taken`: its id was there already. */
type RowFate = { kind: 'written' } | { kind: 'taken' } | { kind: 'refused'; error: UnwritableRowError }

/** @returns what became of each of the rows, in their order */
export function fatesOf<T>({ errors }: BulkResult, rows: readonly T[]): RowFate[] {
  const fates = rows.map((): RowFate => ({ kind: 'written' }))
  for (const { index, code, message } of errors) {
    fates[index] =
      code === 'duplicate-key' ? { kind: 'taken' } : { kind: 'refused', error: new UnwritableRowError(message) }
  }
  return fates
}

/** @returns for each of the rows that it is there now, or why the store has refused it: the others are written all the same */
export function outcomesOf<T>(result: BulkResult, rows: readonly T[]): PromiseSettledResult<true>[] {
  return fatesOf(result, rows).map(fate =>
    fate.kind === 'refused' ? { status: 'rejected', reason: fate.error } : { status: 'fulfilled', value: true },
  )
}

/**
 * @returns those of the rows whose id was taken
 * @throws UnwritableRowError when one failed for another reason: then nobody may take it for written
 */
export function takenOf<T>(result: BulkResult, rows: readonly T[]): T[] {
  const fates = fatesOf(result, rows)
  const refused = fates.find(fate => fate.kind === 'refused')
  if (refused) throw refused.error
  return rows.filter((_, index) => fates[index]?.kind === 'taken')
}
