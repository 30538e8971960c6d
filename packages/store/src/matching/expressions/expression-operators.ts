import { InvalidQueryError } from '../../errors.ts'
import { compareValues } from '../values/compare.ts'
import { fieldOf, isArray, isDocument } from '../values/value.ts'
import { ARRAY_OPERATORS } from './array-operators.ts'
import { CONVERSION_OPERATORS } from './conversion-operators.ts'
import { DATE_OPERATORS } from './date-operators.ts'
import { NUMBER_OPERATORS } from './number-operators.ts'
import { type ExpressionOperator, isNothing, MANY, type OperatorTable } from './operator.ts'
import { TEXT_OPERATORS } from './text-operators.ts'
import { isTrue } from './truth.ts'

const comparison = (holds: (order: number) => boolean): ExpressionOperator => ({
  min: 2,
  max: 2,
  apply: ([left, right]) => holds(compareValues(left?.(), right?.())),
})

function branches(argument: unknown): unknown[] {
  if (isArray(argument)) return argument
  if (!isDocument(argument)) throw new InvalidQueryError('$cond takes an array of three, or if, then and else.')
  return ['if', 'then', 'else'].filter(name => name in argument).map(name => fieldOf(argument, name))
}

/** The allow-list of expression operators whose arguments are values. */
export const OPERATIONS: OperatorTable = {
  $eq: comparison(order => order === 0),
  $ne: comparison(order => order !== 0),
  $gt: comparison(order => order > 0),
  $gte: comparison(order => order >= 0),
  $lt: comparison(order => order < 0),
  $lte: comparison(order => order <= 0),
  $cmp: { min: 2, max: 2, apply: ([left, right]) => compareValues(left?.(), right?.()) },
  $and: { min: 0, max: MANY, apply: all => all.every(each => isTrue(each())) },
  $or: { min: 0, max: MANY, apply: all => all.some(each => isTrue(each())) },
  $not: { min: 1, max: 1, apply: ([value]) => !isTrue(value?.()) },
  $cond: {
    min: 3,
    max: 3,
    named: branches,
    apply: ([condition, then, otherwise]) => (isTrue(condition?.()) ? then?.() : otherwise?.()),
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
  ...ARRAY_OPERATORS,
  ...CONVERSION_OPERATORS,
  ...DATE_OPERATORS,
  ...NUMBER_OPERATORS,
  ...TEXT_OPERATORS,
}
