import { InvalidQueryError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compareValues, equalValues } from '../values/compare.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldOf, fieldsOf, isArray, isDocument, typeOf } from '../values/value.ts'
import { putField } from '../values/write-path.ts'
import {
  arrayOf,
  byName,
  type ExpressionScope,
  isNothing,
  MANY,
  type OperatorTable,
  onValues,
  positionOf,
  spend,
  textOf,
  unlessNothing,
  wholeOf,
} from './operator.ts'
import { isTrue } from './truth.ts'

function elementAt(list: unknown, position: unknown): unknown {
  if (isNothing(list) || isNothing(position)) return null
  return arrayOf('$arrayElemAt', list).at(Number(numericOf(position)))
}

function range([from, to, by = 1]: readonly unknown[], scope: ExpressionScope): number[] {
  const [start, end, step] = [wholeOf('$range', from), wholeOf('$range', to), wholeOf('$range', by)]
  if (step === 0) throw new InvalidQueryError('The step of $range is not 0.')
  const length = Math.max(0, Math.ceil((end - start) / step))
  spend(scope, length)
  return Array.from({ length }, (_, at) => start + at * step)
}

/** `[list, count]`, or `[list, position, count]`; a position or a lone count below 0 counts from the end. */
function slice([list, first, second]: readonly unknown[]): unknown[] {
  const elements = arrayOf('$slice', list)
  const begin = wholeOf('$slice', first)
  if (second === undefined) return begin < 0 ? elements.slice(begin) : elements.slice(0, begin)
  const count = wholeOf('$slice', second)
  if (count <= 0) throw new InvalidQueryError('The count of $slice is above 0.')
  const start = begin < 0 ? Math.max(0, elements.length + begin) : begin
  return elements.slice(start, start + count)
}

function concatenated(lists: readonly unknown[], scope: ExpressionScope): unknown[] {
  const all = lists.map(each => arrayOf('$concatArrays', each))
  spend(
    scope,
    all.reduce((sum, each) => sum + each.length, 0),
  )
  return all.flat(1)
}

function indexOf([list, wanted, from, to]: readonly unknown[]): unknown {
  if (isNothing(list)) return null
  const elements = arrayOf('$indexOfArray', list)
  const start = from === undefined ? 0 : positionOf('$indexOfArray', from)
  const end = to === undefined ? elements.length : Math.min(elements.length, positionOf('$indexOfArray', to))
  for (let at = start; at < end; at += 1) if (equalValues(elements[at], wanted)) return at
  return -1
}

function zip([inputs, useLongest, defaults]: readonly unknown[], scope: ExpressionScope): unknown {
  const lists = arrayOf('$zip', inputs)
  if (lists.some(isNothing)) return null
  const all = lists.map(each => arrayOf('$zip', each))
  const lengths = all.map(each => each.length)
  const length = isTrue(useLongest) ? Math.max(...lengths) : Math.min(...lengths)
  const fillers = isNothing(defaults) ? [] : arrayOf('$zip', defaults)
  spend(scope, length * all.length)
  return Array.from({ length }, (_, at) =>
    all.map((list, index) => (at < list.length ? list[at] : (fillers[index] ?? null))),
  )
}

/** From `[[key, value], …]` or `[{k, v}, …]`; of equal keys the last one counts. */
function objectOf([list]: readonly unknown[]): Document {
  const result: Document = {}
  for (const each of arrayOf('$arrayToObject', list)) {
    const isPair = isArray(each) && each.length === 2
    const isEntry = isDocument(each) && Object.keys(each).sort().join() === 'k,v'
    if (!isPair && !isEntry) throw new InvalidQueryError('$arrayToObject needs pairs, or documents of k and v.')
    const [key, value] = isArray(each) ? each : [fieldOf(fieldsOf(each), 'k'), fieldOf(fieldsOf(each), 'v')]
    putField(result, textOf('$arrayToObject', key), value)
  }
  return result
}

