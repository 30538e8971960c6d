import { BSONRegExp } from 'bson'
import { isFieldPath } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { isOperators } from '../query/check-filter.ts'
import { findRegexFault } from '../query/check-regex.ts'
import { MAX_SORT_FIELDS } from '../query/parse-query.ts'
import type { VariablePlace } from './variable.ts'

/** Says why a value can't be put at a place; as what a field is compared with, anything can. */
export function faultOfValue(place: VariablePlace, value: unknown): string | undefined {
  if (place.kind === 'sort') return faultOfSort(value)
  if (place.kind === 'number') return isNumber(value) ? undefined : 'it has to be a number.'
  if (place.kind !== 'operand') return undefined
  const operator = place.operator.replace('[]', '')
  const check = Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator] : undefined
  return check?.(operator === place.operator && Array.isArray(value) ? value : [value])
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
  $regex: ([pattern]) => (typeof pattern === 'string' ? findRegexFault(pattern) : 'the pattern of $regex is a text.'),
}
