import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { compileFilter, isOperators } from '../filter/filter.ts'
import { compareValues, equalValues } from '../values/compare.ts'
import { numericOf } from '../values/numbers.ts'
import { compileSort } from '../values/sort.ts'
import { isArray, isDocument, typeOf } from '../values/value.ts'
import { getAt, setAt } from '../values/write-path.ts'
import type { UpdateOperator } from './update-operator.ts'

type Modifiers = { each: unknown[]; position?: number; slice?: number; sort?: (list: unknown[]) => unknown[] }

/** @returns undefined where nothing is at the path */
function arrayAt(document: Document, path: string, operator: string): unknown[] | undefined {
  const value = getAt(document, path)
  if (value === undefined || isArray(value)) return value
  throw new InvalidQueryError(`${operator} works on arrays only; ${path} is of type ${typeOf(value)}.`)
}

function wholeNumber(modifier: string, value: unknown): number {
  const number = Number(numericOf(value) ?? Number.NaN)
  if (!Number.isInteger(number)) throw new InvalidQueryError(`${modifier} needs a whole number.`)
  return number
}

function sorter(argument: unknown): (list: unknown[]) => unknown[] {
  if (!isDocument(argument)) {
    const direction = Number(numericOf(argument) ?? Number.NaN)
    if (direction !== 1 && direction !== -1) throw new InvalidQueryError('$sort needs 1, -1 or a document of them.')
    return list => list.toSorted((a, b) => compareValues(a, b) * direction)
  }
  const entries = Object.entries(argument).map(([path, each]) => [path, Number(each) === 1 ? 1 : -1] as const)
  const { key, compare } = compileSort(Object.fromEntries(entries))
  const keyOf = (value: unknown) => key(isDocument(value) ? value : {})
  return list => list.toSorted((a, b) => compare(keyOf(a), keyOf(b)))
}

function eachOf(operator: string, argument: Document): unknown[] {
  if (!isArray(argument.$each)) throw new InvalidQueryError(`$each of ${operator} needs an array.`)
  return argument.$each
}

function modifiersOf(argument: unknown): Modifiers {
  if (!isDocument(argument) || !('$each' in argument)) return { each: [argument] }
  const modifiers: Modifiers = { each: eachOf('$push', argument) }
  for (const [name, value] of Object.entries(argument)) {
    if (name === '$position') modifiers.position = wholeNumber(name, value)
    else if (name === '$slice') modifiers.slice = wholeNumber(name, value)
    else if (name === '$sort') modifiers.sort = sorter(value)
    else if (name !== '$each') throw new UnsupportedByStoreError(`The modifier ${name} of $push`)
  }
  return modifiers
}

function sliced(list: unknown[], slice: number | undefined): unknown[] {
  if (slice === undefined) return list
  if (slice === 0) return []
  return slice > 0 ? list.slice(0, slice) : list.slice(slice)
}

const push: UpdateOperator = (path, argument) => {
  const { each, position, slice, sort } = modifiersOf(argument)
  return document => {
    const list = arrayAt(document, path, '$push') ?? []
    const added = list.toSpliced(position ?? list.length, 0, ...each)
    setAt(document, path, sliced(sort ? sort(added) : added, slice))
  }
}

const addToSet: UpdateOperator = (path, argument) => {
  const isEach = isDocument(argument) && '$each' in argument
  const candidates = isEach ? eachOf('$addToSet', argument) : [argument]
  if (isEach && Object.keys(argument).length > 1) throw new InvalidQueryError('$addToSet knows no modifier but $each.')
  return document => {
    const list = [...(arrayAt(document, path, '$addToSet') ?? [])]
    for (const candidate of candidates) if (!list.some(each => equalValues(each, candidate))) list.push(candidate)
    setAt(document, path, list)
  }
}

/** What `$pull` takes out: by operators or a regular expression, documents that match, else equal values. */
function pullTest(argument: unknown): (element: unknown) => boolean {
  if (isOperators(argument) || typeOf(argument) === 'regex') {
    const matches = compileFilter({ value: { $elemMatch: isDocument(argument) ? argument : { $regex: argument } } })
    return element => matches({ value: [element] })
  }
  if (!isDocument(argument)) return element => equalValues(element, argument)
  const matches = compileFilter(argument)
  return element => isDocument(element) && matches(element)
}

const pull: UpdateOperator = (path, argument) => {
  const isPulled = pullTest(argument)
  return document => {
    const list = arrayAt(document, path, '$pull')
    if (list)
      setAt(
        document,
        path,
        list.filter(element => !isPulled(element)),
      )
  }
}

const pop: UpdateOperator = (path, argument) => {
  const end = Number(numericOf(argument) ?? Number.NaN)
  if (end !== 1 && end !== -1) throw new InvalidQueryError('$pop needs 1 (the last element) or -1 (the first).')
  return document => {
    const list = arrayAt(document, path, '$pop')
    if (list) setAt(document, path, end === 1 ? list.slice(0, -1) : list.slice(1))
  }
}

/** The allow-list of update operators on arrays. */
export const ARRAY_OPERATORS: Record<string, UpdateOperator> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pop: pop,
}
