import { isDocument } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { ownField } from '../values/bson-values.ts'
import { isIndex, type PropertyPath } from '../values/property-path.ts'
import { matchingKeys, valueKey } from '../values/value-key.ts'
import type { JoinKey } from './app-model.ts'
import { equalsAny, joinAll } from './filter-template.ts'
import type { ParentHole } from './hole.ts'

/** Values that one query asks for unless a mapping says fewer; more become several queries. */
export const MAX_BATCH = 1000

/** Parents that ask for the same values of the same fields: one entry per join key. */
export type JoinRequest = {
  values: readonly (readonly unknown[])[]
  keys: readonly ReadonlySet<string>[]
  parents: unknown[]
}

/** Puts parents with equal values together. Parents in which a value is missing ask for nothing and are left out. */
export function groupParents(
  joinKeys: readonly JoinKey[],
  parents: Iterable<unknown>,
  readValue: (hole: ParentHole, parent: unknown) => unknown,
): JoinRequest[] {
  const [joinKey] = joinKeys
  if (isOnlyEquality(joinKeys) && joinKey) return groupByOne(joinKey.hole, parents, readValue)
  const requests = new Map<string, JoinRequest>()
  for (const parent of parents) {
    const values = joinKeys.map(({ operator, hole }) => wantedValues(operator, readValue(hole, parent)))
    if (values.some(each => each.length === 0)) continue
    const keys = values.map(each => each.map(valueKey))
    const signature = JSON.stringify(keys)
    const same = requests.get(signature)
    if (same) same.parents.push(parent)
    else requests.set(signature, { values, keys: keys.map(each => new Set(each)), parents: [parent] })
  }
  return [...requests.values()]
}

const isOnlyEquality = ([first, ...others]: readonly JoinKey[]): boolean =>
  first?.operator === '$eq' && others.length === 0

/** Groups parents for a join with one equality, as most joins are. */
function groupByOne(
  hole: ParentHole,
  parents: Iterable<unknown>,
  readValue: (hole: ParentHole, parent: unknown) => unknown,
): JoinRequest[] {
  const requests = new Map<string, JoinRequest>()
  for (const parent of parents) {
    const value = readValue(hole, parent)
    if (value === null || value === undefined) continue
    const key = valueKey(value)
    const same = requests.get(key)
    if (same) same.parents.push(parent)
    else requests.set(key, { values: [[value]], keys: [new Set([key])], parents: [parent] })
  }
  return [...requests.values()]
}

function wantedValues(operator: JoinKey['operator'], value: unknown): unknown[] {
  if (operator === '$in') return parentList(value)
  return value === null || value === undefined ? [] : [value]
}

/** The values that a parent's property gives an `$in`: a list flattened, a single value as a list of one, null left out. */
export function parentList(value: unknown): unknown[] {
  const list: unknown[] = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]
  return list.filter(each => each !== null && each !== undefined)
}

/** Splits requests so that no query asks for more than `most` values; a request is never split. */
export function splitRequests(requests: readonly JoinRequest[], most: number): JoinRequest[][] {
  const batches: JoinRequest[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const request of requests) {
    const weight = request.values.reduce((sum, each) => sum + each.length, 0)
    if (size + weight > most) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(request)
    size += weight
  }
  return batches
}

/** The filter that finds the documents of all requests of a batch, and perhaps more: `distribute` tells them apart. */
export function batchFilter(joinKeys: readonly JoinKey[], batch: readonly JoinRequest[]): Document {
  return joinAll(joinKeys.map(({ field }, at) => equalsAny(field, distinctValues(batch, at))))
}

/** How many documents a batch finds at most, which stores answer at less cost; 0 where nobody knows. No two have one `_id`. */
export function mostFound(joinKeys: readonly JoinKey[], batch: readonly JoinRequest[]): number {
  const at = joinKeys.findIndex(({ field }) => field === '_id')
  return at === -1 ? 0 : distinctValues(batch, at).length
}

function distinctValues(batch: readonly JoinRequest[], at: number): unknown[] {
  const distinct = new Map<string, unknown>()
  for (const { values } of batch) for (const value of values[at] ?? []) distinct.set(valueKey(value), value)
  return [...distinct.values()]
}

