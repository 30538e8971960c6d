import { isDocument } from '@sluice/documents'
import type { OperandRule } from '../model/mutation-model.ts'
import { isTagged } from '../values/bson-values.ts'

const MAX_DEPTH = 20
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype', '_bsontype'])

/** @returns what is wrong with the name of a field that is to be stored */
export function faultOfName(name: string): string | undefined {
  if (name === '') return 'A field needs a name.'
  if (name.startsWith('$')) return 'A field name that begins with "$" can not be stored.'
  if (name.includes('.')) return 'A field name with a dot can not be stored. Send nested objects.'
  if (name.includes('\0')) return 'A field name with a NUL character can not be stored.'
  return UNSAFE.has(name) ? `A field "${name}" can not be stored.` : undefined
}

/**
 * Checks a value that becomes part of a document. @returns what is wrong; undefined when it may be stored
 */
export function faultOfStored(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return `A value may be nested ${MAX_DEPTH} levels deep at most.`
  if (Array.isArray(value)) return firstOf(value, each => faultOfStored(each, depth + 1))
  if (isTagged(value, 'DBRef')) return 'A field name that begins with "$" can not be stored.'
  if (!isDocument(value)) return undefined
  return firstOf(Object.entries(value), ([name, inner]) => faultOfName(name) ?? faultOfStored(inner, depth + 1))
}

function firstOf<T>(items: readonly T[], check: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const fault = check(item)
    if (fault) return fault
  }
  return undefined
}

/** @returns what is wrong with the operand of an update operator, beyond what holds for everything that is stored */
export function faultOfOperand(rule: OperandRule, value: unknown): string | undefined {
  switch (rule) {
    case 'any':
      return undefined
    case 'number':
      return isNumber(value) ? undefined : 'A number is needed here.'
    case 'whole':
      return Number.isSafeInteger(numberOf(value)) ? undefined : 'A whole number is needed here.'
    case 'end':
      return Math.abs(numberOf(value)) === 1 ? undefined : '1 (the last element) or -1 (the first) is needed here.'
  }
}

const isNumber = (value: unknown): boolean =>
  isTagged(value, 'Decimal128') || isTagged(value, 'Long') || Number.isFinite(numberOf(value))

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return isTagged(value, 'Int32') || isTagged(value, 'Double') ? value.valueOf() : Number.NaN
}
