import { BSONSymbol } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import type { Document } from '../../port.ts'
import { isTrue } from '../expressions/truth.ts'
import { compareValues, equalValues, regexParts } from '../values/compare.ts'
import { isNotANumber, type Numeric, numericOf } from '../values/numbers.ts'
import { MISSING } from '../values/path.ts'
import { compileRegex } from '../values/regex.ts'
import { typeTest } from '../values/type-names.ts'
import { bracketOf, isArray, isDocument, typeOf } from '../values/value.ts'

type LeafTest = { kind: 'some'; matches: (value: unknown) => boolean; leaves: boolean }

/** A test of the values at a path: one of them passes (`leaves`: an array stands for its elements too), or not all tests hold. */
export type ValueTest = LeafTest | { kind: 'not'; all: readonly ValueTest[] }

/** How a nested filter is compiled; given, as the two modules need each other. */
export type FilterContext = {
  depth: number
  compile: (filter: Document, depth: number) => (document: unknown) => boolean
}

const positive = (matches: (value: unknown) => boolean, leaves = true): LeafTest => ({ kind: 'some', matches, leaves })
const negate = (...all: ValueTest[]): ValueTest => ({ kind: 'not', all })

/** Whether one value passes, taken as it is. */
const passes = (test: ValueTest, value: unknown): boolean =>
  test.kind === 'some' ? test.matches(value) : !test.all.every(each => passes(each, value))

const isNullish = (value: unknown): boolean => value === MISSING || value === null || value === undefined

function regexTest(value: unknown): LeafTest {
  const { pattern, options } = regexParts(value)
  return textTest(pattern, options)
}

function textTest(pattern: string, options: string): LeafTest {
  const found = compileRegex(pattern, options)
  return positive(value => {
    if (typeof value === 'string') return found(value)
    if (value instanceof BSONSymbol) return found(value.value)
    if (typeOf(value) !== 'regex' || value === MISSING) return false
    const other = regexParts(value)
    return other.pattern === pattern && other.options === options
  })
}

const same = (expected: unknown): LeafTest =>
  positive(isNullish(expected) ? isNullish : value => value !== MISSING && equalValues(value, expected))

/** `{field: value}`: a regular expression is searched for, all else compared. */
export const equality = (expected: unknown): LeafTest =>
  typeOf(expected) === 'regex' ? regexTest(expected) : same(expected)

type OrderTest = (comparison: number) => boolean
const ORDERS: Record<string, OrderTest> = {
  $gt: order => order > 0,
  $gte: order => order >= 0,
  $lt: order => order < 0,
  $lte: order => order <= 0,
}

/** Only values of the same bracket are in order with each other, and all values with the two ends. */
function ordering(operator: string, expected: unknown): ValueTest {
  const holds = ORDERS[operator] ?? (() => false)
  if (typeOf(expected) === 'regex') throw new InvalidQueryError(`${operator} can't take a regular expression.`)
  if (isNullish(expected)) return positive(holds(0) ? isNullish : () => false)
  if (isNotANumber(expected)) return positive(value => holds(0) && isNotANumber(value))
  const bracket = bracketOf(expected)
  const isEnd = typeOf(expected) === 'minKey' || typeOf(expected) === 'maxKey'
  if (isEnd) return positive(value => holds(compareValues(value === MISSING ? undefined : value, expected)))
  return positive(value => {
    if (value === MISSING || bracketOf(value) !== bracket) return false
    return !isNotANumber(value) && holds(compareValues(value, expected))
  })
}

function arrayFor(operator: string, argument: unknown): unknown[] {
  if (!isArray(argument)) throw new InvalidQueryError(`${operator} needs an array.`)
  return argument
}

function oneOf(operator: string, argument: unknown): ValueTest {
  const tests = arrayFor(operator, argument).map(each => {
    if (hasOperatorKey(each)) throw new InvalidQueryError(`${operator} can't hold operators, only values.`)
    return equality(each).matches
  })
  return positive(value => tests.some(matches => matches(value)))
}

const hasOperatorKey = (value: unknown): boolean =>
  isDocument(value) && (Object.keys(value)[0] ?? '').startsWith('$') && !('$ref' in value) && !('$id' in value)

function sizeTest(argument: unknown): ValueTest {
  const size = numericOf(argument)
  if (size === undefined || typeof size === 'object' || !Number.isInteger(Number(size)) || size < 0) {
    throw new InvalidQueryError('$size needs a whole number of at least 0.')
  }
  return positive(value => isArray(value) && value.length === Number(size), false)
}

function truncated(value: Numeric | undefined): bigint | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'bigint') return value
  const number = Number(value.toString())
  return Number.isFinite(number) && Math.abs(number) < 2 ** 63 ? BigInt(Math.trunc(number)) : undefined
}

