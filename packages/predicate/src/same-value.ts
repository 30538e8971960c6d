import { isBsonValue } from './exchange/stored-value.ts'

/**
 * Whether two values of documents are the same, however they are written: parsed JSON, Extended JSON, or the classes of
 * BSON. Numbers compare by their value whatever their type, objects by their keys in any order.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  const left = plain(a)
  const right = plain(b)
  const scalar = scalarOf(left)
  if (scalar !== undefined) return scalar !== INEXACT && scalar === scalarOf(right)
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right)
  return isObject(left) && isObject(right) && !Array.isArray(right) && isSameObject(left, right)
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((element, index) => isSameValue(element, b[index]))
}

function isSameObject(a: object, b: object): boolean {
  const entries = Object.entries(a)
  if (scalarOf(b) !== undefined || entries.length !== Object.keys(b).length) return false
  return entries.every(([key, value]) => Object.hasOwn(b, key) && isSameValue(value, Reflect.get(b, key)))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A class of BSON as its Extended JSON. */
function plain(value: unknown): unknown {
  if (!isObject(value) || !isBsonValue(value)) return value
  const written =
    'toExtendedJSON' in value && typeof value.toExtendedJSON === 'function' ? value.toExtendedJSON() : value
  return isObject(written) || typeof written === 'number' ? written : `${value}`
}

/** JSON has lost digits of it: it is the same as nothing. */
const INEXACT = 'inexact'

/** A text that is the same for the same scalar, and different for every other one; undefined for lists and objects. */
function scalarOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return `string ${value}`
    case 'boolean':
      return `boolean ${value}`
    case 'bigint':
    case 'number':
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? INEXACT : numberOf(`${value}`)
    case 'object':
      return value === null ? 'null' : (dateOf(value) ?? extendedScalar(value))
    default:
      return 'null'
  }
}

function dateOf(value: object): string | undefined {
  // By its tag: a date may come from another realm.
  return Object.prototype.toString.call(value) === '[object Date]' ? instantOf(Number(value)) : undefined
}

const NUMBERS = new Set(['$numberInt', '$numberLong', '$numberDouble', '$numberDecimal'])

/** `{"$oid": …}` and its like: an object of one key that means a scalar. */
function extendedScalar(value: object): string | undefined {
  const [entry, ...more] = Object.entries(value)
  if (!entry?.[0].startsWith('$') || more.length > 0) return undefined
  const [type, content] = entry
  if (NUMBERS.has(type) && typeof content === 'string') return numberOf(content)
  if (type === '$oid' && typeof content === 'string') return `id ${content.toLowerCase()}`
  return type === '$date' ? dateContent(content) : undefined
}

function dateContent(content: unknown): string | undefined {
  if (typeof content === 'number') return instantOf(content)
  if (typeof content === 'string') return instantOf(Date.parse(content))
  const [type, digits] = isObject(content) ? (Object.entries(content)[0] ?? []) : []
  return type === '$numberLong' && typeof digits === 'string' ? instantOf(Number(digits)) : undefined
}

function instantOf(epochMs: number): string | undefined {
  return Number.isNaN(epochMs) ? undefined : `date ${epochMs}`
}

const NUMBER = /^([+-]?)0*(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

/** `5`, `5.0` and `0.5E+1` are one number; what is no number (`NaN`) is its text. */
function numberOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (!NUMBER.test(text)) return `number ${text}`
  const all = `${whole}${fraction}`.replace(/^0+/, '')
  const digits = withoutTrailingZeros(all)
  if (digits === '') return 'number 0'
  return `number ${sign === '-' ? '-' : ''}${digits}e${Number(exponent) - fraction.length + all.length - digits.length}`
}

/** In linear time, which a regular expression would not take. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length
  while (digits.charAt(end - 1) === '0') end--
  return digits.slice(0, end)
}
