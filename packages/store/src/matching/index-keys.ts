import { InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import type { IndexOptions, Sort } from '../port.ts'
import { directions } from './sort.ts'

export const sameKeys = (a: Sort, b: Sort): boolean =>
  JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b))

export const defaultIndexName = (keys: Sort): string =>
  Object.entries(keys)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_')

/** @throws UnsupportedByStoreError for a kind of index that is not on the list, InvalidQueryError for a malformed one */
export function checkIndex(keys: Sort, { expireAfterSeconds: expiry }: Pick<IndexOptions, 'expireAfterSeconds'>): void {
  for (const [path, direction] of Object.entries(keys)) {
    if (typeof direction !== 'number') throw new UnsupportedByStoreError(`An index of the kind ${String(direction)}`)
    if (path.includes('$')) throw new UnsupportedByStoreError(`An index on ${path}`)
    if (path.split('.').some(part => /^\d+$/.test(part)))
      throw new UnsupportedByStoreError('An index on a position in an array')
  }
  if (directions(keys).length === 0) throw new InvalidQueryError('An index needs at least one field.')
  if (expiry !== undefined && (!(expiry >= 0) || Object.keys(keys).length > 1)) {
    throw new InvalidQueryError('expireAfterSeconds is at least 0, on an index of one field.')
  }
}
