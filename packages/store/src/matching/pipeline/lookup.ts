import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { project } from '../expressions/expression.ts'
import { compileFilter } from '../filter/filter.ts'
import { encodeKey } from '../values/key-encoding.ts'
import { isArray, isDocument, typeOf } from '../values/value.ts'
import { setAt } from '../values/write-path.ts'
import type { Pipeline, PipelineSource } from './stage.ts'

export type LookupJoin = {
  from: string
  as: string
  /** The equality; absent where every document joins with the same ones. */
  fields: { localField: string; foreignField: string } | undefined
  /** What is done to the documents that are found for one. */
  pipeline: Pipeline | undefined
}

/** Equality, a pipeline without variables, or both. */
export function checkLookup(argument: unknown, compileInner: (stages: unknown) => Pipeline): LookupJoin {
  if (!isDocument(argument)) throw new InvalidQueryError('$lookup needs a document.')
  const { from, localField, foreignField, as, pipeline: stages, ...others } = argument
  const [other] = Object.keys(others)
  if (other !== undefined) throw new UnsupportedByStoreError(`The option ${other} of $lookup`)
  const isByPipeline = stages !== undefined && localField === undefined && foreignField === undefined
  const names = isByPipeline ? [from, as] : [from, as, localField, foreignField]
  if (!names.every(name => typeof name === 'string' && name !== ''))
    throw new InvalidQueryError('$lookup needs from and as, and localField and foreignField or a pipeline.')
  return {
    from: String(from),
    as: String(as),
    fields: isByPipeline ? undefined : { localField: String(localField), foreignField: String(foreignField) },
    pipeline: stages === undefined ? undefined : compileInner(stages),
  }
}

/** Null stands for what is missing; an array for each of its elements. */
function localValues(document: Document, parts: readonly string[]): unknown[] {
  const value = project(document, parts)
  if (isArray(value)) return value.length === 0 ? [null] : value
  return [value ?? null]
}

const MAX_JOIN_VALUES = 100_000

/** What joins with a document. */
type Finder = (document: Document) => Generator<void, Document[]>

export function* lookup(documents: Document[], join: LookupJoin, source: PipelineSource): Generator<void, Document[]> {
  const find = yield* finderFor(documents, join, source)
  const joined: Document[] = []
  for (const document of documents) {
    const copy = structuredCloneOfPath(document, join.as)
    setAt(copy, join.as, yield* find(document))
    joined.push(copy)
  }
  return joined
}

function* finderFor(documents: Document[], join: LookupJoin, source: PipelineSource): Generator<void, Finder> {
  const { from, fields, pipeline } = join
  if (!fields) {
    const all = pipeline ? yield* pipeline.read(from, source) : []
    // biome-ignore lint/correctness/useYield: the other one may read
    return function* () {
      return all
    }
  }
  const find = yield* equalIn(documents, { from, ...fields }, source)
  return function* (document) {
    const found = find(document)
    return pipeline ? yield* pipeline.apply(found, source) : found
  }
}

type Equality = { from: string; localField: string; foreignField: string }

/** One read for all documents, then one test of each pair. */
function* equalIn(
  documents: Document[],
  { from, localField, foreignField }: Equality,
  source: PipelineSource,
): Generator<void, (document: Document) => Document[]> {
  const parts = localField.split('.')
  const distinct = new Map(
    documents.flatMap(document => localValues(document, parts)).map(value => [keyText(value), value]),
  )
  if (distinct.size > MAX_JOIN_VALUES) throw new InvalidQueryError('$lookup joins over too many different values.')
  const foreign = yield* source.read(from, filterFor(foreignField, [...distinct.values()]))
  const matchesOf = memo(foreignField, foreign)
  return document => {
    const found = new Set(localValues(document, parts).flatMap(matchesOf))
    return foreign.filter(each => found.has(each))
  }
}

const keyText = (value: unknown): string => Buffer.from(encodeKey([value])).toString('latin1')

/** A regular expression as a value is compared, not searched for. */
const filterFor = (field: string, values: readonly unknown[]): Document => {
  const plain = values.filter(value => typeOf(value) !== 'regex')
  const regexes = values.filter(value => typeOf(value) === 'regex').map(value => ({ [field]: { $eq: value } }))
  return { $or: [{ [field]: { $in: plain } }, ...regexes] }
}

function memo(field: string, foreign: readonly Document[]): (value: unknown) => Document[] {
  const known = new Map<string, Document[]>()
  return value => {
    const key = keyText(value)
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
