import { Decimal128 } from 'bson'

/** `coefficient * 10 ** exponent`, exactly. */
export type Decimal = { coefficient: bigint; exponent: number }

const DIGITS = 34

/** @returns undefined for NaN and the infinities */
export function parseDecimal(text: string): Decimal | undefined {
  const parts = /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/i.exec(text)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const magnitude = BigInt(`${whole}${fraction}` || '0')
  return { coefficient: sign ? -magnitude : magnitude, exponent: Number(exponent) - fraction.length }
}

/** Every finite double is a finite decimal: m * 2^-k is m * 5^k * 10^-k. */
export function decimalOfDouble(value: number): Decimal {
  let exponent = 0
  let mantissa = value
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    exponent -= 1
  }
  return { coefficient: BigInt(mantissa) * 5n ** BigInt(-exponent), exponent }
}

/** Both with the same exponent. */
export function align(left: Decimal, right: Decimal): { left: bigint; right: bigint; exponent: number } {
  const exponent = Math.min(left.exponent, right.exponent)
  const raise = (value: Decimal) => value.coefficient * 10n ** BigInt(value.exponent - exponent)
  return { left: raise(left), right: raise(right), exponent }
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const { left, right } = align(a, b)
  if (left === right) return 0
  return left < right ? -1 : 1
}

function roundHalfEven(value: Decimal, digits: number): Decimal {
  const unit = 10n ** BigInt(digits)
  const negative = value.coefficient < 0n
  const magnitude = negative ? -value.coefficient : value.coefficient
  const rest = magnitude % unit
  const quotient = magnitude / unit
  const up = rest * 2n > unit || (rest * 2n === unit && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return { coefficient: negative ? -rounded : rounded, exponent: value.exponent + digits }
}

/** Rounded to the 34 digits of Decimal128, ties to even. */
export function toDecimal128(value: Decimal): Decimal128 {
  const length = value.coefficient.toString().replace('-', '').length
  const rounded = length > DIGITS ? roundHalfEven(value, length - DIGITS) : value
  return Decimal128.fromString(`${rounded.coefficient}E${rounded.exponent}`)
}
