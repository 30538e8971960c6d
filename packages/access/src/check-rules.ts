import type { FieldError } from '@sluice/contracts'
import { isStoredObject, type StoredObject } from '@sluice/predicate'
import { findFilterFaults } from '@sluice/store'
import { type FilterVariables, fillData, fillFilter } from './fill-filter.ts'
import { REQUEST_PROPERTIES } from './variable.ts'

const MAX_BLOCK_BYTES = 4096
const MAX_DEPTH = 20
const FORBIDDEN = new Set(['$where', '$function', '$accumulator', '$expr'])

/** Looks into the `mongo` block of a permission: what its schema can't say about filters, `mergeRequest` and variables. */
export function checkRules(rules: StoredObject): FieldError[] {
  const depthErrors = checkTree(rules, 'mongo', 0)
  if (depthErrors.length > 0) return depthErrors
  const bytes = Buffer.byteLength(JSON.stringify(rules, printable) ?? '')
  if (bytes > MAX_BLOCK_BYTES) {
    return [{ path: 'mongo', message: `The block is ${bytes} bytes long; the most is ${MAX_BLOCK_BYTES}.` }]
  }
  const unescaped = unescapeOperators(rules)
  return [
    ...checkFilter(unescaped.readFilter, 'mongo.readFilter'),
    ...checkFilter(unescaped.writeFilter, 'mongo.writeFilter'),
    ...checkMerge(unescaped.mergeRequest),
    ...checkProjection(unescaped.projectResponse),
  ]
}

function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value
}

/** Filters may be stored with `$` or, where a store has refused such keys, with `_$`. */
export function unescapeOperators(object: StoredObject): StoredObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [unescapeKey(key), unescapeValue(value)]))
}

function unescapeValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unescapeValue)
  return isStoredObject(value) ? unescapeOperators(value) : value
}

function unescapeKey(key: string): string {
  return key.startsWith('_$') ? key.slice(1) : key
}

function checkTree(value: unknown, path: string, depth: number): FieldError[] {
  if (depth > MAX_DEPTH) return [{ path, message: `It is nested deeper than ${MAX_DEPTH} levels.` }]
  if (Array.isArray(value)) return value.flatMap((inner, index) => checkTree(inner, `${path}.${index}`, depth + 1))
  if (!isStoredObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${path}.${key}`
    const wrong = keyFault(key, value)
    return wrong ? [{ path: place, message: wrong }] : checkTree(inner, place, depth + 1)
  })
}

function keyFault(key: string, object: StoredObject): string | undefined {
  const name = unescapeKey(key)
  if (FORBIDDEN.has(name)) return `${name} is not allowed in a permission.`
  if (key === '__proto__' || key === '_bsontype') return 'A field can not have this name.'
  if (name !== key && Object.hasOwn(object, name)) return `${name} stands here twice: as ${name} and as ${key}.`
  return undefined
}

function checkFilter(filter: unknown, path: string): FieldError[] {
  if (!isStoredObject(filter)) return []
  const misplaced = misplacedVariables(filling => fillFilter(filter, filling, path))
  if (misplaced.length > 0) return misplaced
  // Judged with stand-ins for the variables: no value of one can put an operator or a pattern in.
  const standIns: FilterVariables = {
    bind: (_variable, text, wants) => (wants === 'list' ? [] : text),
    misplaced: () => {},
  }
  return findFilterFaults(fillFilter(filter, standIns, path), path)
}

function misplacedVariables(fill: (filling: FilterVariables) => unknown): FieldError[] {
  const errors: FieldError[] = []
  fill({
    bind: variable => variable,
    misplaced: (text, path) => errors.push({ path, message: `${text} can not stand here. ${VARIABLE_HELP}` }),
  })
  return errors
}

const VARIABLE_HELP =
  "A variable (@user.<path>, @now, @qparams['name'], @filter, @rnd(bits), @request.body.<path>, " +
  `@request.${REQUEST_PROPERTIES.join(' | ')}) is the whole value of a field or of ` +
  '$eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $all.'

function checkMerge(merge: unknown): FieldError[] {
  if (!isStoredObject(merge)) return []
  const path = 'mongo.mergeRequest'
  return [
    ...operatorKeys(merge, path),
    ...overlaps(Object.keys(merge), path),
    ...misplacedVariables(filling => fillData(merge, filling, path)),
  ]
}

function operatorKeys(value: unknown, path: string): FieldError[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => operatorKeys(inner, `${path}.${index}`))
  if (!isStoredObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = `${path}.${key}`
    if (key === '' || key.split('.').includes('')) return [{ path: place, message: 'This is no name of a field.' }]
    return key.startsWith('$')
      ? [{ path: place, message: 'mergeRequest holds fields and their values, no operators.' }]
      : operatorKeys(inner, place)
  })
}

/** Two paths one of which lies in the other: a store refuses such a write or projection, each time. */
function overlaps(paths: readonly string[], place: string): FieldError[] {
  const all = new Set(paths)
  return paths.flatMap(path => {
    const outer = ancestorsOf(path).find(ancestor => all.has(ancestor))
    return outer === undefined
      ? []
      : [{ path: `${place}.${path}`, message: `It lies in ${outer}, which stands here too.` }]
  })
}

function ancestorsOf(path: string): string[] {
  const names = path.split('.')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('.'))
}

/** All in or all out, as in a projection of MongoDB; `_id` may differ. */
function checkProjection(projection: unknown): FieldError[] {
  if (!isStoredObject(projection)) return []
  const path = 'mongo.projectResponse'
  const wrong = Object.keys(projection).find(key => key.startsWith('$') || key.split('.').includes(''))
  if (wrong !== undefined) return [{ path: `${path}.${wrong}`, message: 'This is no name of a field.' }]
  const collisions = overlaps(Object.keys(projection), path)
  if (collisions.length > 0) return collisions
  const values = new Set(Object.entries(projection).flatMap(([key, value]) => (key === '_id' ? [] : [value])))
  return values.size > 1 ? [{ path, message: 'Either show fields (1) or hide fields (0), not both.' }] : []
}
