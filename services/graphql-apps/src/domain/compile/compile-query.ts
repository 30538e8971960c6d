import { fieldErrors } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import {
  type GraphQLCompositeType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { z } from 'zod'
import type {
  AggregationMapping,
  FindMapping,
  JoinKey,
  JoinStrategy,
  NumberTemplate,
  QueryMapping,
  SortTemplate,
} from '../model/app-model.ts'
import type { Clause, FilterTemplate } from '../model/filter-template.ts'
import type { ArgumentHole } from '../model/hole.ts'
import { faultOfCount, faultOfDirection, faultOfSort } from '../model/hole-values.ts'
import { MAX_BATCH } from '../model/join-batch.ts'
import { parentHoles, parentHolesOfStages } from '../model/stage-template.ts'
import { ownField } from '../values/bson-values.ts'
import { isPath, parsePropertyPath } from '../values/property-path.ts'
import { plainValue } from '../values/scalars.ts'
import { compileFilter } from './compile-filter.ts'
import { compileArgumentHole, isHole, type MappingPlace } from './compile-hole.ts'
import { compileStages } from './compile-stages.ts'
import type { FieldContext, GivenFilters } from './field-context.ts'

/** The databases and collections that an app may read. @returns what is wrong; undefined when it may */
export type AppReach = {
  faultOfDatabase(db: string): string | undefined
  faultOfCollection(db: string, collection: string): string | undefined
}

export type QueryContext = FieldContext & {
  /** Reports what an app that is stored already goes on with, its field answering nothing. */
  reportFlaw: FieldContext['report']
  reach: AppReach
  /** Properties of a collection that are never fetched. */
  hidden: (namespace: { db: string; collection: string }) => readonly string[]
  /** The property that each dotted field name of the type stands for; undefined where it is no property. */
  propertyOf: (type: GraphQLCompositeType, field: string) => string | undefined
}

const KEYS_OF_FIND = ['db', 'collection', 'find', 'sort', 'limit', 'skip', 'dataLoader']
const KEYS_OF_AGGREGATION = ['db', 'collection', 'stages', 'dataLoader']

/** Gives the parts of a mapping by their keys. */
type MappingParts = (key: string) => MappingPlace

/** Compiles a mapping of a field to a query; every fault is reported with its path. */
export function compileQuery(place: MappingPlace, context: QueryContext): QueryMapping {
  const mapping = isDocument(place.value) ? place.value : {}
  const at: MappingParts = key => ({ value: ownField(mapping, key), path: `${place.path}.${key}` })
  const isAggregation = Object.hasOwn(mapping, 'stages')
  const known = isAggregation ? KEYS_OF_AGGREGATION : KEYS_OF_FIND
  for (const key of Object.keys(mapping)) {
    if (!known.includes(key)) context.report(at(key).path, `${key} is not known here. Known are ${known.join(', ')}.`)
  }
  checkType(place.path, context)
  return isAggregation ? compileAggregation(at, context) : compileFind(at, context)
}

function compileFind(at: MappingParts, context: QueryContext): FindMapping {
  const find =
    at('find').value === undefined ? [] : compileFilter(at('find'), { ...context, givenFilters: wholesOf(context) })
  const limit = compileCount('limit', at('limit'), context)
  const skip = compileCount('skip', at('skip'), context)
  const options = compileLoader(at('dataLoader'), context)
  const isBatched = options.batching && !limit && !skip
  return {
    ...compileTarget(at, context),
    how: 'find',
    find,
    sort: compileSort(at('sort'), context),
    limit,
    skip,
    strategy: strategyOf(find, { ...options, isBatched }),
  }
}

function compileAggregation(at: MappingParts, context: QueryContext): AggregationMapping {
  const target = compileTarget(at, context)
  const { db, collection } = target
  const stages = compileStages(at('stages'), {
    ...context,
    givenFilters: { kind: 'fields' },
    collection,
    faultOfCollection: name => context.reach.faultOfCollection(db, name),
    hiddenOf: name => context.hidden({ db, collection: name }),
  })
  const options = compileLoader(at('dataLoader'), context)
  const isJoin = parentHolesOfStages(stages).length > 0
  const strategy = isJoin ? ({ kind: 'each', isShared: options.caching, key: undefined } as const) : SAME
  return { ...target, how: 'aggregate', stages, strategy }
}

function compileTarget(at: MappingParts, context: QueryContext) {
  const { db, collection } = compileNamespace(at('db'), at('collection'), context)
  const isList = isListType(getNullableType(context.field.type))
  return { kind: 'query', name: context.name, db, collection, isRoot: context.isRoot, isList } as const
}

const loaderOptions = z.strictObject({
  batching: z.boolean().default(true),
  caching: z.boolean().default(true),
  maxBatchSize: z.int().min(1).max(MAX_BATCH).default(MAX_BATCH),
})
type LoaderOptions = z.infer<typeof loaderOptions>

function compileLoader({ value = {}, path }: MappingPlace, { report }: QueryContext): LoaderOptions {
  const parsed = loaderOptions.safeParse(plainNumbers(value))
  if (parsed.success) return parsed.data
  for (const fault of fieldErrors(parsed.error)) report(fault.path ? `${path}.${fault.path}` : path, fault.message)
  return loaderOptions.parse({})
}

/** Numbers of a stored mapping may come as classes of bson. */
const plainNumbers = (value: unknown): unknown =>
  isDocument(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each)])) : value