function entriesOf([value]: readonly unknown[], scope: ExpressionScope): Document[] {
  if (typeOf(value) !== 'object') throw new InvalidQueryError('$objectToArray needs a document.')
  const entries = Object.entries(fieldsOf(value))
  spend(scope, entries.length)
  return entries.map(([k, v]) => ({ k, v }))
}

function merged(values: readonly unknown[]): Document {
  const result: Document = {}
  const all = values.length === 1 && isArray(values[0]) ? values[0] : values
  for (const value of all) {
    if (isNothing(value)) continue
    if (typeOf(value) !== 'object') throw new InvalidQueryError('$mergeObjects takes documents only.')
    for (const [field, each] of Object.entries(fieldsOf(value))) putField(result, field, each)
  }
  return result
}

/** Each value once, in the order of values. */
function distinct(values: readonly unknown[]): unknown[] {
  const sorted = [...values].sort(compareValues)
  return sorted.filter((value, at) => at === 0 || !equalValues(value, sorted[at - 1]))
}

const setsOf = (operator: string, values: readonly unknown[]): unknown[][] =>
  values.map(value => distinct(arrayOf(operator, value)))

/** Both lists are in the order of values. */
function holds(sorted: readonly unknown[], value: unknown): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareValues(sorted[middle], value) < 0) low = middle + 1
    else high = middle
  }
  return low < sorted.length && equalValues(sorted[low], value)
}

const intersection = (values: readonly unknown[]): unknown[] => {
  const [first = [], ...others] = setsOf('$setIntersection', values)
  return first.filter(value => others.every(other => holds(other, value)))
}

const isSubset = (part: readonly unknown[], whole: readonly unknown[]): boolean =>
  part.every(each => holds(whole, each))

function areEqual(values: readonly unknown[]): boolean {
  const [first = [], ...others] = setsOf('$setEquals', values)
  return others.every(other => other.length === first.length && isSubset(first, other))
}

/** Operators on lists and documents. */
export const ARRAY_OPERATORS: OperatorTable = {
  $in: onValues(2, 2, ([value, list]) => arrayOf('$in', list).some(each => equalValues(each, value))),
  $size: onValues(1, 1, ([list]) => arrayOf('$size', list).length),
  $arrayElemAt: onValues(2, 2, ([list, position]) => elementAt(list, position)),
  $first: unlessNothing(1, 1, ([list]) => arrayOf('$first', list)[0]),
  $last: unlessNothing(1, 1, ([list]) => arrayOf('$last', list).at(-1)),
  $isArray: onValues(1, 1, ([value]) => isArray(value)),
  $range: onValues(2, 3, range),
  $slice: unlessNothing(2, 3, slice),
  $concatArrays: unlessNothing(0, MANY, concatenated),
  $reverseArray: unlessNothing(1, 1, ([list]) => [...arrayOf('$reverseArray', list)].reverse()),
  $indexOfArray: onValues(2, 4, indexOf),
  $zip: byName('$zip', { needed: ['inputs'], optional: ['useLongestLength', 'defaults'] }, zip),
  $arrayToObject: unlessNothing(1, 1, objectOf),
  $objectToArray: unlessNothing(1, 1, entriesOf),
  $mergeObjects: onValues(0, MANY, merged),
  $setUnion: unlessNothing(0, MANY, values => distinct(values.flatMap(value => arrayOf('$setUnion', value)))),
  $setIntersection: unlessNothing(0, MANY, intersection),
  $setDifference: unlessNothing(2, 2, values => {
    const [first = [], second = []] = setsOf('$setDifference', values)
    return first.filter(value => !holds(second, value))
  }),
  $setEquals: onValues(2, MANY, areEqual),
  $setIsSubset: onValues(2, 2, values => {
    const [first = [], second = []] = setsOf('$setIsSubset', values)
    return isSubset(first, second)
  }),
  $anyElementTrue: onValues(1, 1, ([list]) => arrayOf('$anyElementTrue', list).some(isTrue)),
  $allElementsTrue: onValues(1, 1, ([list]) => arrayOf('$allElementsTrue', list).every(isTrue)),
}
