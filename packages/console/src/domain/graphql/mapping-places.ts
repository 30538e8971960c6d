import { applyEdits, findNodeAtLocation, getLocation, modify, parseTree } from 'jsonc-parser'
import { placeOf, type TextPlace } from './json-place.ts'
import { type FieldPath, fieldOfPath, type OutlineField, type SchemaOutline } from './outline.ts'

/** Says which field the mapping at an offset is for. */
export function mappingAt(text: string, offset: number): FieldPath | undefined {
  const [type, field] = getLocation(text, offset).path
  return typeof type === 'string' && typeof field === 'string' && field !== '' ? { type, field } : undefined
}

/** Finds where the mapping of a field begins; undefined where there is none. */
export function placeOfMapping(text: string, { type, field }: FieldPath): TextPlace | undefined {
  const root = parseTree(text)
  const key = root && findNodeAtLocation(root, [type, field])?.parent?.children?.[0]
  return key && placeOf(text, key.offset)
}

/** What a schema declares and the mappings do not: fields that need a mapping, and types of which nothing is mapped. */
export type MissingMappings = { fields: readonly FieldPath[]; types: readonly string[] }

/** @param text of mappings that are JSON */
export function unmappedOf(text: string, outline: SchemaOutline): MissingMappings {
  const root = parseTree(text)
  const has = (path: string[]) => root !== undefined && findNodeAtLocation(root, path) !== undefined
  const roots = [outline.roots.query, outline.roots.mutation]
  return {
    fields: roots.flatMap(type =>
      (outline.types.get(type)?.fields ?? [])
        .filter(({ name }) => !has([type, name]))
        .map(({ name }) => ({ type, field: name })),
    ),
    types: [...outline.types.values()]
      .filter(({ name, kind }) => kind === 'object' && !roots.includes(name) && !has([name]))
      .map(({ name }) => name),
  }
}

type Collections = readonly { db: string; collection: string }[]

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } }

/** Puts a mapping to begin with for a field into the text. */
export function withStub(
  text: string,
  path: FieldPath,
  known: { outline: SchemaOutline; collections: Collections },
): string {
  const field = fieldOfPath(known.outline, path)
  if (field === undefined) return text
  const isWrite = path.type === known.outline.roots.mutation
  const stub = isWrite ? writeStub(field, known.collections) : queryStub(field, known.collections)
  return applyEdits(text, modify(text, [path.type, path.field], stub, FORMAT))
}

const PAGING = ['limit', 'skip', 'sort']

function queryStub({ type, isList, args }: OutlineField, collections: Collections): unknown {
  const find = Object.fromEntries(args.filter(arg => !PAGING.includes(arg)).map(arg => [arg, { $arg: arg }]))
  const paging = Object.fromEntries(
    ['limit', 'skip'].filter(arg => args.includes(arg)).map(arg => [arg, { $arg: arg }]),
  )
  return { ...homeOf(type, collections), find, ...(isList && { sort: { _id: 1 } }), ...paging }
}

function writeStub({ type, args }: OutlineField, collections: Collections): unknown {
  const document = Object.fromEntries(args.map(arg => [arg, { $arg: arg }]))
  return { ...homeOf(type, collections), insertOne: { document } }
}

/** Guesses where documents of a type are: the collection of a like name, or the first. */
function homeOf(type: string, collections: Collections): { db: string; collection: string } {
  const wanted = type.toLowerCase()
  const alike = collections.find(({ collection }) => collection.toLowerCase().startsWith(wanted))
  const { db, collection } = alike ?? { db: collections[0]?.db ?? '', collection: `${wanted}s` }
  return { db, collection }
}