function checkType(path: string, { field, report }: FieldContext): void {
  const nullable = getNullableType(field.type)
  const type = getNullableType(isListType(nullable) ? nullable.ofType : nullable)
  if (isCompositeType(type) || String(type) === 'BsonDocument') return
  report(path, `A query gives documents, and ${String(field.type)} is no type of objects, nor a list of one.`)
}

function compileNamespace(db: MappingPlace, collection: MappingPlace, { reach, report }: QueryContext) {
  const name = { db: textAt(db, report), collection: textAt(collection, report) }
  const problem = name.db && reach.faultOfDatabase(name.db)
  if (problem) report(db.path, problem)
  const refused = name.collection && reach.faultOfCollection(name.db, name.collection)
  if (refused) report(collection.path, refused)
  return name
}

function textAt({ value, path }: MappingPlace, report: FieldContext['report']): string {
  if (typeof value === 'string' && value !== '') return value
  report(path, value === undefined ? 'is missing.' : 'must be a name, as text.')
  return ''
}

function compileCount(key: 'limit' | 'skip', place: MappingPlace, context: FieldContext): NumberTemplate | undefined {
  const { value, path } = place
  if (value === undefined) return undefined
  if (isHole(value)) return compileCountHole(key, place, context)
  const problem = faultOfCount(key, value)
  return problem || typeof value !== 'number' ? context.report(path, problem ?? '') : { kind: 'fixed', value }
}

function compileCountHole(
  key: 'limit' | 'skip',
  place: MappingPlace,
  context: FieldContext,
): NumberTemplate | undefined {
  const hole = compileOwnArgument(place, context)
  if (!hole) return undefined
  const type = hole.type ? String(getNullableType(hole.type)) : 'Int'
  if (type !== 'Int') return context.report(place.path, `${key} needs an Int, and the argument is of type ${type}.`)
  const problem = hole.default && faultOfCount(key, hole.default.value)
  return problem ? context.report(place.path, `The default can not stand here. ${problem}`) : { kind: 'hole', hole }
}

/** A hole that takes an argument and nothing else. */
function compileOwnArgument({ value, path }: MappingPlace, context: FieldContext) {
  if (!isDocument(value) || Object.keys(value).join() !== '$arg') {
    return context.report(path, 'Only {"$arg": …} can stand here.')
  }
  return compileArgumentHole({ value: value.$arg, path: `${path}.$arg` }, context)
}

