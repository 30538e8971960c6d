import { checkFilter, isDocument } from '@sluice/documents'
import { GraphQLError } from 'graphql'
import { isRegex, isTagged } from '../values/bson-values.ts'
import type { ValueOperator } from './filter-template.ts'

const MAX_LIST = 1000
const MAX_PATTERN = 256
const MAX_SKIP = 2 ** 31 - 1
const MAX_SORT_KEYS = 8
const MAX_LIMIT = 1000

/** Checks by the table "Safe substitution" (docs/reference/mappings.md#where-values-may-stand). @returns what is wrong; undefined when it may stand there */
export function faultOfValue(operator: ValueOperator, value: unknown): string | undefined {
  if (operator === '$is') return undefined
  if (operator === '$in' || operator === '$nin' || operator === '$all') return faultOfList(value)
  return Array.isArray(value) ? 'A list can not stand here.' : faultOfOperand(value)
}

function faultOfList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'A list is needed here.'
  if (value.length > MAX_LIST) return `The list may have ${MAX_LIST} elements at most.`
  return value.map(faultOfOperand).find(fault => fault !== undefined)
}

function faultOfOperand(value: unknown): string | undefined {
  if (isRegex(value)) return 'A regular expression can not stand here.'
  if (isTagged(value, 'MinKey') || isTagged(value, 'MaxKey')) return 'The ends of the order can not stand here.'
  return hasOperatorKey(value) ? 'A field name that begins with "$" can not stand here.' : undefined
}

function hasOperatorKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOperatorKey)
  return isDocument(value) && Object.entries(value).some(([key, field]) => key.startsWith('$') || hasOperatorKey(field))
}

/** @returns what is wrong with a pattern for `$regex` */
export function faultOfPattern(value: unknown, isLiteral: boolean): string | undefined {
  if (typeof value !== 'string') return 'A text is needed here.'
  if (value.length > MAX_PATTERN) return `A pattern may have ${MAX_PATTERN} characters at most.`
  if (value.includes('\0')) return 'A pattern can not hold a NUL character.'
  if (isLiteral) return undefined
  const slow = checkFilter({ text: { $regex: value } }, { hidden: [] })
  if (slow) return slow.detail
  try {
    new RegExp(value)
    return undefined
  } catch {
    return 'This is not a valid regular expression.'
  }
}

export const quotePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** @returns what is wrong with a number of documents */
export function faultOfCount(key: 'limit' | 'skip', value: unknown): string | undefined {
  const max = key === 'limit' ? MAX_LIMIT : MAX_SKIP
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return undefined
  return `${key} is a whole number from 0 to ${max}.`
}

/** Does what `faultOfCount` does; a `$limit` of 0 is none that a store takes. */
export function faultOfStageCount(operator: '$limit' | '$skip', value: unknown): string | undefined {
  if (operator === '$skip') return faultOfCount('skip', value)
  return value === 0 ? `$limit is a whole number from 1 to ${MAX_LIMIT}.` : faultOfCount('limit', value)
}

/** @returns what is wrong with the directions of a sort; its fields are not looked at */
export function faultOfSort(value: unknown): string | undefined {
  if (!isDocument(value)) return 'A sort is an object of fields with 1 or -1.'
  const directions = Object.values(value)
  if (directions.length > MAX_SORT_KEYS) return `A sort may have ${MAX_SORT_KEYS} fields at most.`
  return directions.map(faultOfDirection).find(fault => fault !== undefined)
}

/** Says what is wrong with one direction of a sort. */
export const faultOfDirection = (value: unknown): string | undefined =>
  value === 1 || value === -1 ? undefined : 'The direction of a sort is 1 or -1.'

/** The caller sent a value that can't stand where the mapping puts it. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })
