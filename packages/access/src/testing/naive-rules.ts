import fc from 'fast-check'

/** What stands in a rule: data, or the name of a variable. */
export type NaiveValue = { data: unknown } | { variable: string }
type NaiveComparison = { field: string; operator: '$eq' | '$ne' | '$gt' | null; value: NaiveValue; isTurned?: boolean }
type NaiveList = { field: string; list: '$in' | '$nin'; values: readonly NaiveValue[] | { variable: string } }
/** A filter as a tree: a condition on a field (with `isTurned` inside `$not`), or filters that are combined. */
export type NaiveFilter =
  | NaiveComparison
  | NaiveList
  | { or: readonly NaiveFilter[] }
  | { and: readonly NaiveFilter[] }
  | { nor: readonly NaiveFilter[] }

/** Every variable of one request by its text; what is not there is unbound. */
export type NaiveVariables = Readonly<Record<string, unknown>>

const NOTHING = { _id: { $in: [] } }

/** The filters that one combines, and by what; undefined for a condition. */
function combined(filter: NaiveFilter): { by: '$or' | '$and' | '$nor'; inner: readonly NaiveFilter[] } | undefined {
  if ('or' in filter) return { by: '$or', inner: filter.or }
  if ('and' in filter) return { by: '$and', inner: filter.and }
  return 'nor' in filter ? { by: '$nor', inner: filter.nor } : undefined
}

type NaiveRule = NaiveComparison | NaiveList
const conditionOf = (filter: NaiveFilter): NaiveRule | undefined => ('field' in filter ? filter : undefined)

/** The filter as it is stored. */
export function storedFilter(filter: NaiveFilter): Record<string, unknown> {
  const parts = combined(filter)
  if (parts) return { [parts.by]: parts.inner.map(storedFilter) }
  const condition = conditionOf(filter)
  if (!condition) return {}
  if ('list' in condition) {
    const { values } = condition
    return { [condition.field]: { [condition.list]: 'variable' in values ? values.variable : values.map(storedValue) } }
  }
  return { [condition.field]: operand(condition, storedValue(condition.value)) }
}

function operand({ operator, isTurned }: NaiveComparison, value: unknown): unknown {
  if (isTurned) return { $not: { [operator ?? '$eq']: value } }
  return operator ? { [operator]: value } : value
}

export const storedValue = (value: NaiveValue): unknown => ('variable' in value ? value.variable : value.data)

/** The filter with the values of a request: what is compared with an unbound variable matches nothing. */
export function filledFilter(filter: NaiveFilter, variables: NaiveVariables): Record<string, unknown> {
  return isLostWhole(filter, variables) ? NOTHING : fill(filter, variables)
}

export const isBound = (value: NaiveValue, variables: NaiveVariables): boolean =>
  'data' in value || (variables[value.variable] !== undefined && variables[value.variable] !== null)

function isFillable(condition: NaiveRule, variables: NaiveVariables): boolean {
  if (!('list' in condition)) return isBound(condition.value, variables)
  if ('variable' in condition.values) return Array.isArray(variables[condition.values.variable])
  return condition.values.every(value => isBound(value, variables))
}

/** Whether more documents could match because a variable is unbound: something turns its comparison round. */
function isLostWhole(filter: NaiveFilter, variables: NaiveVariables, isTurned = false): boolean {
  const parts = combined(filter)
  if (parts) return parts.inner.some(inner => isLostWhole(inner, variables, isTurned || parts.by === '$nor'))
  const condition = conditionOf(filter)
  return condition !== undefined && (isTurned || turnsRound(condition)) && !isFillable(condition, variables)
}

const turnsRound = (condition: NaiveRule): boolean =>
  'list' in condition ? condition.list === '$nin' : condition.operator === '$ne' || condition.isTurned === true

/** Whether every document is left out because of a variable. */
function isNothing(filter: NaiveFilter, variables: NaiveVariables): boolean {
  if ('and' in filter) return filter.and.some(inner => isNothing(inner, variables))
  const condition = conditionOf(filter)
  return condition !== undefined && !isFillable(condition, variables)
}

