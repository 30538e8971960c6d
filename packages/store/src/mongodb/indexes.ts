import {
  checkIndex,
  defaultIndexName,
  hasSameOptions,
  otherIndex,
  sameKeys,
  specialOptions,
} from '../matching/index-keys.ts'
import { tryIndex } from '../matching/try-index.ts'
import type { Collection, IndexOptions, Sort } from '../port.ts'
import { checkedFilter } from './checks.ts'
import { isIndexConflict, isMissingIndex } from './driver-errors.ts'
import { listIndexes, readMethods } from './reads.ts'
import type { DriverRoute } from './route.ts'

/** The index that is there already under another name; anything else in its place is refused. */
async function sameIndex(route: DriverRoute, keys: Sort, options: IndexOptions): Promise<string> {
  const { unique = false, name = defaultIndexName(keys) } = options
  const known = await listIndexes(route)
  const same = known.find(
    index => sameKeys(index.keys, keys) && index.unique === unique && hasSameOptions(index, options),
  )
  if (same) return same.name
  throw otherIndex(name)
}

async function createIndex(route: DriverRoute, keys: Sort, options: IndexOptions): Promise<string> {
  checkIndex(keys, options)
  if (sameKeys(keys, { _id: 1 })) return '_id_'
  const { name, unique } = options
  const { partialFilterExpression, ...special } = specialOptions(options)
  const sent = {
    session: route.session,
    ...(name !== undefined && { name }),
    ...(unique && { unique }),
    ...special,
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

export function indexMethods(route: DriverRoute) {
  return {
    createIndex: (keys, options = {}) => createIndex(route, keys, options),
    tryIndex: (keys, options = {}) => tryIndex(readMethods(route), keys, options),
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
