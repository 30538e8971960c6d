import { checkFilter, isDocument } from '@sluice/documents'
import { findFilterFaults } from '@sluice/store'
import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql'
import type { Clause, FilterTemplate, ValueOperator } from '../model/filter-template.ts'
import type { ArgumentHole, Hole } from '../model/hole.ts'
import { faultOfPattern, faultOfValue } from '../model/hole-values.ts'
import { isPath, parsePropertyPath } from '../values/property-path.ts'
import { compileComparison, compileComparisons, isGivenFilter } from './compile-given-filter.ts'
import { compileHole, containsHole, isHole, type MappingPlace } from './compile-hole.ts'
import type { FieldContext } from './field-context.ts'

const MAX_DEPTH = 20
const VALUE_OPERATORS: readonly ValueOperator[] = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$all']
const LIST_OPERATORS: readonly string[] = ['$in', '$nin', '$all']
/** Allowed with what the mapping itself says, never with a value from outside. */
const FIXED_OPERATORS = ['$exists', '$not', '$elemMatch', '$size', '$type', '$mod', '$regex', '$options']

/** Compiles a `find`; every fault is reported with its path. */
export function compileFilter(place: MappingPlace, context: FieldContext, depth = 0): FilterTemplate {
  const { value, path } = place
  if (depth > MAX_DEPTH) return fault(context, path, `A filter may be nested ${MAX_DEPTH} levels deep at most.`)
  if (isHole(value)) return isGivenFilter(value) ? compileComparisons(place, context) : compileWhole(place, context)
  if (!isDocument(value)) return fault(context, path, 'A filter is an object.')
  return Object.entries(value).flatMap(([key, inner]): FilterTemplate => {
    const at = { value: inner, path: `${path}.${key}` }
    if (key === '$and' || key === '$or' || key === '$nor') return compileLogical(key, { at, context, depth })
    if (key.startsWith('$')) return fault(context, at.path, `${key} is not allowed in a mapping.`)
    const parsed = parsePropertyPath(key)
    if (!isPath(parsed)) return fault(context, at.path, parsed.fault)
    if (context.isProtected(key)) return fault(context, at.path, `${key} is protected: nobody can filter by it.`)
    return compileCondition(key, { at, context, depth })
  })
}

type NestedFilter = { at: MappingPlace; context: FieldContext; depth: number }

function fault(context: FieldContext, path: string, message: string): FilterTemplate {
  context.report(path, message)
  return []
}

function compileLogical(operator: '$and' | '$or' | '$nor', { at, context, depth }: NestedFilter): FilterTemplate {
  if (!Array.isArray(at.value) || at.value.length === 0) {
    return fault(context, at.path, `${operator} is a list of at least one filter.`)
  }
  const branches = at.value.map((value, index) =>
    compileFilter({ value, path: `${at.path}.${index}` }, context, depth + 1),
  )
  return [{ kind: 'logical', operator, branches }]
}

function compileCondition(field: string, inside: NestedFilter): FilterTemplate {
  const { at, context } = inside
  if (isGivenFilter(at.value)) return compileComparison(field, at, context)
  if (isHole(at.value)) return valueClause({ field, operator: '$is' }, at, context)
  if (!isOperators(at.value)) {
    if (containsHole(at.value)) return fault(context, at.path, '$arg and $fk can not stand inside a value.')
    return fixed({ field, condition: at.value }, at, context)
  }
  const operators = at.value
  if (Object.hasOwn(operators, '$regex') && isHole(operators.$regex)) return compilePattern(field, inside, operators)
  return Object.entries(operators).flatMap(([operator, value]) => {
    const place = { value, path: `${at.path}.${operator}` }
    return compileOperator({ field, operator, all: operators }, { ...inside, at: place })
  })
}

type OperatorUse = { field: string; operator: string; all: Record<string, unknown> }

function compileOperator({ field, operator, all }: OperatorUse, inside: NestedFilter): FilterTemplate {
  const { at, context } = inside
  const known = VALUE_OPERATORS.find(each => each === operator)
  if (known && isHole(at.value)) return valueClause({ field, operator: known }, at, context)
  if (!known && !FIXED_OPERATORS.includes(operator)) return fault(context, at.path, unknownOperator(operator))
  if (containsHole(at.value)) return fault(context, at.path, `$arg and $fk can not stand inside ${operator} here.`)
  if (operator === '$options' && Object.hasOwn(all, '$regex')) return []
  const condition = operator === '$regex' ? withOptions(at.value, all) : { [operator]: at.value }
  return fixed({ field, condition }, at, context)
}

const withOptions = ($regex: unknown, { $options }: Record<string, unknown>) =>
  $options === undefined || containsHole($options) ? { $regex } : { $regex, $options }