/** Gives each request its documents, in the order in which the store answered. */
export function distribute(
  joinKeys: readonly JoinKey[],
  batch: readonly JoinRequest[],
  documents: readonly Document[],
): ReadonlyMap<JoinRequest, readonly Document[]> {
  const [only] = batch
  if (batch.length === 1 && only) return new Map([[only, documents]])
  const [joinKey] = joinKeys
  if (isOnlyEquality(joinKeys) && joinKey) return distributeByOne(joinKey.field.split('.'), batch, documents)
  const paths = joinKeys.map(({ field }) => field.split('.'))
  const keys = documents.map(document => paths.map(path => new Set(keysAt(document, path, 0))))
  const byKey = indexBy(keys)
  return new Map(batch.map(request => [request, pick(request, { byKey, keys, documents })]))
}

/** Gives documents to requests of one value each, as most joins are. */
function distributeByOne(path: PropertyPath, batch: readonly JoinRequest[], documents: readonly Document[]) {
  const byKey = new Map<string, Document[]>()
  for (const document of documents) {
    for (const key of distinctKeysAt(document, path)) {
      const found = byKey.get(key)
      if (found) found.push(document)
      else byKey.set(key, [document])
    }
  }
  return new Map(batch.map(request => [request, byKey.get(onlyKeyOf(request)) ?? []]))
}

function distinctKeysAt(document: Document, path: PropertyPath): Iterable<string> {
  const [field = '', ...rest] = path
  const value = rest.length === 0 ? ownField(document, field) : undefined
  // Nothing to walk through, which is how it mostly is.
  return value === undefined || Array.isArray(value) ? new Set(keysAt(document, path, 0)) : [valueKey(value)]
}

const onlyKeyOf = ({ keys: [keys] }: JoinRequest): string => keys?.values().next().value ?? ''

/** Positions of documents by the keys of their first join field. */
function indexBy(keys: readonly (readonly ReadonlySet<string>[])[]): Map<string, number[]> {
  const byKey = new Map<string, number[]>()
  for (const [position, [first]] of keys.entries()) {
    for (const key of first ?? []) {
      const positions = byKey.get(key)
      if (positions) positions.push(position)
      else byKey.set(key, [position])
    }
  }
  return byKey
}

type FoundDocuments = {
  byKey: ReadonlyMap<string, readonly number[]>
  keys: readonly (readonly ReadonlySet<string>[])[]
  documents: readonly Document[]
}

function pick(request: JoinRequest, { byKey, keys, documents }: FoundDocuments): Document[] {
  const [first = new Set<string>(), ...others] = request.keys
  const positions = new Set([...first].flatMap(key => byKey.get(key) ?? []))
  return [...positions]
    .filter(position => others.every((wanted, at) => sharesKey(wanted, keys[position]?.[at + 1])))
    .toSorted((a, b) => a - b)
    .map(position => documents[position])
    .filter(document => document !== undefined)
}

const sharesKey = (wanted: ReadonlySet<string>, stored: ReadonlySet<string> | undefined): boolean =>
  [...wanted].some(key => stored?.has(key))

/** The keys under which an equality on the path finds the document, walked as MongoDB walks: through arrays, and by position. */
function keysAt(value: unknown, path: PropertyPath, at: number): string[] {
  const part = path[at]
  if (part === undefined) return matchingKeys(value)
  if (Array.isArray(value)) {
    const inside = value.filter(isDocument).flatMap(element => keysAt(element, path, at))
    return isIndex(part) ? [...inside, ...keysAtPosition(value[Number(part)], path, at + 1)] : inside
  }
  if (!isDocument(value) || !Object.hasOwn(value, part)) return []
  return keysAt(ownField(value, part), path, at + 1)
}

function keysAtPosition(element: unknown, path: PropertyPath, at: number): string[] {
  if (element === undefined) return []
  // An array that a position names is taken as it is.
  return path[at] === undefined ? [valueKey(element)] : keysAt(element, path, at)
}
