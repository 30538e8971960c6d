import type { PredicateNode } from '../evaluate/compile.ts'
import { type CompiledTest, compileTest } from '../evaluate/compile-test.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { IndexKey, IndexPlace } from '../index-key.ts'
import { type Predicate, testPredicate } from '../predicate.ts'
import { type Census, countPlaces, planFiling, SUFFIX_LENGTH } from './index-keys.ts'

/** Many predicates at once. Immutable: a change makes a new index, to be swapped for the old one. */
export type PredicateIndex<T> = {
  readonly size: number
  /** How many of them are tested against every exchange, because nothing in them can be looked up. */
  readonly alwaysTested: number
  /** The values whose predicate holds, exactly as `testPredicate` says, in the order in which they were given. */
  match(exchange: Exchange): readonly T[]
  /**
   * The values whose predicate may hold, untested: lists, each in the order in which they were given; one may stand in
   * several. It is for callers that want the first only, and stop there.
   */
  candidates(exchange: Pick<Exchange, 'path' | 'method'>): readonly (readonly IndexCandidate<T>[])[]
}

type IndexCandidate<T> = { readonly ordinal: number; readonly value: T }

/** `test`: what is left to be tested where the key fits; undefined: nothing. */
type IndexEntry<T> = { ordinal: number; test: CompiledTest | undefined; value: T }
/** The second level of every look-up. */
type Bucket<T> = { everyMethod: IndexEntry<T>[]; byMethod: Map<string, IndexEntry<T>[]> }
/** A segment trie of templates; a prefix is a template of fixed segments with a rest. */
type Branch<T> = { children: Map<string, Branch<T>>; variable?: Branch<T>; here?: Bucket<T>; below?: Bucket<T> }
type Tables<T> = {
  always: IndexEntry<T>[]
  anywhere: Bucket<T>
  paths: Map<string, Bucket<T>>
  templates: Branch<T>
  /** Suffixes are filed by length, then by text. */
  suffixes: Map<number, Map<string, Bucket<T>>>
  /** Those that can be true of an occurrence, in their order: few, and tested one by one. */
  hearing: { predicate: Predicate; value: T }[]
}
type IndexSearch<T> = { path: string; method: string; visit(entries: readonly IndexEntry<T>[]): void }

/** Files each predicate under its most selective parts, so that an exchange is tested against few of them. */
export function indexPredicates<T>(entries: Iterable<readonly [predicate: Predicate, value: T]>): PredicateIndex<T> {
  const tables: Tables<T> = {
    always: [],
    anywhere: newBucket(),
    paths: new Map(),
    templates: { children: new Map() },
    suffixes: new Map(),
    hearing: [],
  }
  const all = [...entries]
  const census: Census = new Map()
  for (const [{ root }] of all) countPlaces(root, census)
  for (const [ordinal, [predicate, value]] of all.entries()) {
    const { keys, rest } = planFiling(predicate.root, census)
    const entry = { ordinal, test: testOf(predicate, rest), value }
    if (predicate.hearsOccurrences) tables.hearing.push({ predicate, value })
    if (!keys) tables.always.push(entry)
    for (const key of keys ?? []) fileEntry(bucketAt(tables, key.place), key, entry)
  }
  return Object.freeze({
    size: all.length,
    alwaysTested: tables.always.length,
    match: (exchange: Exchange) =>
      exchange.occurrence === undefined ? find(tables, exchange) : hear(tables, exchange),
    candidates: (exchange: Pick<Exchange, 'path' | 'method'>) => listsFor(tables, exchange),
  })
}

function testOf(predicate: Predicate, rest: readonly PredicateNode[]): CompiledTest | undefined {
  // What reads bindings is evaluated as a whole.
  if (!predicate.test) return exchange => testPredicate(predicate, exchange)
  return rest.length === 0 ? undefined : compileTest({ kind: 'and', syntax: predicate.root.syntax, children: rest })
}

function newBucket<T>(): Bucket<T> {
  return { everyMethod: [], byMethod: new Map() }
}