function moduloTest(argument: unknown): ValueTest {
  const list = arrayFor('$mod', argument)
  const [divisor, remainder] = list.map(each => truncated(numericOf(each)))
  if (list.length !== 2 || divisor === undefined || remainder === undefined || divisor === 0n) {
    throw new InvalidQueryError('$mod needs an array of two finite numbers, and the first is not 0.')
  }
  return positive(value => {
    const number = value === MISSING ? undefined : truncated(numericOf(value))
    return number !== undefined && number % divisor === remainder
  })
}

function elementTest(argument: unknown, context: FilterContext): (element: unknown) => boolean {
  if (!isDocument(argument)) throw new InvalidQueryError('$elemMatch needs a document.')
  const first = Object.keys(argument)[0] ?? ''
  const isValueForm = first.startsWith('$') && !['$and', '$or', '$nor', '$expr', '$where'].includes(first)
  if (isValueForm) {
    const tests = fieldTest(argument, { ...context, depth: context.depth + 1 })
    return element => tests.every(test => passes(test, element))
  }
  const matches = context.compile(argument, context.depth + 1)
  return element => (isDocument(element) || isArray(element)) && matches(isArray(element) ? { ...element } : element)
}

function elemMatch(argument: unknown, context: FilterContext): ValueTest {
  const matches = elementTest(argument, context)
  return positive(value => isArray(value) && value.some(matches), false)
}

/** Each value must be somewhere at the path, so each is a test of its own. */
function allTests(argument: unknown, context: FilterContext): ValueTest[] {
  const list = arrayFor('$all', argument)
  if (list.length === 0) return [positive(() => false)]
  return list.map(each => {
    if (isDocument(each) && Object.keys(each)[0] === '$elemMatch') return elemMatch(each.$elemMatch, context)
    if (hasOperatorKey(each)) throw new InvalidQueryError('$all holds values, or $elemMatch in each of its elements.')
    return equality(each)
  })
}

function notTests(argument: unknown, context: FilterContext): ValueTest[] {
  if (typeOf(argument) === 'regex') return [negate(regexTest(argument))]
  if (!isDocument(argument) || Object.keys(argument).length === 0) {
    throw new InvalidQueryError('$not needs a regular expression or a document of operators.')
  }
  return [negate(...fieldTest(argument, { ...context, depth: context.depth + 1 }))]
}

function regexOperator(argument: unknown, options: unknown): ValueTest {
  if (options !== undefined && typeof options !== 'string') throw new InvalidQueryError('$options needs a string.')
  if (typeof argument === 'string') return textTest(argument, options ?? '')
  if (typeOf(argument) !== 'regex') throw new InvalidQueryError('$regex needs a string or a regular expression.')
  const parts = regexParts(argument)
  return textTest(parts.pattern, options ?? parts.options)
}

type Build = (argument: unknown, context: FilterContext, all: Document) => ValueTest[]

const OPERATORS: Record<string, Build> = {
  $eq: argument => [same(argument)],
  $ne: argument => [negate(notRegex('$ne', same(argument), argument))],
  $gt: argument => [ordering('$gt', argument)],
  $gte: argument => [ordering('$gte', argument)],
  $lt: argument => [ordering('$lt', argument)],
  $lte: argument => [ordering('$lte', argument)],
  $in: argument => [oneOf('$in', argument)],
  $nin: argument => [negate(oneOf('$nin', argument))],
  $not: notTests,
  $exists: argument => {
    const exists = positive(value => value !== MISSING)
    return [isTrue(argument) ? exists : negate(exists)]
  },
  $type: argument => [typeTestOf(argument)],
  $regex: (argument, _context, all) => [regexOperator(argument, all.$options)],
  $options: (_argument, _context, all) => {
    if (!('$regex' in all)) throw new InvalidQueryError('$options needs a $regex beside it.')
    return []
  },
  $size: argument => [sizeTest(argument)],
  $mod: argument => [moduloTest(argument)],
  $all: allTests,
  $elemMatch: (argument, context) => [elemMatch(argument, context)],
}

function notRegex(operator: string, test: ValueTest, argument: unknown): ValueTest {
  if (typeOf(argument) === 'regex')
    throw new InvalidQueryError(`${operator} can't take a regular expression; use $not.`)
  return test
}

function typeTestOf(argument: unknown): ValueTest {
  const matches = typeTest(argument)
  return positive(value => value !== MISSING && matches(value))
}

/** The tests of `{field: {$op: …, …}}`; all must hold, each over all values at the path. */
export function fieldTest(operators: Document, context: FilterContext): ValueTest[] {
  return Object.entries(operators).flatMap(([operator, argument]) => {
    if (!operator.startsWith('$'))
      throw new InvalidQueryError(`Operators and fields can't stand side by side: ${operator}.`)
    const build = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined
    if (!build) throw new UnsupportedByStoreError(`The query operator ${operator}`)
    return build(argument, context, operators)
  })
}
