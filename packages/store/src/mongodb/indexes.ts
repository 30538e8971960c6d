import { InvalidQueryError } from '../errors.ts'
import { checkIndex, defaultIndexName, sameKeys } from '../matching/index-keys.ts'
import type { Collection, IndexOptions, Sort } from '../port.ts'
import { checkedFilter } from './checks.ts'
import { isIndexConflict, isMissingIndex } from './driver-errors.ts'
import { listIndexes } from './reads.ts'
import type { Route } from './route.ts'

/** The index that is there already under another name; anything else in its place is refused. */
async function sameIndex(route: Route, keys: Sort, options: IndexOptions): Promise<string> {
  const { unique = false, expireAfterSeconds, name = defaultIndexName(keys) } = options
  const known = await listIndexes(route)
  const same = known.find(
    index => sameKeys(index.keys, keys) && index.unique === unique && index.expireAfterSeconds === expireAfterSeconds,
  )
  if (same) return same.name
  throw new InvalidQueryError(`An index ${name} with other keys or options is there already. Drop it first.`)
}

async function createIndex(route: Route, keys: Sort, options: IndexOptions): Promise<string> {
  checkIndex(keys, options)
  if (sameKeys(keys, { _id: 1 })) return '_id_'
  const { name, unique, expireAfterSeconds, partialFilterExpression } = options
  const sent = {
    session: route.session,
    ...(name !== undefined && { name }),
    ...(unique && { unique }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(partialFilterExpression && { partialFilterExpression: checkedFilter(partialFilterExpression) }),
  }
  const made = await route.run({ kind: 'write' }, async () => {
    try {
      return await route.collection.createIndex(keys, sent)
    } catch (error) {
      if (isIndexConflict(error)) return undefined
      throw error
    }
  })
  return made ?? sameIndex(route, keys, options)
}

export function indexMethods(route: Route) {
  return {
    createIndex: (keys, options = {}) => createIndex(route, keys, options),
    dropIndex: name =>
      route.run({ kind: 'write' }, async () => {
        try {
          await route.collection.dropIndex(name, { session: route.session })
          return true
        } catch (error) {
          if (isMissingIndex(error)) return false
          throw error
        }
      }),
  } satisfies Partial<Collection>
}
