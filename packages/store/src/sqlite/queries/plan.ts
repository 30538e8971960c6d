import { isOperators } from '../../matching/filter/filter.ts'
import { bracketRange, encodeKey, isIndexable, keyAfter } from '../../matching/values/key-encoding.ts'
import { directions } from '../../matching/values/sort.ts'
import { isArray, isDocument, typeOf } from '../../matching/values/value.ts'
import type { Document, Sort } from '../../port.ts'
import { hinted, type Index, type StoredCollection } from '../catalog.ts'
import type { QueryOptions } from '../protocol.ts'

/** Keys from `from` up to, not including, `to`. */
export type KeyRange = { from: Uint8Array; to: Uint8Array }

/**
 * The documents that are looked at: all in the order they came, or those with keys in the ranges. `index` 0 is `_id`.
 * `firstPage` says how many are wanted, where that is known.
 */
export type ScanPlan = { firstPage?: number } & (
  | { kind: 'all'; isOrdered: boolean }
  | { kind: 'keys'; index: number; ranges: KeyRange[]; descending: boolean; isOrdered: boolean; multikey: boolean }
)

/** The beginning of a range. `isBehind`: it begins with what is greater than the value, not with the value itself. */
type Low = { value: unknown; isBehind: boolean }
type Condition = { equal?: unknown[]; low?: Low; high?: unknown }
type Conditions = Map<string, Condition>
type IndexChoice = Pick<Index, 'id' | 'paths' | 'multikey' | 'partial' | 'partialFilter' | 'sparse'>

const MAX_RANGES = 1000
const ID_INDEX: IndexChoice = { id: 0, paths: ['_id'], multikey: false, sparse: false }

const equalTo = (values: readonly unknown[]): Condition => (values.every(isIndexable) ? { equal: [...values] } : {})

function operatorCondition(operator: string, argument: unknown): Condition {
  if (operator === '$in') return isArray(argument) ? equalTo(argument) : {}
  if (!isIndexable(argument)) return {}
  if (operator === '$eq') return equalTo([argument])
  if (operator === '$gt' || operator === '$gte') return { low: { value: argument, isBehind: operator === '$gt' } }
  return operator === '$lt' || operator === '$lte' ? { high: argument } : {}
}

function conditionsOf(filter: Document, found: Conditions = new Map()): Conditions {
  for (const [path, condition] of Object.entries(filter)) {
    const conjuncts = path === '$and' && isArray(condition) ? condition.filter(isDocument) : []
    for (const each of conjuncts) conditionsOf(each, found)
    if (path.startsWith('$')) continue
    const parts = isOperators(condition)
      ? Object.entries(condition).map(([operator, argument]) => operatorCondition(operator, argument))
      : [operatorCondition('$eq', condition)]
    // Of two conditions of one kind either one narrows; the matcher looks at both.
    found.set(path, Object.assign({}, found.get(path), ...parts))
  }
  return found
}

const join = (prefix: Uint8Array, value: unknown): Uint8Array => {
  const key = encodeKey([value])
  const joined = new Uint8Array(prefix.length + key.length)
  joined.set(prefix)
  joined.set(key, prefix.length)
  return joined
}

/** With an array, a document stands at keys that its condition does not speak of: nothing is left out there. */
function startOf(prefix: Uint8Array, { value, isBehind }: Low, multikey: boolean): Uint8Array {
  const start = join(prefix, value)
  return isBehind && !multikey ? keyAfter(start) : start
}

/** A range holds values of one type only, so an open end ends with the type. */
function between(prefix: Uint8Array, { low, high }: Condition, multikey: boolean): KeyRange | undefined {
  const ends = low?.value ?? high
  if (ends === undefined) return undefined
  const { from, to } = bracketRange(prefix, ends)
  const start = low ? startOf(prefix, low, multikey) : from
  const isOpen = high === undefined || (low !== undefined && (multikey || typeOf(low.value) !== typeOf(high)))
  return { from: start, to: isOpen ? to : keyAfter(join(prefix, high)) }
}

type KeyBounds = { prefixes: Uint8Array[]; fixed: number; bounded: number; ranges: KeyRange[] }

