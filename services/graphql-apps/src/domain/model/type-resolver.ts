import { isDocument } from '@sluice/documents'
import { type Predicate, parsePredicate, pathsRead, testValue } from '@sluice/predicate'
import type { Document } from '@sluice/store'
import type { GraphQLAbstractType, GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { PropertyPath } from '../values/property-path.ts'

/** Tells the type of a value by what is in it: the first one whose predicate holds. */
export type TypeResolver = {
  cases: readonly { type: GraphQLObjectType; predicate: Predicate }[]
  /** What it reads of a value; an empty path is all of it. */
  paths: readonly PropertyPath[]
}

/** @returns undefined where no type fits */
export const resolveType = ({ cases }: TypeResolver, value: unknown): GraphQLObjectType | undefined =>
  cases.find(({ predicate }) => testValue(predicate, value))?.type

type ReportResolverFault = (path: string, message: string) => undefined
type ResolverPlace = { value: unknown; path: string }
type ResolverContext = {
  type: GraphQLAbstractType
  schema: GraphQLSchema
  report: ReportResolverFault
  reportFlaw: ReportResolverFault
}

/**
 * Compiles `{"$typeResolver": {"Type": "<predicate>"}}`; every fault is reported with its path. A type that is left out
 * is a flaw: its values answer null and an error.
 */
export function compileTypeResolver({ value, path }: ResolverPlace, context: ResolverContext): TypeResolver {
  const { type, schema, report, reportFlaw } = context
  const { $typeResolver, ...others } = isDocument(value) ? value : {}
  for (const name of Object.keys(others)) {
    report(`${path}.${name}`, `${type.name} has no fields to map here. Map those of the types that it stands for.`)
  }
  const at = `${path}.$typeResolver`
  if (!isDocument($typeResolver)) report(at, 'is missing: {"<type>": "<predicate>"} for each type that it stands for.')
  const missing = isDocument($typeResolver) ? unnamed($typeResolver, context) : []
  if (missing.length > 0) {
    reportFlaw(at, `names no predicate for ${missing.join(', ')}. ${type.name} stands for each of these as well.`)
  }
  const possible = new Map(schema.getPossibleTypes(type).map(each => [each.name, each]))
  const cases = Object.entries(isDocument($typeResolver) ? $typeResolver : {}).flatMap(([name, text]) => {
    const object = possible.get(name)
    const known = [...possible.keys()].join(', ')
    if (!object) report(`${at}.${name}`, `${name} is no type that ${type.name} stands for. Those are ${known}.`)
    const predicate = compilePredicate({ value: text, path: `${at}.${name}` }, report)
    return object && predicate ? [{ type: object, predicate }] : []
  })
  return { cases, paths: cases.flatMap(({ predicate }) => pathsRead(predicate)) }
}

const unnamed = (named: Document, { type, schema }: ResolverContext): string[] =>
  schema.getPossibleTypes(type).flatMap(({ name }) => (Object.hasOwn(named, name) ? [] : [name]))

function compilePredicate({ value, path }: ResolverPlace, report: ReportResolverFault): Predicate | undefined {
  if (typeof value !== 'string') return report(path, 'is a predicate, as text, such as "field-exists(price)".')
  const parsed = parsePredicate(value, 'type-resolver')
  if (parsed.kind === 'parsed') return parsed.predicate
  return report(path, `${parsed.message} (line ${parsed.line}, column ${parsed.column})`)
}
