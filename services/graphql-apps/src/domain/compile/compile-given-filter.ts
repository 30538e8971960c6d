import { isDocument } from '@sluice/documents'
import { getNullableType } from 'graphql'
import type { FilterTemplate } from '../model/filter-template.ts'
import { readComparison } from '../model/given-comparison.ts'
import type { ArgumentHole } from '../model/hole.ts'
import { compileArgumentHole, isHole, type MappingPlace } from './compile-hole.ts'
import type { FieldContext } from './field-context.ts'

/** `{"$arg": …, "$as": …}`: what the argument brings is more than a value. */
export const isGivenFilter = (value: unknown): boolean =>
  isHole(value) && isDocument(value) && Object.hasOwn(value, '$as')

/** Compiles a filter on one field that an argument brings. */
export function compileComparison(field: string, place: MappingPlace, context: FieldContext): FilterTemplate {
  const hole = compileFilterArgument(place, context)
  const problem = hole?.default && readComparison(hole.default.value)
  if (typeof problem === 'string') return fault(context, place.path, `The default can not stand here. ${problem}`)
  return hole ? [{ kind: 'comparisons', hole, of: { kind: 'one', field } }] : []
}

/** Compiles a whole `find` that an argument brings. */
export function compileComparisons(place: MappingPlace, context: FieldContext): FilterTemplate {
  const { givenFilters } = context
  const hole = compileFilterArgument(place, context)
  if (!hole) return []
  if (givenFilters?.kind !== 'wholes') return fault(context, place.path, NO_FIELDS)
  if (hole.default)
    return fault(context, place.path, 'A whole filter has no default. Give the argument one in the schema.')
  return [{ kind: 'comparisons', hole, of: { kind: 'named', propertyOf: givenFilters.propertyOf } }]
}

const NO_FIELDS =
  'A whole filter from an argument needs a find of an object type, an interface or a union: their fields are what it may name. Filter by single fields here.'

function fault(context: FieldContext, path: string, message: string): FilterTemplate {
  context.report(path, message)
  return []
}

function compileFilterArgument({ value, path }: MappingPlace, context: FieldContext): ArgumentHole | undefined {
  const given = isDocument(value) ? value : {}
  const extra = Object.keys(given).filter(key => key !== '$arg' && key !== '$as')
  if (extra.length > 0) return context.report(path, `${extra.join(', ')} can not stand beside $as.`)
  if (given.$as !== 'filter') return context.report(`${path}.$as`, 'The only $as is "filter".')
  if (!context.givenFilters) return context.report(path, NO_WRITE)
  const hole = compileArgumentHole({ value: given.$arg, path: `${path}.$arg` }, context)
  if (!hole || isOpen(hole)) return hole
  return context.report(path, `"$as": "filter" needs a BsonDocument, and the argument is of type ${String(hole.type)}.`)
}

const NO_WRITE = 'The filter of a write takes no operators from an argument: one of them would do to hit everything.'

/** Only where any value may come can an operator come. */
const isOpen = ({ type }: ArgumentHole): boolean => !type || String(getNullableType(type)) === 'BsonDocument'
