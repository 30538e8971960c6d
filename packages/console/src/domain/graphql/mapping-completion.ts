import { getLocation, type Location, parse } from 'jsonc-parser'
import { fieldOfPath, type OutlineType, type SchemaOutline } from './outline.ts'

/** What mappings may name. */
export type MappingWords = {
  outline: SchemaOutline | undefined
  collections: readonly { db: string; collection: string }[]
}
/** A text that may stand at a place, in double quotes, and what it is. */
type MappingOption = { text: string; detail: string }
/** What may stand between two offsets. `isKey`: a colon follows. */
export type MappingCompletion = { from: number; to: number; isKey: boolean; options: readonly MappingOption[] }

type TypedPath = readonly (string | number)[]

const QUERY_KEYS = ['db', 'collection', 'find', 'sort', 'limit', 'skip', 'stages', 'dataLoader']
const WRITES = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'deleteOne', 'deleteMany']
const WRITE_KEYS = [
  'filter',
  'document',
  'documents',
  'update',
  'replacement',
  'upsert',
  'readOnly',
  'onNoMatch',
  'maxAffected',
  'all',
]
const LOADER_KEYS = ['batching', 'caching', 'maxBatchSize']
const CALLER = ['@user._id', '@roles', '@now', 'rootDoc._id']
const TYPE_RESOLVER = '$typeResolver'

/** Finds what may stand in the text of mappings at an offset; undefined where nothing is known. */
export function completeMapping(text: string, offset: number, words: MappingWords): MappingCompletion | undefined {
  const location = getLocation(text, offset)
  const options = location.isAtPropertyKey ? keysAt(text, location, words) : valuesAt(text, location.path, words)
  if (options.length === 0) return undefined
  const node = location.previousNode
  const isInside = node !== undefined && offset >= node.offset && offset <= node.offset + node.length
  const isName = isInside && (node.type === 'string' || node.type === 'property')
  const from = isName ? node.offset : offset
  const to = isName ? node.offset + node.length : offset
  return { from, to, isKey: location.isAtPropertyKey, options }
}

/** The names that may stand at a place and do not yet stand beside it. */
function keysAt(text: string, { path, previousNode }: Location, words: MappingWords): readonly MappingOption[] {
  const parents = path.slice(0, -1)
  const typed = typeof previousNode?.value === 'string' ? previousNode.value : undefined
  const taken = new Set(namesIn(text, parents).filter(name => name !== typed))
  return keysOf(parents, words).filter(option => !taken.has(option.text))
}

function keysOf(parents: TypedPath, { outline }: MappingWords): readonly MappingOption[] {
  const [typeName, fieldName] = parents.map(String)
  if (outline === undefined) return []
  if (typeName === undefined) return [...outline.types.values()].map(({ name, kind }) => option(name, KINDS[kind]))
  const type = outline.types.get(typeName)
  if (fieldName === undefined) return keysOfType(type)
  if (fieldName === TYPE_RESOLVER) return named(type?.members ?? [], 'type')
  return keysOfMapping(parents, typeName === outline.roots.mutation)
}

/** The keys within the mapping of a field. */
function keysOfMapping(parents: TypedPath, isWrite: boolean): readonly MappingOption[] {
  if (parents.length === 2) return named(isWrite ? ['db', 'collection', ...WRITES] : QUERY_KEYS, 'mapping')
  if (isWrite && parents.length === 3) return named(WRITE_KEYS, 'write')
  if (parents.at(-1) === 'dataLoader') return named(LOADER_KEYS, 'loader')
  return [
    option('$arg', 'an argument'),
    option('$fk', 'a value of the parent'),
    option('$as', 'what the argument is more than a value'),
  ]
}

const KINDS: Readonly<Record<OutlineType['kind'], string>> = {
  object: 'type',
  abstract: 'interface or union',
  enum: 'enum',
}

function keysOfType(type: OutlineType | undefined): readonly MappingOption[] {
  if (type === undefined) return []
  if (type.kind === 'enum') return named(type.values, 'value')
  if (type.kind === 'abstract') return [option(TYPE_RESOLVER, 'which type a value is')]
  return type.fields.map(field => option(field.name, field.isList ? `[${field.type}]` : field.type))
}

function valuesAt(text: string, path: TypedPath, { outline, collections }: MappingWords): readonly MappingOption[] {
  const last = path.at(-1)
  if (path.length === 3 && last === 'db') return named([...new Set(collections.map(({ db }) => db))], 'database')
  if (path.length === 3 && last === 'collection')
    return collectionsOf(stringAt(text, [...path.slice(0, -1), 'db']), collections)
  if (last === '$as') return [option('filter', 'a comparison')]
  const isArgument = last === '$arg' || (last === 0 && path.at(-2) === '$arg')
  return isArgument ? [...named(argumentsAt(path, outline), 'argument'), ...named(CALLER, 'of the request')] : []
}

/** The collections of a database; all of them where it is not named yet. */
function collectionsOf(db: string | undefined, collections: MappingWords['collections']): readonly MappingOption[] {
  const ofDb = collections.filter(each => each.db === db)
  return (ofDb.length > 0 ? ofDb : collections).map(each => option(each.collection, each.db))
}

function argumentsAt([type, field]: TypedPath, outline: SchemaOutline | undefined): readonly string[] {
  return (outline && fieldOfPath(outline, { type: String(type), field: String(field) }))?.args ?? []
}

const option = (text: string, detail: string): MappingOption => ({ text, detail })
const named = (texts: readonly string[], detail: string) => texts.map(text => option(text, detail))

/** Reads what stands at a path of a text that is being typed: what is wrong elsewhere does not matter. */
function at(text: string, path: TypedPath): unknown {
  const root: unknown = parse(text)
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), root)
}

const isObject = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null
const namesIn = (text: string, path: TypedPath): readonly string[] => {
  const value = at(text, path)
  return isObject(value) ? Object.keys(value) : []
}
const stringAt = (text: string, path: TypedPath): string | undefined => {
  const value = at(text, path)
  return typeof value === 'string' ? value : undefined
}
