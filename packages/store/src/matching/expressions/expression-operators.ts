import { InvalidQueryError } from '../../errors.ts'
import { compareValues, equalValues } from '../values/compare.ts'
import { numericOf } from '../values/numbers.ts'
import { fieldOf, isArray, isDocument } from '../values/value.ts'
import { add, multiply, subtract } from './arithmetic.ts'

/** Arguments are given unevaluated: `$cond` and the like evaluate one branch alone. */
type Lazy = () => unknown
type ExpressionOperator = {
  min: number
  max: number
  apply: (arguments_: readonly Lazy[]) => unknown
  /** Arguments given by name, in their order. */
  named?: (argument: unknown) => unknown[]
}

const MANY = 1000

const isNothing = (value: unknown): boolean => value === null || value === undefined

function truth(value: unknown): boolean {
  const numeric = numericOf(value)
  return numeric === undefined ? value !== false && !isNothing(value) : Number(numeric.toString()) !== 0
}

const comparison = (holds: (order: number) => boolean): ExpressionOperator => ({
  min: 2,
  max: 2,
  apply: ([left, right]) => holds(compareValues(left?.(), right?.())),
})

/** Null when one of the values is null or missing. */
const fold = (min: number, max: number, step: (left: unknown, right: unknown) => unknown): ExpressionOperator => ({
  min,
  max,
  apply: lazies => {
    const values = lazies.map(each => each())
    return values.some(isNothing) ? null : values.reduce(step)
  },
})

function arrayOf(name: string, value: unknown): unknown[] {
  if (!isArray(value)) throw new InvalidQueryError(`${name} needs an array.`)
  return value
}

function concatenated(left: unknown, right: unknown): string {
  if (typeof left !== 'string' || typeof right !== 'string') throw new InvalidQueryError('$concat takes strings only.')
  return left + right
}

function elementAt(list: unknown, position: unknown): unknown {
  if (isNothing(list) || isNothing(position)) return null
  return arrayOf('$arrayElemAt', list).at(Number(numericOf(position)))
}

function branches(argument: unknown): unknown[] {
  if (isArray(argument)) return argument
  if (!isDocument(argument)) throw new InvalidQueryError('$cond takes an array of three, or if, then and else.')
  return ['if', 'then', 'else'].filter(name => name in argument).map(name => fieldOf(argument, name))
}

const letters = (change: (text: string) => string): ExpressionOperator => ({
  min: 1,
  max: 1,
  apply: ([value]) => {
    const text = value?.()
    return isNothing(text) ? '' : change(String(text))
  },
})

/** The allow-list of expression operators. */
export const OPERATIONS: Record<string, ExpressionOperator> = {
  $eq: comparison(order => order === 0),
  $ne: comparison(order => order !== 0),
  $gt: comparison(order => order > 0),
  $gte: comparison(order => order >= 0),
  $lt: comparison(order => order < 0),
  $lte: comparison(order => order <= 0),
  $cmp: { min: 2, max: 2, apply: ([left, right]) => compareValues(left?.(), right?.()) },
  $and: { min: 0, max: MANY, apply: all => all.every(each => truth(each())) },
  $or: { min: 0, max: MANY, apply: all => all.some(each => truth(each())) },
  $not: { min: 1, max: 1, apply: ([value]) => !truth(value?.()) },
  $in: {
    min: 2,
    max: 2,
    apply: ([value, list]) => {
      const wanted = value?.()
      return arrayOf('$in', list?.()).some(each => equalValues(each, wanted))
    },
  },
  $cond: {
    min: 3,
    max: 3,
    named: branches,
    apply: ([condition, then, otherwise]) => (truth(condition?.()) ? then?.() : otherwise?.()),
  },
  $ifNull: {
    min: 2,
    max: MANY,
    apply: all => {
      for (const each of all.slice(0, -1)) {
        const value = each()
        if (!isNothing(value)) return value
      }
      return all.at(-1)?.()
    },
  },
  $add: fold(0, MANY, (left, right) => add('$add', left, right)),
  $multiply: fold(0, MANY, (left, right) => multiply('$multiply', left, right)),
  $subtract: fold(2, 2, (left, right) => subtract('$subtract', left, right)),
  $concat: fold(1, MANY, concatenated),
  $toLower: letters(text => text.toLowerCase()),
  $toUpper: letters(text => text.toUpperCase()),
  $size: { min: 1, max: 1, apply: ([list]) => arrayOf('$size', list?.()).length },
  $arrayElemAt: { min: 2, max: 2, apply: ([list, position]) => elementAt(list?.(), position?.()) },
}
