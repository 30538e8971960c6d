import { displayNameOf } from '@sluice/contracts'
import { isIndex, isPath, parsePropertyPath } from '../values/property-path.ts'
import {
  baseOf,
  createNameScope,
  fieldNameFor,
  isFieldName,
  type NameScope,
  singularOf,
  typeNameFor,
  typeScope,
} from './names.ts'
import type { FieldShape, ObjectShape, Shape } from './shape.ts'

/** A field that points to documents of another collection. */
export type DraftJoin = { field: string; inside: ObjectShape; collection: string }

export type DraftInput = {
  db: string
  collection: string
  /** What was found in each collection: that of the app, and those that joins lead to. */
  shapes: ReadonlyMap<string, ObjectShape>
  joins: readonly DraftJoin[]
  isProtected: (collection: string, field: string) => boolean
}

export type Draft = {
  descriptor: { name: string; uri: string; enabled: true }
  schema: string
  mappings: Record<string, Record<string, unknown>>
}

const MAX_TYPES_FIELDS = 1000
const MAX_FILTERS = 8
const MAX_SORTS = 20
const MAX_COMMENTS = 50
/** Scalars of which an equality means something. */
const FILTERED: readonly string[] = ['String', 'Int', 'Float', 'Boolean', 'ObjectId', 'DateTime', 'Long', 'Decimal128']

type DraftWork = DraftInput & {
  types: string[]
  mappings: Draft['mappings']
  scope: NameScope
  typeOfCollection: Map<string, string>
  fieldCount: number
}

/** A field as it is drafted. */
type DraftedField = { name: string; stored: string; shape: Shape; type: string; count: number }

/** An app for a collection, to begin with: its types, a list and one by its id, and the joins that were found. */
export function draftApp(input: DraftInput): Draft {
  const { collection } = input
  const drafting: DraftWork = {
    ...input,
    types: [],
    mappings: {},
    scope: typeScope(),
    typeOfCollection: new Map(),
    fieldCount: 0,
  }
  const root = draftCollection(collection, drafting)
  const query = draftQueries(root, drafting)
  const uri = collection.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 100) || 'draft'
  return {
    descriptor: { name: displayNameOf(collection.slice(0, 200)) || uri, uri, enabled: true },
    schema: `${[query, ...drafting.types].join('\n\n')}\n`,
    mappings: drafting.mappings,
  }
}

type DraftedType = { name: string; fields: readonly DraftedField[] }

function draftCollection(collection: string, drafting: DraftWork): DraftedType {
  const name = typeNameFor(collection)
  const shape = drafting.shapes.get(collection)
  return shape ? draftType({ shape, hint: name, collection }, drafting) : { name: 'BsonDocument', fields: [] }
}

type TypeSource = { shape: ObjectShape; hint: string; collection: string; isNested?: boolean }

/** Writes a type down. An object of which no field can be named stays a document of any form. */
function draftType(source: TypeSource, drafting: DraftWork): DraftedType {
  const { shape, hint, collection, isNested = false } = source
  const usable = [...shape.fields].filter(
    ([stored]) => isAddressable(stored) && (isNested || !drafting.isProtected(collection, stored)),
  )
  const hasType = usable.some(([, field]) => canBeTyped(field.shape)) && drafting.fieldCount < MAX_TYPES_FIELDS
  if (!hasType) return { name: 'BsonDocument', fields: [] }
  const name = drafting.scope.take(hint)
  if (!isNested) drafting.typeOfCollection.set(collection, name)
  const at = drafting.types.push('') - 1
  drafting.fieldCount += usable.length
  const scope = createNameScope(usable.map(([stored]) => stored).filter(isFieldName))
  const fields = usable.flatMap(([stored, field]) =>
    draftField({ stored, field, scope, owner: name, collection }, drafting),
  )
  const joins = draftJoins({ shape, fields, scope }, drafting)
  const lines = [...fields.map(({ name, type }) => `  ${name}: ${type}`), ...joins.map(({ line }) => line)]
  drafting.types[at] = `type ${name} {\n${[...lines, ...commentsOf(shape, fields)].join('\n')}\n}`
  const renamed = fields.filter(field => field.name !== field.stored).map(field => [field.name, field.stored])
  const mapped = [...renamed, ...joins.map(({ field, mapping }) => [field, mapping])]
  if (mapped.length > 0) drafting.mappings[name] = Object.fromEntries(mapped)
  return { name, fields }
}

/** What a path can name: no dots, no `$` in front, nothing that is an index of a list. */
function isAddressable(stored: string): boolean {
  const path = parsePropertyPath(stored)
  return isPath(path) && path.length === 1 && !isIndex(stored)
}

const canBeTyped = (shape: Shape): boolean => {
  if (shape.kind === 'list') return canBeTyped(shape.element)
  return shape.kind === 'scalar' || shape.kind === 'object'
}

type StoredField = { stored: string; field: FieldShape; scope: NameScope; owner: string; collection: string }

