import { InvalidQueryError, UnsupportedByStoreError } from '../errors.ts'
import type { Document } from '../port.ts'
import { project } from './expression.ts'
import { compileFilter } from './filter.ts'
import { encodeKey } from './key-encoding.ts'
import { isArray, isDocument, typeOf } from './value.ts'
import { setAt } from './write-path.ts'

/** Where a pipeline reads: its own collection and those it joins. */
export type Source = {
  collection: string
  read: (collection: string, filter: Document) => Generator<void, Document[]>
}

export type Join = { from: string; localField: string; foreignField: string; as: string }

/** The equality form alone. */
export function checkLookup(argument: unknown): Join {
  if (!isDocument(argument)) throw new InvalidQueryError('$lookup needs a document.')
  const { from, localField, foreignField, as, ...others } = argument
  const [other] = Object.keys(others)
  if (other !== undefined) throw new UnsupportedByStoreError(`The option ${other} of $lookup`)
  for (const value of [from, localField, foreignField, as]) {
    if (typeof value !== 'string' || value === '')
      throw new InvalidQueryError('$lookup needs from, localField, foreignField and as.')
  }
  return { from: String(from), localField: String(localField), foreignField: String(foreignField), as: String(as) }
}

/** Null stands for what is missing; an array for each of its elements. */
function localValues(document: Document, parts: readonly string[]): unknown[] {
  const value = project(document, parts)
  if (isArray(value)) return value.length === 0 ? [null] : value
  return [value ?? null]
}

const MAX_JOIN_VALUES = 100_000

/** A look-up in one read for all documents, then one test of each pair. */
export function* lookup(documents: Document[], join: Join, source: Source): Generator<void, Document[]> {
  const parts = join.localField.split('.')
  const wanted = documents.map(document => localValues(document, parts))
  const distinct = new Map(wanted.flat().map(value => [Buffer.from(encodeKey([value])).toString('latin1'), value]))
  if (distinct.size > MAX_JOIN_VALUES) throw new InvalidQueryError('$lookup joins over too many different values.')
  const foreign = yield* source.read(join.from, filterFor(join.foreignField, [...distinct.values()]))
  const matchesOf = memo(join.foreignField, foreign)
  return documents.map((document, index) => {
    const found = new Set((wanted[index] ?? []).flatMap(matchesOf))
    const copy = structuredCloneOfPath(document, join.as)
    setAt(
      copy,
      join.as,
      foreign.filter(each => found.has(each)),
    )
    return copy
  })
}

/** A regular expression as a value is compared, not searched for. */
const filterFor = (field: string, values: readonly unknown[]): Document => {
  const plain = values.filter(value => typeOf(value) !== 'regex')
  const regexes = values.filter(value => typeOf(value) === 'regex').map(value => ({ [field]: { $eq: value } }))
  return { $or: [{ [field]: { $in: plain } }, ...regexes] }
}

function memo(field: string, foreign: readonly Document[]): (value: unknown) => Document[] {
  const known = new Map<string, Document[]>()
  return value => {
    const key = Buffer.from(encodeKey([value])).toString('latin1')
    const found = known.get(key) ?? foreign.filter(compileFilter({ [field]: { $eq: value } }))
    known.set(key, found)
    return found
  }
}

function structuredCloneOfPath(document: Document, path: string): Document {
  const [part = '', ...rest] = path.split('.')
  const child = document[part]
  if (rest.length === 0 || !isDocument(child)) return { ...document }
  return { ...document, [part]: structuredCloneOfPath(child, rest.join('.')) }
}