function fill(filter: NaiveFilter, variables: NaiveVariables): Record<string, unknown> {
  if (isNothing(filter, variables)) return NOTHING
  const parts = combined(filter)
  if (parts) return { [parts.by]: parts.inner.map(inner => fill(inner, variables)) }
  const condition = conditionOf(filter)
  if (!condition) return {}
  if ('list' in condition) {
    const { values } = condition
    const filled = 'variable' in values ? variables[values.variable] : values.map(one => filledValue(one, variables))
    return { [condition.field]: { [condition.list]: filled } }
  }
  const value = filledValue(condition.value, variables)
  const isCompound = 'variable' in condition.value && typeof value === 'object' && !condition.operator
  return { [condition.field]: isCompound && !condition.isTurned ? { $eq: value } : operand(condition, value) }
}

/** Whether a filter that was filled matches a document whose fields hold numbers. */
export function matches(filter: Record<string, unknown>, document: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    const branches = () => (Array.isArray(condition) ? condition.map(branch => matches(branch, document)) : [])
    if (key === '$or') return branches().some(Boolean)
    if (key === '$and') return branches().every(Boolean)
    if (key === '$nor') return !branches().some(Boolean)
    return meets(document[key], condition)
  })
}

function meets(value: unknown, condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return value === condition
  return Object.entries(condition).every(([operator, operand]) => meetsOperator(value, operator, operand))
}

function meetsOperator(value: unknown, operator: string, operand: unknown): boolean {
  if (operator === '$not') return !meets(value, operand)
  const list = Array.isArray(operand) ? operand : []
  if (operator === '$in' || operator === '$nin') return list.includes(value) === (operator === '$in')
  if (operator === '$gt') return Number(value) > Number(operand)
  return (value === operand) === (operator === '$eq')
}

export const filledValue = (value: NaiveValue, variables: NaiveVariables): unknown =>
  'variable' in value ? variables[value.variable] : value.data

const variableNames = [
  '@user._id',
  '@user.team',
  '@user.teams',
  '@user.missing',
  '@now',
  '@filter',
  "@qparams['q']",
  "@qparams['missing']",
  '@request.body.x',
  '@request.body.missing',
  '@request.method',
  '@request.relativePath',
  '@request.userName',
] as const

const field = fc.constantFrom('a', 'b.c', 'd')
const data = fc.constantFrom<unknown>('x', 5, true, null, 'someone@user.com')
export const valueArbitrary: fc.Arbitrary<NaiveValue> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ data }) },
  { weight: 1, arbitrary: fc.record({ variable: fc.constantFrom<string>(...variableNames) }) },
)
/** Filters over these fields, values and names of variables. */
function filtersOver(fields: fc.Arbitrary<string>, value: fc.Arbitrary<NaiveValue>, names: readonly string[]) {
  const variable = fc.record({ variable: fc.constantFrom<string>(...names) })
  const condition: fc.Arbitrary<NaiveFilter> = fc.oneof(
    fc.record(
      { field: fields, operator: fc.constantFrom('$eq', '$ne', '$gt', null), value, isTurned: fc.boolean() },
      { requiredKeys: ['field', 'operator', 'value'] },
    ),
    fc.record({
      field: fields,
      list: fc.constantFrom('$in', '$nin'),
      values: fc.oneof(fc.array(value, { maxLength: 2 }), variable),
    }),
  )
  return fc.letrec<{ filter: NaiveFilter }>(tie => {
    const inner = fc.array(tie('filter'), { minLength: 1, maxLength: 2 })
    return {
      filter: fc.oneof(
        { maxDepth: 2 },
        { weight: 6, arbitrary: condition },
        { weight: 2, arbitrary: fc.record({ or: inner }) },
        { weight: 1, arbitrary: fc.record({ and: inner }) },
        { weight: 1, arbitrary: fc.record({ nor: inner }) },
      ),
    }
  }).filter
}
export const filterArbitrary: fc.Arbitrary<NaiveFilter> = filtersOver(field, valueArbitrary, variableNames)

const MATCHED_NAMES = ['@user.one', '@user.two', '@user.list']
/** Filters for `matches`: fields and data are few and numbers, so that they often meet. */
export const matchedFilterArbitrary: fc.Arbitrary<NaiveFilter> = filtersOver(
  fc.constantFrom('a', 'b'),
  fc.oneof(
    fc.record({ data: fc.nat(2) }),
    fc.record({ variable: fc.constantFrom(...MATCHED_NAMES.filter(name => name !== '@user.list')) }),
  ),
  MATCHED_NAMES,
)