function boundsOf(candidate: IndexChoice, conditions: Conditions): KeyBounds {
  const bounds: KeyBounds = { prefixes: [new Uint8Array()], fixed: 0, bounded: 0, ranges: [] }
  const usable = candidate.multikey ? candidate.paths.slice(0, 1) : candidate.paths
  for (const path of usable) {
    const condition = conditions.get(path) ?? {}
    const { equal } = condition
    if (!equal || bounds.prefixes.length * equal.length > MAX_RANGES) {
      const ranges = bounds.prefixes.map(prefix => between(prefix, condition, candidate.multikey))
      const found = ranges.filter(range => range !== undefined)
      return found.length > 0 ? { ...bounds, ranges: found, bounded: bounds.bounded + 0.5 } : closed(bounds)
    }
    bounds.prefixes = bounds.prefixes.flatMap(prefix => equal.map(value => join(prefix, value)))
    bounds.bounded += 1
    if (bounds.prefixes.length === 1) bounds.fixed += 1
  }
  return closed(bounds)
}

const closed = (bounds: KeyBounds): KeyBounds => ({
  ...bounds,
  ranges: bounds.prefixes.map(prefix => ({ from: prefix, to: keyAfter(prefix) })),
})

/** Whether the index gives the order asked for; fields that are fixed to one value do not matter. */
function orderOf(candidate: IndexChoice, fixed: number, sort: Sort | undefined): 1 | -1 | undefined {
  if (!sort || candidate.multikey) return undefined
  const free = candidate.paths.slice(fixed)
  const wanted = directions(sort).filter(([path]) => !candidate.paths.slice(0, fixed).includes(path))
  const [first] = wanted
  if (!first) return 1
  const fits = wanted.every(([path, direction], at) => free[at] === path && direction === first[1])
  return fits ? first[1] : undefined
}

const compareRanges = (a: KeyRange, b: KeyRange): number => Buffer.compare(a.from, b.from)

/** Sorted and without repeats. Where they may overlap, documents are told apart by their number. */
function tidy(ranges: KeyRange[], descending: boolean): KeyRange[] {
  const sorted = ranges.toSorted(compareRanges)
  const distinct = sorted.filter((range, at) => {
    const before = sorted[at - 1]
    return !before || compareRanges(before, range) !== 0
  })
  return descending ? distinct.reverse() : distinct
}

function planWith(
  candidate: IndexChoice,
  conditions: Conditions,
  sort: Sort | undefined,
): { plan: ScanPlan; score: number } {
  const { ranges, bounded, fixed } = boundsOf(candidate, conditions)
  const direction = orderOf(candidate, fixed, sort)
  const descending = direction === -1
  const plan: ScanPlan = {
    kind: 'keys',
    index: candidate.id,
    ranges: tidy(ranges, descending),
    descending,
    isOrdered: direction !== undefined,
    multikey: candidate.multikey,
  }
  return { plan, score: bounded * 10 + (direction === undefined ? 0 : 2) + (candidate.id === 0 && bounded > 0 ? 5 : 0) }
}

/**
 * Whether an index has every document that may match. A sparse one has those with a value in its first field: a condition
 * that null does not meet is not met by a missing field either. A partial one has them where its own condition is among
 * those that are asked for.
 */
function isComplete({ partial, partialFilter, sparse, paths }: IndexChoice, conditions: Conditions): boolean {
  if (partial && !isAmong(partialFilter, conditions)) return false
  if (!sparse) return true
  const { equal, low, high } = conditions.get(paths[0] ?? '') ?? {}
  if (equal) return equal.every(isValue)
  return isValue(low?.value ?? high)
}

/** Known of conditions that name one text for each of their fields. */
const isAmong = (filter: Document | undefined, conditions: Conditions): boolean =>
  filter !== undefined &&
  Object.entries(filter).every(([path, value]) => {
    const { equal } = conditions.get(path) ?? {}
    return typeof value === 'string' && equal?.length === 1 && equal[0] === value
  })

/** The ends of all values, like null, may be met by what is not there. */
const NO_VALUES: ReadonlySet<string> = new Set(['undefined', 'null', 'minKey', 'maxKey'])
const isValue = (value: unknown): boolean => !NO_VALUES.has(typeOf(value))

/**
 * Chooses how to find candidates; the matcher decides about each of them.
 * @throws InvalidQueryError when the hint names no index
 */
export function choosePlan(collection: StoredCollection, filter: Document, options: QueryOptions): ScanPlan {
  const conditions = conditionsOf(filter)
  const { sort, hint } = options
  if (hint !== undefined) {
    const index = hinted(collection, hint)
    if (!index || isComplete(index, conditions)) return planWith(index ?? ID_INDEX, conditions, sort).plan
  }
  let best: { plan: ScanPlan; score: number } = { plan: { kind: 'all', isOrdered: !sort }, score: 0 }
  for (const candidate of [ID_INDEX, ...collection.indexes]) {
    if (!isComplete(candidate, conditions)) continue
    const found = planWith(candidate, conditions, sort)
    if (found.score > best.score) best = found
  }
  return best.plan
}
