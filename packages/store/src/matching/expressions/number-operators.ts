import { Decimal128, Double, Int32, Long } from 'bson'
import { InvalidQueryError, UnsupportedByStoreError } from '../../errors.ts'
import { align, type Decimal, decimalOfDouble, parseDecimal, toDecimal128 } from '../values/decimal.ts'
import { numericOf } from '../values/numbers.ts'
import { isArray, typeOf } from '../values/value.ts'
import { type Accumulate, average, extreme, sum } from './accumulators.ts'
import { add, divide, multiply, subtract } from './arithmetic.ts'
import {
  type ExpressionOperator,
  isNothing,
  MANY,
  type OperatorTable,
  onValues,
  unlessNothing,
  wholeOf,
} from './operator.ts'

type NumberType = 'int' | 'long' | 'double' | 'decimal'

function typeOfNumber(operator: string, value: unknown): NumberType {
  const type = typeOf(value)
  if (type === 'int' || type === 'long' || type === 'double' || type === 'decimal') return type
  throw new InvalidQueryError(`${operator} works on numbers only, and here is a value of type ${type}.`)
}

const asDouble = (value: unknown): number => Number(numericOf(value)?.toString())
const asWhole = (value: unknown): bigint => BigInt(String(numericOf(value)))

/** An int where one held it, else a long; beyond that it is refused. */
function wholeResult(operator: string, value: bigint, type: NumberType): Int32 | Long {
  if (type === 'int' && BigInt.asIntN(32, value) === value) return new Int32(Number(value))
  if (BigInt.asIntN(64, value) === value) return Long.fromBigInt(value)
  throw new InvalidQueryError(`${operator} would overflow a 64-bit integer.`)
}

function absolute(value: unknown): unknown {
  const type = typeOfNumber('$abs', value)
  if (type === 'decimal') return Decimal128.fromString(String(value).replace('-', ''))
  if (type === 'double') return new Double(Math.abs(asDouble(value)))
  const whole = asWhole(value)
  return wholeResult('$abs', whole < 0n ? -whole : whole, type)
}

type Rounding = 'even' | 'down' | 'up' | 'nothing'

/** Cuts digits off, and says what becomes of the rest. */
function rounded({ coefficient, exponent }: Decimal, place: number, how: Rounding): Decimal {
  if (exponent >= -place) return { coefficient, exponent }
  const unit = 10n ** BigInt(-place - exponent)
  const whole = coefficient / unit
  const rest = coefficient % unit
  return { coefficient: whole + STEPS[how]({ quotient: whole, rest, unit }), exponent: -place }
}

type Division = { quotient: bigint; rest: bigint; unit: bigint }

const STEPS: Readonly<Record<Rounding, (division: Division) => bigint>> = {
  nothing: () => 0n,
  up: ({ rest }) => (rest > 0n ? 1n : 0n),
  down: ({ rest }) => (rest < 0n ? -1n : 0n),
  even: ({ quotient: whole, rest, unit }) => {
    const twice = (rest < 0n ? -rest : rest) * 2n
    const isAway = twice > unit || (twice === unit && whole % 2n !== 0n)
    if (!isAway) return 0n
    return rest < 0n ? -1n : 1n
  },
}

function roundTo(operator: string, [value, place = 0]: readonly unknown[], how: Rounding): unknown {
  const type = typeOfNumber(operator, value)
  const digits = wholeOf(operator, place)
  if (digits < -20 || digits > 100) throw new InvalidQueryError(`The place of ${operator} is from -20 to 100.`)
  if (type === 'decimal') return roundedDecimal(value, digits, how)
  if (type === 'double') return roundedDouble(asDouble(value), digits, how)
  const { coefficient, exponent } = rounded({ coefficient: asWhole(value), exponent: 0 }, digits, how)
  return wholeResult(operator, coefficient * 10n ** BigInt(exponent), type)
}

function roundedDecimal(value: unknown, digits: number, how: Rounding): unknown {
  const decimal = parseDecimal(String(value))
  return decimal ? toDecimal128(rounded(decimal, digits, how)) : value
}

function roundedDouble(value: number, digits: number, how: Rounding): Double {
  if (!Number.isFinite(value)) return new Double(value)
  const { coefficient, exponent } = rounded(decimalOfDouble(value), digits, how)
  const isMinusZero = coefficient === 0n && (value < 0 || Object.is(value, -0))
  return new Double(isMinusZero ? -0 : Number(`${coefficient}e${exponent}`))
}

const rounder = (operator: string, how: Rounding): ExpressionOperator =>
  unlessNothing(1, 2, values => roundTo(operator, values, how))
const toWhole = (operator: string, how: Rounding): ExpressionOperator =>
  unlessNothing(1, 1, values => roundTo(operator, values, how))

