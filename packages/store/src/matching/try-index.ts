import { hash } from 'node:crypto'
import { DuplicateKeyError, InvalidQueryError } from '../errors.ts'
import type { Collection, IndexOptions, Sort } from '../port.ts'
import { compileFilter } from './filter/filter.ts'
import { indexEntries } from './index-entries.ts'
import { checkIndex, defaultIndexName, hasSameOptions, otherIndex, sameKeys } from './index-keys.ts'

/** The most entries of a unique index that are compared before there is one. */
const MAX_ENTRIES = 200_000
const LONGEST_TEXT = 40

type TriedCollection = Pick<Collection, 'listIndexes' | 'scan'>

/** Does all that `createIndex` does except to make the index; the same for both stores. */
export async function tryIndex(collection: TriedCollection, keys: Sort, options: IndexOptions): Promise<string> {
  checkIndex(keys, options)
  if (sameKeys(keys, { _id: 1 })) return '_id_'
  const { name = defaultIndexName(keys), unique = false, partialFilterExpression } = options
  if (partialFilterExpression) compileFilter(partialFilterExpression)
  const known = await collection.listIndexes()
  const same = known.filter(
    index => sameKeys(index.keys, keys) && index.unique === unique && hasSameOptions(index, options),
  )
  if (known.some(index => index.name === name && !same.includes(index))) throw otherIndex(name)
  if (same[0]) return same[0].name
  if (unique) await checkStored(collection, keys, options)
  return name
}

/** @param entries those of one document, each once */
function addEntries(seen: Set<string>, entries: Iterable<string>): void {
  for (const text of entries) {
    const entry = text.length > LONGEST_TEXT ? hash('sha256', text, 'base64') : text
    if (seen.has(entry)) throw new DuplicateKeyError('Two documents have the same values.')
    seen.add(entry)
  }
}

/** @throws DuplicateKeyError where two documents would have the same entry */
async function checkStored(collection: TriedCollection, keys: Sort, options: IndexOptions): Promise<void> {
  const { sparse = false, partialFilterExpression, collation } = options
  if (collation) throw new InvalidQueryError('Whether texts are unique under a collation can not be tried out.')
  const partial = partialFilterExpression && compileFilter(partialFilterExpression)
  const shape = { paths: Object.keys(keys), sparse, partial }
  const seen = new Set<string>()
  for await (const documents of collection.scan({})) {
    for (const document of documents) addEntries(seen, indexEntries(document, shape).keys.keys())
    if (seen.size > MAX_ENTRIES) {
      throw new InvalidQueryError(`Whether over ${MAX_ENTRIES} values are unique can not be tried out.`)
    }
  }
}
