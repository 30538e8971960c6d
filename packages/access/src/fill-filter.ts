import { isStoredObject, type StoredObject } from './stored-value.ts'
import { parseVariable, type Variable } from './variable.ts'

/** What becomes of the variables of a filter. */
export type Filling = {
  /** The data that a variable stands for; undefined when it is unbound. Called once for each place. */
  bind(variable: Variable, text: string, wants: 'value' | 'list'): unknown
  /** A variable that stands where its value could change what the filter means, or that is none. */
  misplaced(text: string, path: string): void
}

/**
 * Puts data in the place of variables. Data stays data: a list or an object as the value of a field becomes an
 * operand of `$eq`; a variable is not accepted as a condition, a pattern, or the operand of anything but a comparison.
 */
export function fillFilter(filter: StoredObject, filling: Filling, path: string): StoredObject {
  return mapObject(filter, (key, value) => {
    const place = `${path}.${key}`
    if (LOGICAL.has(key) && Array.isArray(value)) {
      return value.map((inner, index) => fillBranch(inner, filling, `${place}.${index}`))
    }
    return key.startsWith('$') ? refuseVariables(value, filling, place) : fillCondition(value, filling, place)
  })
}

const LOGICAL = new Set(['$and', '$or', '$nor'])
const COMPARISONS = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])
const LISTS = new Set(['$in', '$nin', '$all'])

function fillBranch(value: unknown, filling: Filling, path: string): unknown {
  return isStoredObject(value) ? fillFilter(value, filling, path) : refuseVariables(value, filling, path)
}

/** The value of a field. */
function fillCondition(value: unknown, filling: Filling, path: string): unknown {
  if (typeof value === 'string') {
    const data = fillData(value, filling, path)
    return typeof data === 'object' && data !== null ? { $eq: data } : data
  }
  return hasOperators(value) ? fillOperators(value, filling, path) : fillData(value, filling, path)
}

function hasOperators(value: unknown): value is StoredObject {
  return isStoredObject(value) && Object.keys(value).some(key => key.startsWith('$'))
}

function fillOperators(operators: StoredObject, filling: Filling, path: string): StoredObject {
  return mapObject(operators, (operator, operand) => {
    const place = `${path}.${operator}`
    if (COMPARISONS.has(operator)) return fillData(operand, filling, place)
    if (LISTS.has(operator)) return fillList(operand, filling, place)
    if (operator === '$not' && isStoredObject(operand)) return fillOperators(operand, filling, place)
    if (operator === '$elemMatch' && isStoredObject(operand)) return fillElementMatch(operand, filling, place)
    return refuseVariables(operand, filling, place)
  })
}

function fillElementMatch(operand: StoredObject, filling: Filling, path: string): StoredObject {
  const isOnFields = Object.keys(operand).every(key => !key.startsWith('$') || LOGICAL.has(key))
  return isOnFields ? fillFilter(operand, filling, path) : fillOperators(operand, filling, path)
}

/** The operand of `$in`, `$nin`, `$all`: a variable as a whole must be a list. */
function fillList(operand: unknown, filling: Filling, path: string): unknown {
  if (!Array.isArray(operand)) {
    const listFilling: Filling = { ...filling, bind: (variable, text) => filling.bind(variable, text, 'list') }
    return fillData(operand, listFilling, path)
  }
  return operand.map((element, index) => {
    const fill = hasOperators(element) ? fillOperators : fillData
    return fill(element, filling, `${path}.${index}`)
  })
}

/** Values that are compared as they are, with variables at any depth. */
export function fillData(value: unknown, filling: Filling, path: string): unknown {
  if (typeof value === 'string') return fillText(value, filling, path)
  if (Array.isArray(value)) return value.map((element, index) => fillData(element, filling, `${path}.${index}`))
  return isStoredObject(value) ? mapObject(value, (key, inner) => fillData(inner, filling, `${path}.${key}`)) : value
}

function fillText(text: string, filling: Filling, path: string): unknown {
  const variable = parseVariable(text)
  if (variable === 'text') return text
  if (variable !== 'malformed') return filling.bind(variable, text, 'value')
  filling.misplaced(text, path)
  return undefined
}

function refuseVariables(value: unknown, filling: Filling, path: string): unknown {
  fillData(value, { ...filling, bind: (_variable, text) => filling.misplaced(text, path) }, path)
  return value
}

function mapObject(object: StoredObject, change: (key: string, value: unknown) => unknown): StoredObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]))
}
