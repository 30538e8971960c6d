import fc from 'fast-check'

/** What stands in a rule: data, or the name of a variable. */
export type NaiveValue = { data: unknown } | { variable: string }
/** A filter as a tree: conditions on fields, all of which must hold, or a choice. */
export type NaiveFilter =
  | { field: string; operator: '$eq' | '$ne' | '$gt' | null; value: NaiveValue }
  | { field: string; list: '$in' | '$nin'; values: readonly NaiveValue[] | { variable: string } }
  | { or: readonly NaiveFilter[] }

/** Every variable of one request by its text; what is not there is unbound. */
export type NaiveVariables = Readonly<Record<string, unknown>>

/** The filter as it is stored. */
export function storedFilter(filter: NaiveFilter): Record<string, unknown> {
  if ('or' in filter) return { $or: filter.or.map(storedFilter) }
  if ('list' in filter) {
    const { values } = filter
    return { [filter.field]: { [filter.list]: 'variable' in values ? values.variable : values.map(storedValue) } }
  }
  const value = storedValue(filter.value)
  return { [filter.field]: filter.operator ? { [filter.operator]: value } : value }
}

export const storedValue = (value: NaiveValue): unknown => ('variable' in value ? value.variable : value.data)

/** The filter with the values of a request; one unbound variable anywhere, and it matches nothing. */
export function filledFilter(filter: NaiveFilter, variables: NaiveVariables): Record<string, unknown> {
  return isFillable(filter, variables) ? fill(filter, variables) : { _id: { $in: [] } }
}

export const isBound = (value: NaiveValue, variables: NaiveVariables): boolean =>
  'data' in value || (variables[value.variable] !== undefined && variables[value.variable] !== null)

function isFillable(filter: NaiveFilter, variables: NaiveVariables): boolean {
  if ('or' in filter) return filter.or.every(inner => isFillable(inner, variables))
  if (!('list' in filter)) return isBound(filter.value, variables)
  if ('variable' in filter.values) return Array.isArray(variables[filter.values.variable])
  return filter.values.every(value => isBound(value, variables))
}

function fill(filter: NaiveFilter, variables: NaiveVariables): Record<string, unknown> {
  if ('or' in filter) return { $or: filter.or.map(inner => fill(inner, variables)) }
  if ('list' in filter) {
    const { values } = filter
    const filled = 'variable' in values ? variables[values.variable] : values.map(one => filledValue(one, variables))
    return { [filter.field]: { [filter.list]: filled } }
  }
  const value = filledValue(filter.value, variables)
  if (filter.operator) return { [filter.field]: { [filter.operator]: value } }
  const isCompound = 'variable' in filter.value && typeof value === 'object'
  return { [filter.field]: isCompound ? { $eq: value } : value }
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
const condition: fc.Arbitrary<NaiveFilter> = fc.oneof(
  fc.record({ field, operator: fc.constantFrom('$eq', '$ne', '$gt', null), value: valueArbitrary }),
  fc.record({
    field,
    list: fc.constantFrom('$in', '$nin'),
    values: fc.oneof(
      fc.array(valueArbitrary, { maxLength: 2 }),
      fc.record({ variable: fc.constantFrom<string>(...variableNames) }),
    ),
  }),
)
export const filterArbitrary: fc.Arbitrary<NaiveFilter> = fc.oneof(
  { weight: 3, arbitrary: condition },
  { weight: 1, arbitrary: fc.record({ or: fc.array(condition, { minLength: 1, maxLength: 2 }) }) },
)