function fixed(
  { field, condition }: { field: string; condition: unknown },
  { path }: MappingPlace,
  context: FieldContext,
) {
  const problem = faultOfFixed(field, condition)
  return problem ? fault(context, path, problem) : [{ kind: 'fixed' as const, filter: { [field]: condition } }]
}

const unknownOperator = (operator: string): string =>
  operator.startsWith('$')
    ? `${operator} is not allowed in a mapping.`
    : `"${operator}" can not stand beside operators.`

/** What is wrong with a condition that the mapping itself gives. */
function faultOfFixed(field: string, condition: unknown): string | undefined {
  return (
    checkFilter({ [field]: condition }, { hidden: [] })?.detail ??
    findFilterFaults({ [field]: condition }, '')[0]?.message
  )
}

const isOperators = (value: unknown): value is Record<string, unknown> =>
  isDocument(value) && Object.keys(value).some(key => key.startsWith('$'))

function valueClause(
  { field, operator }: { field: string; operator: ValueOperator },
  place: MappingPlace,
  context: FieldContext,
): FilterTemplate {
  const hole = compileHole(place, context)
  if (!hole) return []
  const problem = hole.kind === 'arg' ? faultOfArgument(operator, hole) : undefined
  if (problem) return fault(context, place.path, problem)
  // An equality with a stored value is literal whatever the value is.
  const isStoredEquality = hole.kind !== 'arg' && operator === '$eq'
  return [{ kind: 'condition', field, operator: isStoredEquality ? '$is' : operator, hole }]
}

function faultOfArgument(operator: ValueOperator, hole: ArgumentHole): string | undefined {
  if (hole.default) {
    const problem = faultOfValue(operator, hole.default.value)
    if (problem) return `The default can not stand here. ${problem}`
  }
  if (!hole.type || operator === '$is') return undefined
  const isList = isListType(getNullableType(hole.type))
  if (getNamedType(hole.type).name === 'Regex') return `A Regex can not stand in ${operator}.`
  if (LIST_OPERATORS.includes(operator)) {
    return isList ? undefined : `${operator} needs a list, and the argument is of type ${String(hole.type)}.`
  }
  return isList ? `${operator} takes one value, and the argument is of type ${String(hole.type)}.` : undefined
}

function compilePattern(
  field: string,
  { at, context }: NestedFilter,
  operators: Record<string, unknown>,
): FilterTemplate {
  const { $regex, $options = '', $regexMode } = operators
  const wrong = faultBesidePattern(operators)
  if (wrong) return fault(context, `${at.path}.${wrong.key}`, wrong.message)
  const place = { value: $regex, path: `${at.path}.$regex` }
  const hole = compileHole(place, context)
  if (!hole) return []
  const isLiteral = $regexMode === 'literal'
  const problem = hole.kind === 'arg' ? faultOfPatternArgument(hole, isLiteral) : undefined
  if (problem) return fault(context, place.path, problem)
  return [{ kind: 'pattern', field, hole, isLiteral, options: String($options) }]
}

/** Beside a pattern from outside only the mapping's own options may stand. */
function faultBesidePattern(operators: Record<string, unknown>): { key: string; message: string } | undefined {
  const { $regex: _, $options = '', $regexMode, ...others } = operators
  const [other] = Object.keys(others)
  if (other) return { key: other, message: `${other} can not stand beside a $regex from outside.` }
  if (typeof $options !== 'string' || !/^[ims]*$/.test($options)) {
    return { key: '$options', message: '$options holds i, m and s, and comes from the mapping alone.' }
  }
  if ($regexMode === undefined || $regexMode === 'literal') return undefined
  return { key: '$regexMode', message: 'The only $regexMode is "literal".' }
}

function faultOfPatternArgument({ type, default: given }: ArgumentHole, isLiteral: boolean): string | undefined {
  const name = type ? String(getNullableType(type)) : 'String'
  if (name !== 'String' && name !== 'ID') return `$regex needs a String, not ${name}.`
  const problem = given && faultOfPattern(given.value, isLiteral)
  return problem && `The default can not stand here. ${problem}`
}

function compileWhole(place: MappingPlace, context: FieldContext): FilterTemplate {
  const hole = compileHole(place, context)
  if (!hole) return []
  const problem = faultOfWhole(hole, context)
  if (problem) return fault(context, place.path, problem)
  const clause: Clause = { kind: 'whole', hole }
  return [clause]
}

function faultOfWhole(hole: Hole, context: FieldContext): string | undefined {
  if (hole.kind !== 'arg') return 'A whole filter can come from an argument alone.'
  if (hole.default) return 'A whole filter has no default. Give the argument one in the schema.'
  const type: GraphQLInputType | undefined = hole.type && getNullableType(hole.type)
  if (!type || !isInputObjectType(type)) return 'A whole filter needs an argument whose type is an input object.'
  const hidden = Object.keys(type.getFields()).find(context.isProtected)
  return hidden ? `${hidden} is protected: nobody can filter by it.` : undefined
}