function compileSort(place: MappingPlace, context: QueryContext): SortTemplate | undefined {
  const { value, path } = place
  if (value === undefined) return undefined
  if (isHole(value)) return compileSortHole(place, context)
  const given = isDocument(value) ? Object.entries(value) : []
  // A direction that an argument gives is looked at where it is given.
  const fixed = isDocument(value)
    ? Object.fromEntries(given.map(([key, each]) => [key, isHole(each) ? 1 : each]))
    : value
  const problem = faultOfSort(fixed)
  if (problem) return context.report(path, problem)
  const fields = given.flatMap(([key, each]) => compileSortField(key, { value: each, path: `${path}.${key}` }, context))
  const fixedFields = fields.flatMap(([key, each]) => (typeof each === 'object' ? [] : [[key, each] as const]))
  return fixedFields.length < fields.length
    ? { kind: 'directed', fields }
    : { kind: 'fixed', sort: Object.fromEntries(fixedFields) }
}

type SortField = readonly [field: string, direction: 1 | -1 | ArgumentHole]

function compileSortField(key: string, place: MappingPlace, context: QueryContext): SortField[] {
  const parsed = parsePropertyPath(key)
  if (!isPath(parsed)) context.report(place.path, parsed.fault)
  else if (context.isProtected(key)) context.report(place.path, `${key} is protected: nobody can sort by it.`)
  else if (!isHole(place.value)) return [[key, place.value === -1 ? -1 : 1]]
  else {
    const direction = compileDirection(place, context)
    return direction ? [[key, direction]] : []
  }
  return []
}

function compileDirection(place: MappingPlace, context: QueryContext): ArgumentHole | undefined {
  const hole = compileOwnArgument(place, context)
  if (!hole) return undefined
  const type = hole.type ? String(getNullableType(hole.type)) : 'Int'
  if (type !== 'Int') {
    return context.report(place.path, `A direction needs an Int, 1 or -1, and the argument is of type ${type}.`)
  }
  const problem = hole.default && faultOfDirection(hole.default.value)
  return problem ? context.report(place.path, `The default can not stand here. ${problem}`) : hole
}

function compileSortHole(place: MappingPlace, context: QueryContext): SortTemplate | undefined {
  const hole = compileOwnArgument(place, context)
  if (!hole) return undefined
  const type = hole.type && getNullableType(hole.type)
  if (hole.default) return context.report(place.path, 'A sort has no default. Give the argument one in the schema.')
  if (type && !isInputObjectType(type) && String(type) !== 'BsonDocument') {
    return context.report(place.path, `A sort needs an input object or a BsonDocument, not ${String(type)}.`)
  }
  return { kind: 'hole', hole, propertyOf: openPropertyOf(context) }
}

/** What a caller may name: a field of the type that is a property, and one that is not protected. */
function openPropertyOf({ field, propertyOf, isProtected }: QueryContext): (name: string) => string | undefined {
  const target = getNamedType(field.type)
  return name => {
    const property = isCompositeType(target) ? propertyOf(target, name) : undefined
    return property === undefined || isProtected(property) ? undefined : property
  }
}

/** A `BsonDocument` has no fields that would say what a filter may name. */
const wholesOf = (context: QueryContext): GivenFilters =>
  isCompositeType(getNamedType(context.field.type))
    ? { kind: 'wholes', propertyOf: openPropertyOf(context) }
    : { kind: 'fields' }

const SAME: JoinStrategy = { kind: 'same' }

/**
 * Chooses how parents are joined. If every `$fk` stands at the top in an equality or an `$in`, many parents share one
 * query where they may.
 */
function strategyOf(find: FilterTemplate, options: LoaderOptions & { isBatched: boolean }): JoinStrategy {
  const holding = find.filter(clause => parentHoles([clause]).length > 0)
  if (holding.length === 0) return SAME
  const keys = holding.flatMap(joinKeyOf)
  const isByKeys = keys.length === holding.length
  if (isByKeys && options.isBatched) return { kind: 'batched', keys, most: options.maxBatchSize }
  return { kind: 'each', isShared: options.caching, key: isByKeys && keys.length === 1 ? keys[0] : undefined }
}

function joinKeyOf(clause: Clause): JoinKey[] {
  if (clause.kind !== 'condition' || clause.hole.kind !== 'fk') return []
  const { field, operator, hole } = clause
  if (operator === '$is') return [{ field, operator: '$eq', hole }]
  return operator === '$in' ? [{ field, operator, hole }] : []
}
