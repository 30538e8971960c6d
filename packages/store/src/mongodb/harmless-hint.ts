import { sameKeys } from '../matching/index-keys.ts'
import { isDocument } from '../matching/values/value.ts'
import type { Document, FindOptions, Sort } from '../port.ts'
import { isMissingCollection } from './driver-errors.ts'
import type { DriverRoute } from './route.ts'

type Hint = FindOptions['hint']

/**
 * The options of a find with a hint that leaves no document out. A server that is told to read a sparse or a partial index
 * gives the documents in it alone; without the hint it takes such an index only where that gives the same. A hint that
 * names no index stays, so that the server refuses it.
 */
export async function withHarmlessHint<T extends FindOptions>(route: DriverRoute, options: T): Promise<T> {
  if (options.hint === undefined) return options
  return { ...options, hint: harmless(options.hint, await indexesOf(route)) }
}

function harmless(hint: string | Sort, indexes: readonly Document[]): Hint {
  const named = indexes.filter(({ name, key }) =>
    typeof hint === 'string' ? name === hint : isDocument(key) && sameKeys(key, hint),
  )
  if (named.length === 0) return hint
  const complete = named.find(isComplete)
  return typeof complete?.name === 'string' ? complete.name : undefined
}

/** Indexes of other kinds, which somebody else made, hold those documents alone that have something for them. */
const isComplete = ({ key, sparse, partialFilterExpression }: Document): boolean =>
  sparse !== true &&
  partialFilterExpression === undefined &&
  isDocument(key) &&
  Object.values(key).every(direction => direction === 1 || direction === -1)

/** Outside of a transaction, in which a server lists none. */
async function indexesOf({ collection }: DriverRoute): Promise<Document[]> {
  try {
    return await collection.listIndexes().toArray()
  } catch (error) {
    if (isMissingCollection(error)) return []
    throw error
  }
}
