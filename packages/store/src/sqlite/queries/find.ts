import { decodeExact, encode } from '../../bson-codec.ts'
import { InvalidQueryError } from '../../errors.ts'
import { compileFilter } from '../../matching/filter/filter.ts'
import { compileProjection } from '../../matching/pipeline/projection.ts'
import { wholeNumber } from '../../matching/pipeline/window.ts'
import { compileSort, type Sorter } from '../../matching/values/sort.ts'
import type { Document } from '../../port.ts'
import { hinted, type StoreCatalog, type StoredCollection } from '../catalog.ts'
import type { Database } from '../database.ts'
import type { QueryOptions } from '../protocol.ts'
import { candidates, type ScanCandidate } from './candidates.ts'
import { copyFields, namedFields } from './copy-fields.ts'
import { choosePlan } from './plan.ts'

/** A document that matched; decoded when it is first looked into. */
export type FoundDocument = ScanCandidate & { readonly document: Document }

/** Decodes a document when it is first looked into. It is a class, as V8 takes half a microsecond for a literal with a getter. */
class DecodedWhenAsked implements FoundDocument {
  readonly id: ScanCandidate['id']
  readonly body: ScanCandidate['body']
  #decoded: Document | undefined

  constructor({ id, body }: ScanCandidate) {
    this.id = id
    this.body = body
  }

  get document() {
    this.#decoded ??= decodeExact(this.body)
    return this.#decoded
  }
}

/** Work in slices: a `yield` is a place where other work may run. */
export type SlicedWork<T> = Generator<void, T>

const SORT_BYTES = 32 * 1024 * 1024
const RESULT_BYTES = 64 * 1024 * 1024

/** Runs sliced work to its end. */
export function finish<T>(work: SlicedWork<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

export type Connection = { database: Database; catalog: StoreCatalog }

type Matching = (found: FoundDocument) => boolean

/** Matching documents in no order but that of the candidates. */
export function* matching(pages: Iterable<ScanCandidate[]>, matches: Matching): Generator<FoundDocument[], void> {
  for (const page of pages) {
    yield page.map(candidate => new DecodedWhenAsked(candidate)).filter(found => matches(found))
  }
}

/** An empty filter looks into no document. */
export function matcherOf(filter: Document): Matching {
  if (Object.keys(filter).length === 0) return () => true
  const matches = compileFilter(filter)
  return ({ document }) => matches(document)
}

type ResultWindow = { skip: number; limit: number }

/** Looks at no document behind the last one that it needs. */
function* take(
  pages: Iterable<ScanCandidate[]>,
  matches: Matching,
  { skip, limit }: ResultWindow,
): SlicedWork<FoundDocument[]> {
  const taken: FoundDocument[] = []
  let bytes = 0
  let toSkip = skip
  for (const page of pages) {
    for (const candidate of page) {
      const found = new DecodedWhenAsked(candidate)
      if (!matches(found)) continue
      if (toSkip > 0) {
        toSkip -= 1
        continue
      }
      taken.push(found)
      bytes += found.body.length
      if (taken.length === limit) return taken
    }
    if (bytes > RESULT_BYTES) throw new InvalidQueryError('The answer is above 64 MB. Set a limit, or scan in batches.')
    yield
  }
  return taken
}

type KeyedDocument = { found: FoundDocument; key: unknown[] }

/** Keeps the first `keep` only, so that a sort with a limit needs no more memory than that. */
function* sorted(
  pages: Iterable<FoundDocument[]>,
  { key, compare }: Sorter,
  { skip, limit }: ResultWindow,
): SlicedWork<FoundDocument[]> {
  const keep = limit === 0 ? Number.POSITIVE_INFINITY : skip + limit
  const byKey = (a: KeyedDocument, b: KeyedDocument) => compare(a.key, b.key)
  let kept: KeyedDocument[] = []
  let bytes = 0
  for (const page of pages) {
    for (const found of page) {
      kept.push({ found, key: key(found.document) })
      bytes += found.body.length
    }
    if (kept.length > keep * 2) {
      kept = kept.sort(byKey).slice(0, keep)
      bytes = kept.reduce((sum, { found }) => sum + found.body.length, 0)
    }
    if (bytes > SORT_BYTES) {
      throw new InvalidQueryError('The sort needs more than 32 MB. Sort by an index, or set a limit.')
    }
    yield
  }
  return kept
    .sort(byKey)
    .slice(skip, skip + (limit || kept.length))
    .map(({ found }) => found)
}

/** The matching documents, sorted and cut; the projection is not applied. */
export function* findIn(
  database: Database,
  collection: StoredCollection,
  query: { filter: Document; options: QueryOptions },
): SlicedWork<FoundDocument[]> {
  const { filter, options } = query
  const matches = matcherOf(filter)
  const window = { skip: wholeNumber('skip', options.skip), limit: wholeNumber('limit', options.limit) }
  const plan = choosePlan(collection, filter, options)
  const isAll = Object.keys(filter).length === 0
  const isTaken = window.limit > 0 && (isAll || (plan.kind === 'keys' && plan.isOrdered))
  const firstPage = isTaken ? window.skip + window.limit : undefined
  const pages = candidates(database, collection, { ...plan, firstPage })
  if (plan.isOrdered || !options.sort) return yield* take(pages, matches, window)
  return yield* sorted(matching(pages, matches), compileSort(options.sort), window)
}

/** The bytes to hand out. */
export function projected(projection: QueryOptions['projection']): (found: FoundDocument) => Uint8Array {
  if (!projection || Object.keys(projection).length === 0) return ({ body }) => body
  const apply = compileProjection(projection)
  const names = namedFields(projection)
  return names ? ({ body }) => copyFields(body, names) : ({ document }) => encode(apply(document))
}

/** Checks what an unknown collection would let pass. */
export function checkQuery(filter: Document, options: QueryOptions): void {
  compileFilter(filter)
  if (options.sort) compileSort(options.sort)
  if (options.projection) compileProjection(options.projection)
  if (options.hint !== undefined) hinted(undefined, options.hint)
}
