import { isDocument } from '@sluice/documents'
import { type GraphQLInputType, getNullableType, isInputObjectType } from 'graphql'
import { ABSENT, type FillClause, type GivenComparison } from '../model/filter-template.ts'
import { faultOfComparisons, readComparison } from '../model/given-comparison.ts'
import type { Hole } from '../model/hole.ts'
import { badInput, faultOfPattern, faultOfValue, quotePattern } from '../model/hole-values.ts'
import { parentList } from '../model/join-batch.ts'
import { ownField } from '../values/bson-values.ts'
import { describeHole } from './read-hole.ts'

/** Fills the holes of a filter with what `read` gives; each value is checked by the place where it goes. @param name of the mapping */
export function createFill(name: string, read: (hole: Hole) => unknown): FillClause {
  return {
    value({ operator, hole }) {
      const value = hole.kind !== 'arg' && isListOperator(operator) ? parentList(read(hole)) : read(hole)
      if (value === ABSENT) return ABSENT
      // Stored values in `$in` are told apart by the template; everything else obeys the table.
      const fault = hole.kind !== 'arg' && operator === '$in' ? undefined : faultOfValue(operator, value)
      if (fault) throw badInput(`${describeHole(hole)} of ${name} can not be used. ${fault}`)
      return value
    },
    pattern({ hole, isLiteral }) {
      const value = read(hole)
      if (value === ABSENT) return ABSENT
      const fault = faultOfPattern(value, isLiteral)
      if (fault || typeof value !== 'string')
        throw badInput(`${describeHole(hole)} of ${name} can not be used. ${fault}`)
      return isLiteral ? quotePattern(value) : value
    },
    leaves({ hole }) {
      const value = read(hole)
      const type = hole.kind === 'arg' && hole.type ? getNullableType(hole.type) : undefined
      const leaves = leavesOf(value, { type, prefix: '' })
      return leaves.length === 0 ? ABSENT : leaves
    },
    comparisons({ hole, of }) {
      const value = read(hole)
      if (value === ABSENT) return ABSENT
      const words = `${describeHole(hole)} of ${name}`
      if (of.kind === 'one') return [[of.field, comparisonOf(value, words)]]
      const fields = namedComparisons(value, of.propertyOf, words)
      return fields.length === 0 ? ABSENT : fields
    },
  }
}

/** Characters of a name that are told again. */
const MAX_NAME = 100

function comparisonOf(value: unknown, words: string): GivenComparison {
  const comparison = readComparison(value)
  if (typeof comparison === 'string') throw badInput(`${words} can not be used. ${comparison}`)
  return comparison
}

type NamedComparisons = (readonly [property: string, comparison: GivenComparison])[]

/** A null says no more than nothing does: no field is named. */
function namedComparisons(
  value: unknown,
  propertyOf: (field: string) => string | undefined,
  words: string,
): NamedComparisons {
  if (value === null) return []
  const fault = faultOfComparisons(value)
  if (fault || !isDocument(value)) throw badInput(`${words} can not be used. ${fault}`)
  return Object.entries(value).map(([field, given]) => {
    const property = propertyOf(field)
    if (property === undefined) throw badInput(`${words} can not filter by "${field.slice(0, MAX_NAME)}".`)
    return [property, comparisonOf(given, `${words}, at "${field}",`)]
  })
}

const isListOperator = (operator: string): boolean => operator === '$in' || operator === '$nin' || operator === '$all'

type NestedInput = { type: GraphQLInputType | undefined; prefix: string }

/** Dotted field and value of every leaf. What is a leaf is said by the type, never by the value. */
function leavesOf(input: unknown, { type, prefix }: NestedInput): (readonly [string, unknown])[] {
  if (!isInputObjectType(type) || !isDocument(input)) return []
  return Object.values(type.getFields()).flatMap((field): (readonly [string, unknown])[] => {
    const value = ownField(input, field.name)
    const path = `${prefix}${field.name}`
    const inner = getNullableType(field.type)
    if (value === undefined) return []
    if (isInputObjectType(inner) && value !== null) return leavesOf(value, { type: inner, prefix: `${path}.` })
    return [[path, value]]
  })
}
