import { Decimal128, Double, Int32, Long } from 'bson'
import { InvalidQueryError } from '../../errors.ts'
import { align, type Decimal, parseDecimal, toDecimal128 } from '../values/decimal.ts'
import { numericOf } from '../values/numbers.ts'
import { typeOf } from '../values/value.ts'

const INT = { min: -(2n ** 31n), max: 2n ** 31n - 1n }
const LONG = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

const within = (value: bigint, { min, max }: { min: bigint; max: bigint }) => value >= min && value <= max

function requireNumber(operator: string, value: unknown): 'int' | 'long' | 'double' | 'decimal' {
  const type = typeOf(value)
  if (type === 'int' || type === 'long' || type === 'double' || type === 'decimal') return type
  throw new InvalidQueryError(`${operator} works on numbers only, and here is a value of type ${type}.`)
}

/** int + int is an int, a long when it grows beyond one; a long that overflows is refused. */
function whole(operator: string, value: bigint, isLong: boolean): Int32 | Long {
  if (!isLong && within(value, INT)) return new Int32(Number(value))
  if (!within(value, LONG)) throw new InvalidQueryError(`${operator} would overflow a 64-bit integer.`)
  return Long.fromBigInt(value)
}

/** A double that takes part in decimal arithmetic counts with its 15 significant digits. */
function decimalOf(value: unknown): Decimal | undefined {
  const numeric = numericOf(value)
  if (typeof numeric === 'number' && typeOf(value) === 'double') return parseDecimal(numeric.toPrecision(15))
  return numeric === undefined ? undefined : parseDecimal(numeric.toString())
}

type ArithmeticOperation = {
  whole: (left: bigint, right: bigint) => bigint
  real: (left: number, right: number) => number
  decimal: (left: Decimal, right: Decimal) => Decimal
}

function asDouble(value: unknown): number {
  return Number(numericOf(value)?.toString())
}

function calculate(
  operator: string,
  { left, right, by }: { left: unknown; right: unknown; by: ArithmeticOperation },
): unknown {
  const types = [requireNumber(operator, left), requireNumber(operator, right)]
  if (types.includes('decimal')) {
    const a = decimalOf(left)
    const b = decimalOf(right)
    if (a && b) return toDecimal128(by.decimal(a, b))
    return Decimal128.fromString(String(by.real(asDouble(left), asDouble(right))))
  }
  if (types.includes('double')) return new Double(by.real(asDouble(left), asDouble(right)))
  const value = by.whole(BigInt(String(numericOf(left))), BigInt(String(numericOf(right))))
  return whole(operator, value, types.includes('long'))
}

const ADDITION: ArithmeticOperation = {
  whole: (left, right) => left + right,
  real: (left, right) => left + right,
  decimal: (a, b) => {
    const { left, right, exponent } = align(a, b)
    return { coefficient: left + right, exponent }
  },
}

const SUBTRACTION: ArithmeticOperation = {
  whole: (left, right) => left - right,
  real: (left, right) => left - right,
  decimal: (a, b) => {
    const { left, right, exponent } = align(a, b)
    return { coefficient: left - right, exponent }
  },
}

const MULTIPLICATION: ArithmeticOperation = {
  whole: (left, right) => left * right,
  real: (left, right) => left * right,
  decimal: (a, b) => ({ coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent }),
}

/** Sums and products have MongoDB's result types. @throws InvalidQueryError for what is no number */
export const add = (operator: string, left: unknown, right: unknown): unknown =>
  calculate(operator, { left, right, by: ADDITION })
export const subtract = (operator: string, left: unknown, right: unknown): unknown =>
  calculate(operator, { left, right, by: SUBTRACTION })
export const multiply = (operator: string, left: unknown, right: unknown): unknown =>
  calculate(operator, { left, right, by: MULTIPLICATION })

const QUOTIENT_DIGITS = 40

/** A double, or a decimal when one of them is. */
export function divide(operator: string, left: unknown, right: unknown): unknown {
  const types = [requireNumber(operator, left), requireNumber(operator, right)]
  const a = decimalOf(left)
  const b = decimalOf(right)
  if (!types.includes('decimal') || !a || !b) return new Double(asDouble(left) / asDouble(right))
  if (b.coefficient === 0n) throw new InvalidQueryError(`${operator} can't divide by zero.`)
  const scaled = a.coefficient * 10n ** BigInt(QUOTIENT_DIGITS)
  return toDecimal128(
    reduced({ coefficient: scaled / b.coefficient, exponent: a.exponent - b.exponent - QUOTIENT_DIGITS }),
  )
}

/** Without the zeros at the end that a quotient was filled up with. */
function reduced({ coefficient, exponent }: Decimal): Decimal {
  const digits = coefficient.toString()
  const zeros = coefficient === 0n ? 0 : digits.length - digits.replace(/0+$/, '').length
  const spare = Math.min(zeros, QUOTIENT_DIGITS)
  return { coefficient: coefficient / 10n ** BigInt(spare), exponent: exponent + spare }
}
