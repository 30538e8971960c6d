import { isObject, objectOf, type ReadObject, textOf } from '../json-values.ts'
import { aggregationVariables } from './aggregation-variables.ts'
import { otherFields, type SchemaReading, schemaMembers, schemaType } from './schema-type.ts'
import { commentLines, intersectionText, objectText, type TypeMember } from './type-text.ts'

/** A collection, as its types are made of it. */
export type TypesFileCollection = {
  name: string
  description?: string
  /** Its JSON Schema. */
  schema?: unknown
  /** Its stored aggregations by their names. */
  aggregations?: ReadObject
}

export type TypesFileOptions = {
  /** Dates of documents are dates of JavaScript, as of a client with `dates: 'Date'`. */
  hasDates: boolean
}

const HEAD = `// Written by \`sluice types\`: the collections of a Sluice, for createSluice<Sluice>().
import type { WireId } from '@sluice/sdk'
`

/** The text of a file of types. The same collections give the same bytes, in whatever order they come. */
export function typesFile(collections: readonly TypesFileCollection[], options: TypesFileOptions): string {
  const names = createNames()
  const sorted = collections.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const named = sorted.map(collection => ({ collection, typeName: names.add(pascal(collection.name)) }))
  const members = named.map(({ collection, typeName }) => ({
    name: collection.name,
    type: objectText([
      { name: 'document', type: typeName, isRequired: true },
      { name: 'aggregations', type: aggregationsText(collection), isRequired: true },
    ]),
    isRequired: true,
  }))
  const types = named.flatMap(({ collection, typeName }) =>
    collectionTypes(collection, { typeName, addName: names.add, options }),
  )
  const whole = `export type Sluice = ${objectText([{ name: 'collections', type: objectText(members), isRequired: true }])}`
  return `${[HEAD, ...types.map(text => `${text}\n`), whole].join('\n')}\n`
}

type TypesOfCollection = { typeName: string; addName(wanted: string): string; options: TypesFileOptions }

/** The type of the documents, and those that its schema refers to. */
function collectionTypes(
  { description, schema = {} }: TypesFileCollection,
  { typeName, addName, options }: TypesOfCollection,
): string[] {
  const referred = new Map<string, { name: string; schema: unknown }>()
  const reading: SchemaReading = {
    hasDates: options.hasDates,
    nameOf(reference) {
      if (reference === '#') return typeName
      const found = referred.get(reference)
      if (found) return found.name
      const target = resolveReference(schema, reference)
      if (target === undefined) return undefined
      const name = addName(typeName + pascal(reference.split('/').at(-1) ?? ''))
      referred.set(reference, { name, schema: target })
      return name
    },
  }
  const texts = [typeDeclaration(typeName, documentType(objectOf(schema), reading), description)]
  // A type may refer to further ones, which are then added to those that are iterated.
  for (const { name, schema: target } of referred.values()) {
    const about = isObject(target) ? textOf(target.description) : undefined
    texts.push(typeDeclaration(name, schemaType(target, reading), about))
  }
  return texts
}

const typeDeclaration = (name: string, type: string, description?: string): string =>
  [...commentLines(description), `export type ${name} = ${type}`].join('\n')

/** The keywords that say which fields a document has. */
const OF_FIELDS: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'type',
])

/** A document is an object, whose `_id` is always there. */
function documentType(schema: ReadObject, reading: SchemaReading): string {
  const members = schemaMembers(schema, reading)
  const id = members.find(({ name }) => name === '_id') ?? { name: '_id', type: 'WireId' }
  const all: TypeMember[] = [{ ...id, isRequired: true }, ...members.filter(({ name }) => name !== '_id')]
  const others = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !OF_FIELDS.has(keyword)))
  return intersectionText([
    objectText(all, otherFields(schema, members.length > 0, reading)),
    schemaType(others, reading),
  ])
}

/** @returns undefined where it leads nowhere */
function resolveReference(schema: unknown, reference: string): unknown {
  const parts = reference.startsWith('#/') ? reference.slice(2).split('/').map(unescapePointer) : undefined
  return parts?.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined,
    schema,
  )
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The results of an aggregation have no schema: they are `unknown`. */
function aggregationsText({ aggregations = {} }: TypesFileCollection): string {
  const members = Object.entries(aggregations).map(([name, aggregation]) => ({
    name,
    type: objectText([
      { name: 'variables', type: variablesText(objectOf(aggregation).stages), isRequired: true },
      { name: 'result', type: 'unknown', isRequired: true },
    ]),
    isRequired: true,
  }))
  return objectText(members.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}

const variablesText = (stages: unknown): string =>
  objectText(
    Array.from(aggregationVariables(stages), ([name, { isRequired }]) => ({ name, type: 'unknown', isRequired })),
  )

/** `by-make_2` as `ByMake2`. */
function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const name = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(name) ? name : `T${name}`
}

/** Names of types, each once. */
function createNames() {
  const taken = new Set(['Sluice', 'WireId', 'Date'])
  return {
    /** @returns the name, with a number behind it where it is taken */
    add(wanted: string): string {
      const numbered = (number: number): string => (number === 1 ? wanted : `${wanted}${number}`)
      let number = 1
      while (taken.has(numbered(number))) number += 1
      taken.add(numbered(number))
      return numbered(number)
    },
  }
}