function bucketAt<T>(tables: Tables<T>, place: IndexPlace): Bucket<T> {
  switch (place.kind) {
    case 'anywhere':
      return tables.anywhere
    case 'path':
      return getOrAdd(tables.paths, place.path, newBucket<T>)
    case 'suffix': {
      const text = place.text.slice(-SUFFIX_LENGTH)
      return getOrAdd(getOrAdd(tables.suffixes, text.length, newMap<T>), text, newBucket<T>)
    }
    case 'template':
      return bucketInTrie(tables.templates, place)
  }
}

function newMap<T>(): Map<string, Bucket<T>> {
  return new Map()
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

function bucketInTrie<T>(root: Branch<T>, { segments, hasRest }: Extract<IndexPlace, { kind: 'template' }>): Bucket<T> {
  let branch = root
  for (const segment of segments) {
    if (segment === undefined) branch = branch.variable ??= newBranch()
    else branch = getOrAdd(branch.children, segment, newBranch<T>)
  }
  const end = hasRest ? 'below' : 'here'
  branch[end] ??= newBucket()
  return branch[end]
}

function newBranch<T>(): Branch<T> {
  return { children: new Map() }
}

function fileEntry<T>(bucket: Bucket<T>, { methods }: IndexKey, entry: IndexEntry<T>): void {
  if (!methods) bucket.everyMethod.push(entry)
  for (const method of methods ?? []) getOrAdd(bucket.byMethod, method, (): IndexEntry<T>[] => []).push(entry)
}

const hear = <T>({ hearing }: Tables<T>, occurrence: Exchange): readonly T[] =>
  hearing.filter(({ predicate }) => testPredicate(predicate, occurrence)).map(({ value }) => value)

function find<T>(tables: Tables<T>, exchange: Exchange): readonly T[] {
  const found: IndexEntry<T>[] = []
  const { path, method } = exchange
  const visit = (entries: readonly IndexEntry<T>[]) => {
    for (const entry of entries) {
      if (!entry.test || entry.test(exchange) === true) found.push(entry)
    }
  }
  visitPlaces(tables, { path, method, visit })
  return valuesOf(found)
}

function listsFor<T>(tables: Tables<T>, { path, method }: Pick<Exchange, 'path' | 'method'>) {
  const lists: (readonly IndexEntry<T>[])[] = []
  const visit = (entries: readonly IndexEntry<T>[]) => {
    if (entries.length > 0) lists.push(entries)
  }
  visitPlaces(tables, { path, method, visit })
  return lists
}

function visitPlaces<T>(tables: Tables<T>, search: IndexSearch<T>): void {
  const { path } = search
  search.visit(tables.always)
  visitBucket(tables.anywhere, search)
  visitBucket(tables.paths.get(path), search)
  walk(tables.templates, search, 0)
  for (const [length, byText] of tables.suffixes) {
    if (length <= path.length) visitBucket(byText.get(path.slice(path.length - length)), search)
  }
}

function visitBucket<T>(bucket: Bucket<T> | undefined, { method, visit }: IndexSearch<T>): void {
  if (!bucket) return
  visit(bucket.everyMethod)
  const ofMethod = bucket.byMethod.get(method)
  if (ofMethod) visit(ofMethod)
}

/** @param slash where the next segment's slash stands, or the path's length */
function walk<T>(branch: Branch<T>, search: IndexSearch<T>, slash: number): void {
  visitBucket(branch.below, search)
  const { path } = search
  if (slash >= path.length || path.length === 1) {
    visitBucket(branch.here, search)
    return
  }
  const next = path.indexOf('/', slash + 1)
  const end = next < 0 ? path.length : next
  const child = branch.children.get(path.slice(slash + 1, end))
  if (child) walk(child, search, end)
  if (branch.variable && end > slash + 1) walk(branch.variable, search, end)
}

/** In their order, each once: one entry may be filed in several places. */
function valuesOf<T>(found: IndexEntry<T>[]): readonly T[] {
  if (found.length > 1) found.sort((a, b) => a.ordinal - b.ordinal)
  const values: T[] = []
  let last = -1
  for (const { ordinal, value } of found) {
    if (ordinal !== last) values.push(value)
    last = ordinal
  }
  return values
}
