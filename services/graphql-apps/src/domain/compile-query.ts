import { isDocument } from '@sluice/documents'
import {
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql'
import type { JoinKey, JoinStrategy, NumberTemplate, QueryMapping, SortTemplate } from './app-model.ts'
import { ownField } from './bson-values.ts'
import { compileFilter } from './compile-filter.ts'
import { compileArgumentHole, isHole, type Place } from './compile-hole.ts'
import type { FieldContext } from './field-context.ts'
import type { Clause, FilterTemplate } from './filter-template.ts'
import { faultOfCount, faultOfSort } from './hole-values.ts'
import { isPath, parsePropertyPath } from './property-path.ts'

/** Which databases and collections an app may read. @returns what is wrong; undefined when it may */
export type Reach = {
  faultOfDatabase(db: string): string | undefined
  faultOfCollection(db: string, collection: string): string | undefined
}

export type QueryContext = FieldContext & {
  reach: Reach
  /** The property that each dotted field name of the type stands for; undefined where it is no property. */
  propertyOf: (type: GraphQLObjectType, field: string) => string | undefined
}

const KEYS = ['db', 'collection', 'find', 'sort', 'limit', 'skip']

/** Compiles a mapping of a field to a query; every fault is reported with its path. */
export function compileQuery(place: Place, context: QueryContext): QueryMapping {
  const mapping = isDocument(place.value) ? place.value : {}
  const at = (key: string): Place => ({ value: ownField(mapping, key), path: `${place.path}.${key}` })
  for (const key of Object.keys(mapping)) if (!KEYS.includes(key)) context.report(at(key).path, unknownKey(key))
  checkType(place.path, context)
  const { db, collection } = compileNamespace(at('db'), at('collection'), context)
  const find = at('find').value === undefined ? [] : compileFilter(at('find'), context)
  const limit = compileCount('limit', at('limit'), context)
  const skip = compileCount('skip', at('skip'), context)
  return {
    kind: 'query',
    name: context.name,
    db,
    collection,
    find,
    sort: compileSort(at('sort'), context),
    limit,
    skip,
    strategy: limit || skip ? eachOrSame(find) : strategyOf(find),
    isRoot: context.isRoot,
    isList: isListType(getNullableType(context.field.type)),
  }
}

function unknownKey(key: string): string {
  if (key === 'stages') return 'Aggregations (stages) are not supported. Use find.'
  return `${key} is not known here. Known are ${KEYS.join(', ')}.`
}

function checkType(path: string, { field, report }: FieldContext): void {
  const nullable = getNullableType(field.type)
  const type = getNullableType(isListType(nullable) ? nullable.ofType : nullable)
  if (isObjectType(type) || String(type) === 'BsonDocument') return
  report(path, `A query gives documents, and ${String(field.type)} is no object type, nor a list of one.`)
}

function compileNamespace(db: Place, collection: Place, { reach, report }: QueryContext) {
  const name = { db: textAt(db, report), collection: textAt(collection, report) }
  const problem = name.db && reach.faultOfDatabase(name.db)
  if (problem) report(db.path, problem)
  const refused = name.collection && reach.faultOfCollection(name.db, name.collection)
  if (refused) report(collection.path, refused)
  return name
}

function textAt({ value, path }: Place, report: FieldContext['report']): string {
  if (typeof value === 'string' && value !== '') return value
  report(path, value === undefined ? 'is missing.' : 'must be a name, as text.')
  return ''
}

function compileCount(key: 'limit' | 'skip', place: Place, context: FieldContext): NumberTemplate | undefined {
  const { value, path } = place
  if (value === undefined) return undefined
  if (isHole(value)) return compileCountHole(key, place, context)
  const problem = faultOfCount(key, value)
  return problem || typeof value !== 'number' ? context.report(path, problem ?? '') : { kind: 'fixed', value }
}

function compileCountHole(key: 'limit' | 'skip', place: Place, context: FieldContext): NumberTemplate | undefined {
  const hole = compileOwnArgument(place, context)
  if (!hole) return undefined
  const type = hole.type ? String(getNullableType(hole.type)) : 'Int'
  if (type !== 'Int') return context.report(place.path, `${key} needs an Int, and the argument is of type ${type}.`)
  const problem = hole.default && faultOfCount(key, hole.default.value)
  return problem ? context.report(place.path, `The default can not stand here. ${problem}`) : { kind: 'hole', hole }
}

/** A hole that takes an argument and nothing else. */
function compileOwnArgument({ value, path }: Place, context: FieldContext) {
  if (!isDocument(value) || Object.keys(value).join() !== '$arg') {
    return context.report(path, 'Only {"$arg": …} can stand here.')
  }
  return compileArgumentHole({ value: value.$arg, path: `${path}.$arg` }, context)
}

function compileSort(place: Place, context: QueryContext): SortTemplate | undefined {
  const { value, path } = place
  if (value === undefined) return undefined
  if (isHole(value)) return compileSortHole(place, context)
  const problem = faultOfSort(value)
  if (problem) return context.report(path, problem)
  const sort: Record<string, 1 | -1> = {}
  for (const [key, direction] of Object.entries(isDocument(value) ? value : {})) {
    const parsed = parsePropertyPath(key)
    if (!isPath(parsed)) context.report(`${path}.${key}`, parsed.fault)
    else if (context.isProtected(key)) context.report(`${path}.${key}`, `${key} is protected: nobody can sort by it.`)
    else sort[key] = direction === -1 ? -1 : 1
  }
  return { kind: 'fixed', sort }
}

function compileSortHole(place: Place, context: QueryContext): SortTemplate | undefined {
  const hole = compileOwnArgument(place, context)
  if (!hole) return undefined
  const type = hole.type && getNullableType(hole.type)
  if (hole.default) return context.report(place.path, 'A sort has no default. Give the argument one in the schema.')
  if (type && !isInputObjectType(type) && String(type) !== 'BsonDocument') {
    return context.report(place.path, `A sort needs an input object or a BsonDocument, not ${String(type)}.`)
  }
  const target = getNamedType(context.field.type)
  const { propertyOf, isProtected } = context
  return {
    kind: 'hole',
    hole,
    propertyOf: field => {
      const property = isObjectType(target) ? propertyOf(target, field) : undefined
      return property === undefined || isProtected(property) ? undefined : property
    },
  }
}

/** Where every `$fk` stands at the top in an equality or an `$in`, many parents share one query. */
function strategyOf(find: FilterTemplate): JoinStrategy {
  const holding = find.filter(holdsParent)
  if (holding.length === 0) return { kind: 'same' }
  const keys = holding.flatMap(joinKeyOf)
  return keys.length === holding.length ? { kind: 'batched', keys } : { kind: 'each' }
}

const eachOrSame = (find: FilterTemplate): JoinStrategy => ({ kind: find.some(holdsParent) ? 'each' : 'same' })

function joinKeyOf(clause: Clause): JoinKey[] {
  if (clause.kind !== 'condition' || clause.hole.kind !== 'fk') return []
  const { field, operator, hole } = clause
  if (operator === '$is') return [{ field, operator: '$eq', hole }]
  return operator === '$in' ? [{ field, operator, hole }] : []
}

function holdsParent(clause: Clause): boolean {
  switch (clause.kind) {
    case 'fixed':
      return false
    case 'logical':
      return clause.branches.some(branch => branch.some(holdsParent))
    case 'condition':
    case 'pattern':
    case 'whole':
      return clause.hole.kind === 'fk'
  }
}