function draftField({ stored, field, scope, owner, collection }: StoredField, drafting: DraftWork): DraftedField[] {
  const { shape, count } = field
  if (!canBeTyped(shape)) return []
  // The names that need no change have been taken for their fields.
  const name = isFieldName(stored) ? stored : scope.take(fieldNameFor(stored))
  const hint = `${owner}${typeNameFor(stored)}`.slice(0, 60)
  const typeOfObject = (object: ObjectShape) =>
    draftType({ shape: object, hint, collection, isNested: true }, drafting).name
  return [{ name, stored, shape, count, type: typeOf(shape, typeOfObject) }]
}

function typeOf(shape: Shape, typeOfObject: (shape: ObjectShape) => string): string {
  if (shape.kind === 'scalar') return shape.scalar
  if (shape.kind === 'object') return typeOfObject(shape)
  if (shape.kind !== 'list') return 'BsonDocument'
  // Objects in lists of lists stay as they are.
  return `[${typeOf(shape.element, shape.element.kind === 'list' ? () => 'BsonDocument' : typeOfObject)}]`
}

/** What is not in the type, and why, for whoever goes on from here. */
function commentsOf(shape: ObjectShape, fields: readonly DraftedField[]): string[] {
  const drafted = new Set(fields.map(({ stored }) => stored))
  const left = [...shape.fields].filter(
    ([stored, field]) => !drafted.has(stored) && field.shape.kind === 'mixed' && isAddressable(stored),
  )
  return left
    .slice(0, MAX_COMMENTS)
    .map(([stored]) => `  # left out, as no one type stands for its values: ${JSON.stringify(stored.slice(0, 100))}`)
}

type JoinSearch = { shape: ObjectShape; fields: readonly DraftedField[]; scope: NameScope }

function draftJoins({ shape, fields, scope }: JoinSearch, drafting: DraftWork) {
  return drafting.joins.flatMap(join => {
    const from = fields.find(({ stored }) => join.inside === shape && stored === join.field)
    if (!from) return []
    const isList = from.shape.kind === 'list'
    const base = fieldNameFor(baseOf(join.field))
    const field = scope.take(base === from.name ? `${base}Document` : isList ? `${singularOf(base)}s` : base)
    const type = drafting.typeOfCollection.get(join.collection) ?? draftCollection(join.collection, drafting).name
    const id = { $fk: join.field }
    const mapping = { db: drafting.db, collection: join.collection, find: { _id: isList ? { $in: id } : id } }
    return [{ field, mapping, line: `  ${field}: ${isList ? `[${type}]` : type}` }]
  })
}

function draftQueries({ name, fields }: DraftedType, drafting: DraftWork): string {
  const { db, collection } = drafting
  const list = fieldNameFor(collection)
  const single = singularOf(list)
  const byId = fields.find(({ stored, shape }) => stored === '_id' && isPure(shape))
  const filters = pickFilters(fields)
  const sort = draftSort(name, fields, drafting)
  const args = [
    ...filters.map(({ argument, type }) => `${argument}: ${type}`),
    'limit: Int',
    'skip: Int',
    ...sort.arguments,
  ]
  const find = Object.fromEntries(filters.map(({ stored, argument }) => [stored, { $arg: argument }]))
  const page = { sort: sort.mapping, limit: { $arg: 'limit' }, skip: { $arg: 'skip' } }
  const lines = [`  ${list}(${args.join(', ')}): [${name}]`]
  const mappings: Record<string, unknown> = {
    [list]: { db, collection, ...(filters.length > 0 ? { find } : {}), ...page },
  }
  if (byId) {
    const field = single === list ? `${list}ById` : single
    lines.push(`  ${field}(_id: ${byId.type}!): ${name}`)
    mappings[field] = { db, collection, find: { _id: { $arg: '_id' } } }
  }
  drafting.mappings.Query = mappings
  return [`type Query {\n${lines.join('\n')}\n}`, ...sort.types].join('\n\n')
}

/** One type of which an equality finds what it shows. */
const isPure = (shape: Shape): boolean =>
  shape.kind === 'scalar' && shape.found.size === 1 && FILTERED.includes(shape.scalar)

/** The fields that most documents have. */
function pickFilters(fields: readonly DraftedField[]) {
  const scope = createNameScope(['limit', 'skip', 'sort'])
  return fields
    .filter(({ stored, shape }) => stored !== '_id' && isPure(shape))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_FILTERS)
    .map(field => ({ ...field, argument: scope.take(field.name) }))
}

function draftSort(type: string, fields: readonly DraftedField[], { scope }: DraftWork) {
  const sortable = fields
    .filter(({ shape }) => shape.kind === 'scalar' && shape.scalar !== 'BsonDocument' && shape.scalar !== 'Regex')
    .toSorted((a, b) => Number(b.stored === '_id') - Number(a.stored === '_id') || b.count - a.count)
    .slice(0, MAX_SORTS)
  const [first] = sortable
  if (!first) return { types: [], arguments: [], mapping: { _id: -1 } }
  const input = scope.take(`${type}Sort`)
  const lines = sortable.map(({ name }) => `  ${name}: Int`)
  return {
    types: [`"1 is upwards, -1 downwards."\ninput ${input} {\n${lines.join('\n')}\n}`],
    arguments: [`sort: ${input} = {${first.name}: -1}`],
    mapping: { $arg: 'sort' },
  }
}
