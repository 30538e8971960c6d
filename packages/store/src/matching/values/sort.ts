import { InvalidQueryError } from '../../errors.ts'
import type { Document, Sort } from '../../port.ts'
import { compareValues } from './compare.ts'
import { fieldsOf, isArray, typeOf } from './value.ts'

/** The values of one path as an index sees them: null where nothing is, undefined for an empty array. */
function pathKeys(value: unknown, parts: readonly string[]): { keys: unknown[]; multi: boolean } {
  const [part, ...rest] = parts
  if (isArray(value)) return arrayKeys(value, parts)
  if (part === undefined) return { keys: [value], multi: false }
  if (typeOf(value) !== 'object') return { keys: [null], multi: false }
  const fields = fieldsOf(value)
  return Object.hasOwn(fields, part) ? pathKeys(fields[part], rest) : { keys: [null], multi: false }
}

function arrayKeys(array: readonly unknown[], parts: readonly string[]): { keys: unknown[]; multi: boolean } {
  if (parts.length === 0) return { keys: array.length === 0 ? [undefined] : [...array], multi: true }
  if (array.length === 0) return { keys: [null], multi: true }
  const keys = array.flatMap(each => (isArray(each) ? [null] : pathKeys(each, parts).keys))
  return { keys, multi: true }
}

/** Whether there is anything at a path, be it null. */
export function isAt(value: unknown, [part, ...rest]: readonly string[]): boolean {
  if (part === undefined) return true
  if (isArray(value)) return value.some(each => !isArray(each) && isAt(each, [part, ...rest]))
  if (typeOf(value) !== 'object') return false
  const fields = fieldsOf(value)
  return Object.hasOwn(fields, part) && isAt(fields[part], rest)
}

const MAX_KEYS = 10_000

/** All combinations of one key per field. @throws InvalidQueryError above 10,000, before any is made */
export function compoundKeys(document: unknown, paths: readonly string[]): { keys: unknown[][]; multi: boolean } {
  const fields = paths.map(path => pathKeys(document, path.split('.')))
  if (fields.reduce((product, { keys }) => product * keys.length, 1) > MAX_KEYS) {
    throw new InvalidQueryError(
      `The index on ${paths.join(', ')} would get over ${MAX_KEYS} entries from one document. Shorten its lists.`,
    )
  }
  const keys = fields.reduce<unknown[][]>(
    (all, field) => all.flatMap(key => field.keys.map(value => [...key, value])),
    [[]],
  )
  return { keys, multi: fields.some(field => field.multi) }
}

export function directions(sort: Sort): [path: string, direction: 1 | -1][] {
  return Object.entries(sort).map(([path, direction]) => {
    const number = Number(direction)
    if (path === '' || path.startsWith('$')) throw new InvalidQueryError(`Not a field to sort by: ${path}`)
    if (number !== 1 && number !== -1) throw new InvalidQueryError(`A sort direction is 1 or -1, for ${path} too.`)
    return [path, number]
  })
}

/** A document's place in a sort: for an array its smallest value, or its largest when the order is descending. */
function sortKey(document: Document, order: readonly (readonly [string, 1 | -1])[]): unknown[] {
  return order.map(([path, direction]) => {
    const { keys } = pathKeys(document, path.split('.'))
    return keys.reduce((best, key) => (compareValues(key, best) * direction < 0 ? key : best))
  })
}

export type Sorter = { key: (document: Document) => unknown[]; compare: (a: unknown[], b: unknown[]) => number }

/** Keys are taken once per document, then compared. */
export function compileSort(sort: Sort): Sorter {
  const order = directions(sort)
  return {
    key: document => sortKey(document, order),
    compare: (a, b) => {
      for (const [index, [, direction]] of order.entries()) {
        const difference = compareValues(a[index], b[index]) * direction
        if (difference !== 0) return difference
      }
      return 0
    },
  }
}
