import { isStoredObject, type StoredObject } from '@sluice/predicate'
import { parseVariable, type Variable } from './variable.ts'

/** What becomes of the variables of a filter. */
export type FilterVariables = {
  /** The data that a variable stands for; undefined when it is unbound. Called once for each place. */
  bind(variable: Variable, text: string, wants: 'value' | 'list'): unknown
  /** A variable that stands where its value could change what the filter means, or that is none. */
  misplaced(text: string, path: string): void
}

/** What a filter becomes when a variable in it is unbound. */
const MATCHES_NOTHING: StoredObject = Object.freeze({ _id: Object.freeze({ $in: Object.freeze([]) }) })

/** What has no value and matches nothing; what stands beside it in an `$or` holds. */
const LOST = Symbol('lost')
/** What has no value where something turns its comparison round: no part of the filter can be kept. */
const WHOLLY_LOST = Symbol('wholly lost')
type LostMarker = typeof LOST | typeof WHOLLY_LOST

/** The place of a value in a filter. `isTurned`: the filter matches more where this matches less. */
type FilterPlace = { filling: FilterVariables; path: string; isTurned: boolean; wants: 'value' | 'list' }

/**
 * Puts data in the place of variables. Data stays data: a list or an object as the value of a field becomes an
 * operand of `$eq`; a variable is not accepted as a condition, a pattern, or the operand of anything but a comparison.
 * What is compared with an unbound variable matches nothing; where that is turned round (`$ne`, `$nin`, `$not`, `$nor`)
 * the whole filter does, so that nobody ever sees more because a value is missing.
 */
export function fillFilter(filter: StoredObject, filling: FilterVariables, path: string): StoredObject {
  const filled = fillFields(filter, { filling, path, isTurned: false, wants: 'value' })
  return isLost(filled) ? MATCHES_NOTHING : filled
}

/**
 * Puts data in the place of variables in values that are stored or compared as they are, at any depth.
 * @returns undefined where one is unbound or misplaced
 */
export function fillData(value: unknown, filling: FilterVariables, path: string): unknown {
  const filled = fillValue(value, { filling, path, isTurned: false, wants: 'value' })
  return isLost(filled) ? undefined : filled
}

const TURNING = new Set(['$nor', '$not', '$ne', '$nin'])
const COMPARISONS = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'])
const LISTS = new Set(['$in', '$nin', '$all'])
const LOGICAL = new Set(['$and', '$or', '$nor'])

const isLost = (value: unknown): value is LostMarker => value === LOST || value === WHOLLY_LOST

const inside = (place: FilterPlace, key: string | number): FilterPlace => ({
  ...place,
  path: `${place.path}.${key}`,
  isTurned: place.isTurned || TURNING.has(String(key)),
})

/** A whole filter: all that its fields say. */
function fillFields(filter: StoredObject, place: FilterPlace): StoredObject | LostMarker {
  return mapObject(filter, (key, value) => {
    const inner = inside(place, key)
    if (LOGICAL.has(key) && Array.isArray(value)) return fillBranches(value, inner, key)
    return key.startsWith('$') ? refuseVariables(value, inner) : fillCondition(value, inner)
  })
}

function fillBranches(branches: readonly unknown[], place: FilterPlace, operator: string): unknown {
  return mapList(branches, (branch, index) => {
    const inner = inside(place, index)
    const filled = isStoredObject(branch) ? fillFields(branch, inner) : refuseVariables(branch, inner)
    return filled === LOST && operator === '$or' ? MATCHES_NOTHING : filled
  })
}

/** The value of a field. */
function fillCondition(value: unknown, place: FilterPlace): unknown {
  if (typeof value !== 'string') return hasOperators(value) ? fillOperators(value, place) : fillValue(value, place)
  const data = fillValue(value, place)
  return typeof data === 'object' && data !== null ? { $eq: data } : data
}

function hasOperators(value: unknown): value is StoredObject {
  return isStoredObject(value) && Object.keys(value).some(key => key.startsWith('$'))
}

function fillOperators(operators: StoredObject, place: FilterPlace): StoredObject | LostMarker {
  return mapObject(operators, (operator, operand) => {
    const inner = inside(place, operator)
    if (COMPARISONS.has(operator)) return fillValue(operand, inner)
    if (LISTS.has(operator)) return fillList(operand, inner)
    if (operator === '$not' && isStoredObject(operand)) return fillOperators(operand, inner)
    if (operator === '$elemMatch' && isStoredObject(operand)) return fillElementMatch(operand, inner)
    return refuseVariables(operand, inner)
  })
}

function fillElementMatch(operand: StoredObject, place: FilterPlace): StoredObject | LostMarker {
  const isOnFields = Object.keys(operand).every(key => !key.startsWith('$') || LOGICAL.has(key))
  return isOnFields ? fillFields(operand, place) : fillOperators(operand, place)
}

/** The operand of `$in`, `$nin`, `$all`: a variable as a whole must be a list. */
function fillList(operand: unknown, place: FilterPlace): unknown {
  if (!Array.isArray(operand)) return fillValue(operand, { ...place, wants: 'list' })
  return mapList(operand, (element, index) => {
    const at = inside(place, index)
    return hasOperators(element) ? fillOperators(element, at) : fillValue(element, at)
  })
}

/** Values that are compared as they are, with variables at any depth. No key of theirs is an operator. */
function fillValue(value: unknown, place: FilterPlace): unknown {
  const at = (key: string | number) => ({ ...place, path: `${place.path}.${key}` })
  if (typeof value === 'string') return fillText(value, place)
  if (Array.isArray(value)) return mapList(value, (element, index) => fillValue(element, at(index)))
  return isStoredObject(value) ? mapObject(value, (key, inner) => fillValue(inner, at(key))) : value
}

function fillText(text: string, { filling, path, isTurned, wants }: FilterPlace): unknown {
  const variable = parseVariable(text)
  if (variable === 'text') return text
  if (variable !== 'malformed') return filling.bind(variable, text, wants) ?? (isTurned ? WHOLLY_LOST : LOST)
  filling.misplaced(text, path)
  return WHOLLY_LOST
}

/** A part of a filter where a variable could be taken for what it is not. */
function refuseVariables(value: unknown, place: FilterPlace): unknown {
  const { filling, path } = place
  const bind = (_variable: Variable, text: string): undefined => void filling.misplaced(text, path)
  const filled = fillValue(value, { ...place, isTurned: true, filling: { ...filling, bind } })
  return isLost(filled) ? filled : value
}

function mapObject(object: StoredObject, change: (key: string, value: unknown) => unknown): StoredObject | LostMarker {
  const entries = Object.entries(object).map(([key, value]) => [key, change(key, value)] as const)
  return worstOf(entries.map(([, value]) => value)) ?? Object.fromEntries(entries)
}

function mapList(list: readonly unknown[], change: (value: unknown, index: number) => unknown): unknown[] | LostMarker {
  const values = list.map(change)
  return worstOf(values) ?? values
}

function worstOf(values: readonly unknown[]): LostMarker | undefined {
  if (values.includes(WHOLLY_LOST)) return WHOLLY_LOST
  return values.includes(LOST) ? LOST : undefined
}
