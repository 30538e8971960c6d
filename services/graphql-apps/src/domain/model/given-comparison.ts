import { isDocument } from '@sluice/documents'
import type { GivenComparison, ValueOperator } from './filter-template.ts'
import { faultOfValue } from './hole-values.ts'

const MAX_COMPARED_FIELDS = 16
/** What a filter of an argument may hold: the comparison operators, and nothing that matches by code, text or shape. */
const COMPARISONS: readonly ValueOperator[] = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin']
const NO_COMPARISON = `A filter of one field is a value, or an object of ${COMPARISONS.join(', ')}.`

/** Reads what an argument says of one field. @returns what is wrong, as a text, where it may not stand there */
export function readComparison(value: unknown): GivenComparison | string {
  const entries = isOperators(value) ? Object.entries(value) : [['$eq', value] as const]
  const comparison: [ValueOperator, unknown][] = []
  for (const [key, operand] of entries) {
    const operator = COMPARISONS.find(each => each === key)
    if (!operator) return NO_COMPARISON
    const fault = faultOfValue(operator, operand)
    if (fault) return fault
    comparison.push([operator, operand])
  }
  return comparison.length > 0 ? comparison : NO_COMPARISON
}

/** An object without fields says nothing, and is taken for operators: there are none in it. */
function isOperators(value: unknown): value is Record<string, unknown> {
  if (!isDocument(value)) return false
  const keys = Object.keys(value)
  return keys.length === 0 || keys.some(key => key.startsWith('$'))
}

/** Says what is wrong with a whole filter as such; its fields are not looked at. */
export function faultOfComparisons(value: unknown): string | undefined {
  if (!isDocument(value)) return 'A filter is an object of fields.'
  return Object.keys(value).length > MAX_COMPARED_FIELDS
    ? `A filter may have ${MAX_COMPARED_FIELDS} fields at most.`
    : undefined
}
