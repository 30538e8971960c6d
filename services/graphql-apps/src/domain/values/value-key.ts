import { isDocument } from '@sluice/documents'
import { EJSON } from 'bson'
import { isDate, isTagged } from './bson-values.ts'

const MAX_PLAIN_DIGITS = 15

/** `digits` times ten to the `exponent`: plain for whole numbers of up to 15 digits, so that common keys are cheap. */
function decimalKey(digits: bigint, exponent: number): string {
  if (digits === 0n) return 'n0'
  const text = digits.toString()
  const significant = text.replace(/0+$/, '')
  const power = exponent + text.length - significant.length
  const isPlain = power >= 0 && significant.replace('-', '').length + power <= MAX_PLAIN_DIGITS
  return isPlain ? `n${significant}${'0'.repeat(power)}` : `n${significant}e${power}`
}

function doubleKey(value: number): string {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 1e15)) return `n${value}`
  if (Number.isInteger(value)) return decimalKey(BigInt(value), 0)
  let mantissa = value
  let scale = 0
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2
    scale += 1
  }
  // m / 2^k is m * 5^k / 10^k: the exact value of the double, which a Decimal128 is compared with.
  return decimalKey(BigInt(mantissa) * 5n ** BigInt(scale), -scale)
}

function decimal128Key(text: string): string {
  const parts = /^(-?)(\d*)\.?(\d*)(?:E([+-]?\d+))?$/.exec(text)
  if (!parts) return `n${text}`
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  return decimalKey(BigInt(`${sign}${whole}${fraction}`), Number(exponent) - fraction.length)
}

function numberKey(value: unknown): string | undefined {
  if (typeof value === 'number') return doubleKey(value)
  if (typeof value === 'bigint') return decimalKey(value, 0)
  if (isTagged(value, 'Long')) return decimalKey(value.toBigInt(), 0)
  if (isTagged(value, 'Int32') || isTagged(value, 'Double')) return doubleKey(value.valueOf())
  return isTagged(value, 'Decimal128') ? decimal128Key(value.toString()) : undefined
}

/**
 * Text that is the same for two values exactly when MongoDB's equality holds between them: numbers by value whatever
 * their type, documents with the order of their fields.
 */
export function valueKey(value: unknown): string {
  if (typeof value === 'string') return `s${value}`
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return `b${value}`
  const number = numberKey(value)
  if (number !== undefined) return number
  if (isTagged(value, 'ObjectId')) return `o${value.toHexString()}`
  if (isDate(value)) return `d${value.getTime()}`
  if (Array.isArray(value)) return `[${value.map(element => measured(valueKey(element))).join('')}]`
  if (isDocument(value)) {
    const fields = Object.entries(value).map(([name, field]) => measured(name) + measured(valueKey(field)))
    return `{${fields.join('')}}`
  }
  return `x${EJSON.stringify({ value }, { relaxed: false })}`
}

/** A text with its length in front, so that it ends where it does; escapes would double with each level. */
const measured = (text: string): string => `${text.length}:${text}`

/** The keys that an equality on this stored value answers to: its own, and those of its elements. */
export const matchingKeys = (value: unknown): string[] =>
  Array.isArray(value) ? [valueKey(value), ...value.map(valueKey)] : [valueKey(value)]
