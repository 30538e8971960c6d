import { BSONRegExp } from 'bson'
import { isFieldPath } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { isOperators } from '../query/check-filter.ts'
import { findRegexFault } from '../query/check-regex.ts'
import { MAX_SORT_FIELDS } from '../query/parse-query.ts'
import type { VariablePlace } from './variable.ts'

/** Says what is wrong with a pattern. */
export type PatternCheck = (pattern: string) => string | undefined

/** Says why a value can't be put at a place; as what a field is compared with, anything can. */
export function faultOfValue(
  place: VariablePlace,
  value: unknown,
  faultOfPattern: PatternCheck = findRegexFault,
): string | undefined {
  if (place.kind === 'sort') return faultOfSort(value)
  if (place.kind === 'number') return isNumber(value) ? undefined : 'it has to be a number.'
  return place.kind === 'operand' ? faultOfOperand(place.operator, value, faultOfPattern) : undefined
}

function faultOfOperand(place: string, value: unknown, faultOfPattern: PatternCheck): string | undefined {
  const operator = place.replace('[]', '')
  if (operator === '$regex')
    return typeof value === 'string' ? faultOfPattern(value) : 'the pattern of $regex is a text.'
  const check = Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator] : undefined
  return check?.(operator === place && Array.isArray(value) ? value : [value])
}

/** What a client may sort by: names of fields, each with a direction. */
function faultOfSort(value: unknown): string | undefined {
  const fields = isDocument(value) ? Object.entries(value) : []
  const isSort = fields.length > 0 && fields.length <= MAX_SORT_FIELDS
  const isFine = fields.every(([path, direction]) => isFieldPath(path) && [1, -1].includes(Number(direction)))
  return isSort && isFine ? undefined : `it has to be an object of 1 to ${MAX_SORT_FIELDS} fields with 1 or -1.`
}

const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof Object(value).valueOf() === 'number'

type ValueCheck = (values: readonly unknown[]) => string | undefined

const noWhole: ValueCheck = () => 'it can not be a whole condition.'
/** Their elements may be more than values. */
const noneActive: ValueCheck = values =>
  values.some(value => value instanceof BSONRegExp || isOperators(value))
    ? 'an element can be neither an operator nor a pattern.'
    : undefined

const OPERANDS: Readonly<Record<string, ValueCheck>> = {
  $elemMatch: noWhole,
  $not: noWhole,
  $in: noneActive,
  $nin: noneActive,
  $all: noneActive,
}