function quotient([left, right]: readonly unknown[]): unknown {
  typeOfNumber('$divide', left)
  typeOfNumber('$divide', right)
  if (asDouble(right) === 0) throw new InvalidQueryError("$divide can't divide by zero.")
  return divide('$divide', left, right)
}

/** The sign is that of what is divided. */
function remainder([left, right]: readonly unknown[]): unknown {
  const types = [typeOfNumber('$mod', left), typeOfNumber('$mod', right)]
  if (asDouble(right) === 0) throw new InvalidQueryError("$mod can't divide by zero.")
  const [a, b] = [parseDecimal(String(numericOf(left))), parseDecimal(String(numericOf(right)))]
  if (types.includes('decimal') && a && b) {
    const { left: dividend, right: divisor, exponent } = align(a, b)
    return toDecimal128({ coefficient: dividend % divisor, exponent })
  }
  if (types.includes('decimal')) return Decimal128.fromString(String(asDouble(left) % asDouble(right)))
  if (types.includes('double')) return new Double(asDouble(left) % asDouble(right))
  return wholeResult('$mod', asWhole(left) % asWhole(right), types.includes('long') ? 'long' : 'int')
}

function power([base, exponent]: readonly unknown[]): unknown {
  const types = [typeOfNumber('$pow', base), typeOfNumber('$pow', exponent)]
  refuseDecimals('$pow', types)
  const result = asDouble(base) ** asDouble(exponent)
  if (asDouble(base) === 0 && asDouble(exponent) < 0) throw new InvalidQueryError("$pow can't raise 0 to less than 0.")
  const isWhole = !types.includes('double') && asDouble(exponent) >= 0 && Math.abs(result) < 2 ** 63
  if (!isWhole) return new Double(result)
  return wholeResult('$pow', asWhole(base) ** asWhole(exponent), types.includes('long') ? 'long' : 'int')
}

function root(value: unknown): Double {
  refuseDecimals('$sqrt', [typeOfNumber('$sqrt', value)])
  if (asDouble(value) < 0) throw new InvalidQueryError('$sqrt takes numbers of at least 0.')
  return new Double(Math.sqrt(asDouble(value)))
}

function refuseDecimals(operator: string, types: readonly NumberType[]): void {
  if (types.includes('decimal')) throw new UnsupportedByStoreError(`${operator} of a Decimal128`)
}

/** One list stands for its elements; of several values each is one. */
const folding = (accumulate: Accumulate): ExpressionOperator =>
  onValues(0, MANY, values => {
    const [only] = values
    return accumulate(values.length === 1 && isArray(only) ? only : values)
  })

/** Of two values that may be dates too: a date and a number of ms. */
function added(left: unknown, right: unknown): unknown {
  if (left instanceof Date && right instanceof Date) throw new InvalidQueryError('$add takes one date only.')
  if (left instanceof Date) return moved('$add', left, asDouble(right))
  return right instanceof Date ? moved('$add', right, asDouble(left)) : add('$add', left, right)
}

function subtracted([left, right]: readonly unknown[]): unknown {
  if (!(left instanceof Date)) return subtract('$subtract', left, right)
  if (right instanceof Date) return Long.fromNumber(left.getTime() - right.getTime())
  return moved('$subtract', left, -asDouble(right))
}

function moved(operator: string, date: Date, byMs: number): Date {
  if (Number.isNaN(byMs)) throw new InvalidQueryError(`${operator} takes numbers and dates only.`)
  return new Date(date.getTime() + Math.round(byMs))
}

/** Operators on numbers. */
export const NUMBER_OPERATORS: OperatorTable = {
  $add: unlessNothing(0, MANY, values => values.reduce(added, new Int32(0))),
  $multiply: unlessNothing(0, MANY, values =>
    values.reduce((left, right) => multiply('$multiply', left, right), new Int32(1)),
  ),
  $subtract: unlessNothing(2, 2, subtracted),
  $divide: unlessNothing(2, 2, quotient),
  $mod: unlessNothing(2, 2, remainder),
  $abs: unlessNothing(1, 1, ([value]) => absolute(value)),
  $ceil: toWhole('$ceil', 'up'),
  $floor: toWhole('$floor', 'down'),
  $round: rounder('$round', 'even'),
  $trunc: rounder('$trunc', 'nothing'),
  $pow: unlessNothing(2, 2, power),
  $sqrt: unlessNothing(1, 1, ([value]) => root(value)),
  $sum: folding(sum),
  $avg: folding(average),
  $min: folding(extreme(-1)),
  $max: folding(extreme(1)),
  $isNumber: onValues(1, 1, ([value]) => !isNothing(value) && numericOf(value) !== undefined),
}
