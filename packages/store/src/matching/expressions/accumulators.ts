import { Decimal128, Double, Int32 } from 'bson'
import { compareValues } from '../values/compare.ts'
import { encodeKey } from '../values/key-encoding.ts'
import { numericOf } from '../values/numbers.ts'
import { add, divide } from './arithmetic.ts'

/** Folds values, undefined where one is missing. */
export type Accumulate = (values: readonly unknown[]) => unknown

const numbersOf = (values: readonly unknown[]): unknown[] => values.filter(value => numericOf(value) !== undefined)
const present = (values: readonly unknown[]): unknown[] => values.filter(value => value !== undefined && value !== null)

export const sum: Accumulate = values => {
  const numbers = numbersOf(values)
  const decimals = numbers.filter(value => value instanceof Decimal128)
  const others = numbers.filter(value => !(value instanceof Decimal128)).reduce<unknown>(addWide, new Int32(0))
  if (decimals.length === 0) return others
  // A double joins with the digits it is written with, not with the 15 that arithmetic gives it.
  return decimals.reduce<unknown>(
    (total, value) => add('$sum', total, value),
    Decimal128.fromString(String(numericOf(others))),
  )
}

/** A sum of Longs beyond 64 bits goes on as a double. */
function addWide(left: unknown, right: unknown): unknown {
  try {
    return add('$sum', left, right)
  } catch {
    return new Double(Number(numericOf(left)) + Number(numericOf(right)))
  }
}

export const average: Accumulate = values => {
  const numbers = numbersOf(values)
  return numbers.length === 0 ? null : divide('$avg', sum(numbers), new Int32(numbers.length))
}

export const extreme =
  (wanted: -1 | 1): Accumulate =>
  values => {
    const [first, ...rest] = present(values)
    return rest.reduce((best, value) => (compareValues(value, best) === wanted ? value : best), first) ?? null
  }

export const distinct: Accumulate = values => {
  const known = new Map(values.filter(value => value !== undefined).map(value => [keyText(value), value]))
  return [...known.values()]
}

export const keyText = (value: unknown): string => Buffer.from(encodeKey([value])).toString('latin1')
