import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'
import { BSONRegExp } from 'bson'
import { isFieldPath, joinPath } from '../field-path.ts'
import { isDocument } from '../json/bson-value.ts'
import { isHidden, reachesHidden, type Visibility } from '../rules/visibility.ts'
import { findRegexFault } from './check-regex.ts'
import { fieldHidden } from './field-hidden.ts'

const MAX_DEPTH = 20

/** Operators that compare the value at a path with the one given. */
const COMPARING = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$mod', '$regex', '$options', '$all']
const BITWISE = ['$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear']
/** Operators that look at a value without telling what is in it. */
const SHAPE = ['$exists', '$type', '$size']
const VALUE_OPERATORS = new Set([...COMPARING, ...BITWISE, ...SHAPE])

type CheckedPlace = { path: string; visibility: Visibility }

/**
 * Checks a filter that comes from outside, before any store sees it: allowed operators only, no code and no expressions,
 * at most 20 levels deep, no field that is out of sight at any depth.
 * @returns the fault, or undefined
 */
export function checkFilter(filter: Document, visibility: Visibility): Refusal | undefined {
  if (isDeeper(filter, MAX_DEPTH)) return badFilter('', `A filter may be ${MAX_DEPTH} levels deep at most.`)
  return checkConditions(filter, { path: '', visibility })
}

/** Checks the condition on one field, as `$pull` takes it too. */
export function checkCondition(path: string, condition: unknown, visibility: Visibility): Refusal | undefined {
  return checkField(condition, { path, visibility })
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value) && !isDocument(value)) return false
  return left === 0 || Object.values(value).some(inner => isDeeper(inner, left - 1))
}

function checkConditions(filter: Document, place: CheckedPlace): Refusal | undefined {
  return firstFault(Object.entries(filter), ([name, condition]) => {
    if (name.startsWith('$')) return checkLogical(name, condition, place)
    if (!isFieldPath(name)) return badFilter(name, `"${name}" can not be the name of a field in a filter.`)
    return checkField(condition, { ...place, path: joinPath(place.path, name) })
  })
}

function checkLogical(name: string, condition: unknown, place: CheckedPlace): Refusal | undefined {
  if (!['$and', '$or', '$nor'].includes(name)) return unknownOperator(name, place)
  if (!Array.isArray(condition) || condition.length === 0 || !condition.every(isDocument)) {
    return badFilter(place.path, `${name} takes a list of filters that is not empty.`)
  }
  return firstFault(condition, filter => checkConditions(filter, place))
}

function checkField(condition: unknown, place: CheckedPlace): Refusal | undefined {
  if (!isOperators(condition)) return checkLiteral(condition, place)
  return firstFault(Object.entries(condition), ([operator, operand]) => checkOperator(operator, operand, place))
}

/** An object whose first field is an operator; references are values. */
export function isOperators(condition: unknown): condition is Document {
  if (!isDocument(condition)) return false
  const [first] = Object.keys(condition)
  return first?.startsWith('$') === true && !['$ref', '$id', '$db'].includes(first)
}

function checkOperator(operator: string, operand: unknown, place: CheckedPlace): Refusal | undefined {
  if (operator === '$not') return checkNot(operand, place)
  if (operator === '$elemMatch') return checkElements(operand, place)
  if (!VALUE_OPERATORS.has(operator)) return unknownOperator(operator, place)
  if (SHAPE.includes(operator)) return isHidden(place.path, place.visibility) ? fieldHidden(place.path) : undefined
  if (operator === '$regex') return checkRegex(operand, place)
  if (operator === '$all' && Array.isArray(operand)) return firstFault(operand, item => checkField(item, place))
  return checkLiteral(operand, place)
}

function checkNot(operand: unknown, place: CheckedPlace): Refusal | undefined {
  if (isOperators(operand) || isRegex(operand)) return checkField(operand, place)
  return badFilter(place.path, '$not takes operators, such as {"$not": {"$gt": 5}}.')
}

function checkElements(operand: unknown, place: CheckedPlace): Refusal | undefined {
  if (!isDocument(operand)) return badFilter(place.path, '$elemMatch takes a filter.')
  const [first = ''] = Object.keys(operand)
  const isOnValues = first.startsWith('$') && !['$and', '$or', '$nor'].includes(first)
  return isOnValues ? checkField(operand, place) : checkConditions(operand, place)
}

function checkLiteral(value: unknown, place: CheckedPlace): Refusal | undefined {
  if (reachesHidden(place.path, place.visibility)) return fieldHidden(place.path)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  return firstFault(values.filter(isRegex), item => checkRegex(item, place))
}

function checkRegex(operand: unknown, place: CheckedPlace): Refusal | undefined {
  if (reachesHidden(place.path, place.visibility)) return fieldHidden(place.path)
  const pattern = patternOf(operand)
  if (pattern === undefined) return badFilter(place.path, '$regex takes a pattern, as a string.')
  const fault = findRegexFault(pattern)
  return fault ? badFilter(place.path, fault) : undefined
}

const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp

function patternOf(value: unknown): string | undefined {
  if (isRegex(value)) return value.pattern
  return typeof value === 'string' ? value : undefined
}

function firstFault<T>(items: readonly T[], check: (item: T) => Refusal | undefined): Refusal | undefined {
  for (const item of items) {
    const fault = check(item)
    if (fault) return fault
  }
  return undefined
}

const badFilter = (path: string, message: string): Refusal => refuse('BAD_FILTER', message, [{ path, message }])

const unknownOperator = (operator: string, { path }: CheckedPlace): Refusal =>
  badFilter(path, `${operator} can not be used in a filter${path ? ` (at "${path}")` : ''}.`)
