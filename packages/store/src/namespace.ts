import { InvalidQueryError } from './errors.ts'
import type { Namespace } from './port.ts'

/** @throws InvalidQueryError for names that no store can have */
export function checkNamespace({ db, collection }: Namespace): Namespace {
  if (db === '' || collection === '' || `${db}${collection}`.includes('\0')) {
    throw new InvalidQueryError('A database and a collection need a name, without a NUL.')
  }
  return { db, collection }
}
