import { encode } from '../bson-codec.ts'
import { InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import type { Document, IndexDescription, IndexOptions, Sort } from '../port.ts'
import { directions } from './values/sort.ts'

export const sameKeys = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b))

export const defaultIndexName = (keys: Sort): string =>
  Object.entries(keys)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_')

/** What an index is asked for beside its name, keys and uniqueness; an empty filter is none. */
export function specialOptions({ sparse, expireAfterSeconds, partialFilterExpression, collation }: IndexOptions) {
  const isPartial = partialFilterExpression && Object.keys(partialFilterExpression).length > 0
  return {
    ...(sparse === true && { sparse }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(isPartial && { partialFilterExpression }),
    ...(collation && { collation }),
  }
}

/** Whether an index that is there has these options. A server tells more of a collation than it was asked for. */
export function hasSameOptions(known: IndexDescription, wanted: IndexOptions): boolean {
  const { collation: told, ...others } = specialOptions(known)
  const { collation: asked, ...wantedOthers } = specialOptions(wanted)
  const isSameCollation = Boolean(told) === Boolean(asked) && isSame({ ...told, ...asked }, told ?? {})
  return isSameCollation && isSame(others, wantedOthers)
}

const isSame = (a: Document, b: Document): boolean => Buffer.compare(encode(a), encode(b)) === 0

export const otherIndex = (name: string): InvalidQueryError =>
  new InvalidQueryError(`An index ${name} with other keys or options is there already. Drop it first.`)

function checkOptions(keys: Sort, options: IndexOptions): void {
  const special = specialOptions(options)
  const { expireAfterSeconds: expiry } = special
  const [first] = Object.keys(special)
  if (first !== undefined && sameKeys(keys, { _id: 1 })) {
    throw new InvalidQueryError(`The index on _id is there from the beginning, and takes no ${first}.`)
  }
  if (special.sparse && special.partialFilterExpression) {
    throw new InvalidQueryError('An index is sparse or has a partialFilterExpression, not both.')
  }
  if (expiry !== undefined && (!(expiry >= 0) || Object.keys(keys).length > 1)) {
    throw new InvalidQueryError('expireAfterSeconds is at least 0, on an index of one field.')
  }
}

/** @throws UnsupportedByStoreError for a kind of index that is not on the list, InvalidQueryError for a malformed one */
export function checkIndex(keys: Sort, options: IndexOptions): void {
  for (const [path, direction] of Object.entries(keys)) {
    if (typeof direction !== 'number') throw new UnsupportedByStoreError(`An index of the kind ${String(direction)}`)
    if (path.includes('$')) throw new UnsupportedByStoreError(`An index on ${path}`)
    if (path.split('.').some(part => /^\d+$/.test(part)))
      throw new UnsupportedByStoreError('An index on a position in an array')
  }
  if (directions(keys).length === 0) throw new InvalidQueryError('An index needs at least one field.')
  checkOptions(keys, options)
}
