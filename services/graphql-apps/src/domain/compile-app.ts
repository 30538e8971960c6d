import type { AppDocument, FieldError } from '@sluice/contracts'
import { isDocument } from '@sluice/documents'
import {
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { bindDefaults } from './compile/bind-defaults.ts'
import { compileEnum } from './compile/compile-enum.ts'
import type { MappingPlace } from './compile/compile-hole.ts'
import { type AppReach, compileQuery } from './compile/compile-query.ts'
import { parseSdl, type SdlResult } from './compile/parse-sdl.ts'
import { isKnownField, type PartialSchema } from './compile/partial-schema.ts'
import { type AppLimits, type CompiledApp, type FieldMapping, fieldKey } from './model/app-model.ts'
import type { MutationMapping } from './model/mutation-model.ts'
import { compileTypeResolver, type TypeResolver } from './model/type-resolver.ts'
import { compileMutation, type WriteReach } from './mutation/compile-mutation.ts'
import { isIndex, isPath, parsePropertyPath } from './values/property-path.ts'

export type AppRules = {
  reach: AppReach & WriteReach
  /** Protected properties of a collection. */
  isProtected: (collection: { db: string; collection: string }, property: string) => boolean
  hidden: (collection: { db: string; collection: string }) => readonly string[]
}

/**
 * An app with faults can't answer. Flaws are what a save is refused for as well, while an app that was stored before
 * they were looked for goes on: what is flawed in it answers nothing.
 */
type CompileResult = ({ kind: 'compiled'; app: CompiledApp } | { kind: 'faulty'; faults: readonly FieldError[] }) & {
  flaws: readonly FieldError[]
}

/** On by default (docs/reference/mappings.md#the-app-document). */
const DEFAULT_LIMITS: AppLimits = {
  maxDepth: 12,
  maxAliases: 30,
  maxTokens: 5000,
  maxDocuments: 10_000,
  timeoutMs: 5000,
}

/** Checks an app whole and compiles it; every fault is reported at once, of the mappings as far as the schema can be read. */
export function compileApp(document: AppSources, rules: AppRules): CompileResult {
  const parsed = parseSdl(document.schema)
  if (parsed.kind === 'faulty') return faultsOf(parsed, document, rules)
  const { schema, root } = parsed
  const { compiler, faults, flaws } = compileMappings({ schema, root, unknown: new Set() }, document, rules)
  bindDefaults(schema)
  if (faults.length > 0) return { kind: 'faulty', faults, flaws }
  const mutation = schema.getMutationType()
  const { descriptor } = document
  const app: CompiledApp = {
    schema,
    sdl: document.schema,
    root,
    mappings: compiler.mappings,
    resolvers: compiler.resolvers,
    mutation: mutation ? { type: mutation, mappings: compiler.mutations } : undefined,
    limits: { ...DEFAULT_LIMITS, ...descriptor.limits },
    introspection: descriptor.introspection ?? true,
    access: descriptor.access ?? 'endpoint',
  }
  return { kind: 'compiled', app, flaws }
}

type AppSources = Pick<AppDocument, 'descriptor' | 'schema' | 'mappings'>

function faultsOf(
  { faults, partial }: Extract<SdlResult, { kind: 'faulty' }>,
  document: AppSources,
  rules: AppRules,
): CompileResult {
  const mapped = partial ? compileMappings(partial, document, rules) : { faults: [], flaws: [] }
  return { kind: 'faulty', faults: [...faults, ...mapped.faults], flaws: mapped.flaws }
}

function compileMappings({ schema, root, unknown }: PartialSchema, { mappings }: AppSources, rules: AppRules) {
  const faults: FieldError[] = []
  const flaws: FieldError[] = []
  const results = { mappings: new Map(), resolvers: new Map(), mutations: new Map() }
  const reports = { report: reportTo(faults), reportFlaw: reportTo(flaws) }
  const compiler: Compiler = { root, schema, unknown, source: mappings, rules, ...reports, ...results }
  compileTypes(compiler)
  const mutation = schema.getMutationType()
  for (const type of [root, mutation]) if (type && !unknown.has(type.name)) requireRootMappings(type, compiler)
  if (unknown.size === 0) requireResolvers(compiler)
  return { compiler, faults, flaws }
}

const reportTo =
  (list: FieldError[]): ReportFault =>
  (path, message) => {
    list.push({ path, message })
    return undefined
  }

type ReportFault = (path: string, message: string) => undefined

type Compiler = PartialSchema & {
  source: AppDocument['mappings']
  rules: AppRules
  report: ReportFault
  reportFlaw: ReportFault
  mappings: Map<string, FieldMapping>
  resolvers: Map<string, TypeResolver>
  /** The mutations by the name of the field of `Mutation`. */
  mutations: Map<string, MutationMapping>
}

function compileTypes(compiler: Compiler): void {
  for (const [typeName, fields] of Object.entries(compiler.source)) {
    if (compiler.unknown.has(typeName)) continue
    const path = `mappings.${typeName}`
    const type = compiler.schema.getType(typeName)
    const place = { value: fields, path }
    if (isObjectType(type)) compileFields(type, fields, compiler)
    else if (isEnumType(type)) compileEnum(place, type, compiler.report)
    else if (isAbstractType(type)) compileResolver(place, type, compiler)
    else if (type)
      compiler.report(path, `${typeName} can not be mapped: it is no object type, interface, union or enum.`)
    else compiler.report(path, `The schema has no type "${typeName}".`)
  }
}

/** What a type stands for is said by others, some of which may be unknown. */
function compileResolver(place: MappingPlace, type: GraphQLAbstractType, compiler: Compiler): void {
  if (compiler.unknown.size === 0) compiler.resolvers.set(type.name, compileTypeResolver(place, { ...compiler, type }))
}

function compileFields(type: GraphQLObjectType, fields: Record<string, unknown>, compiler: Compiler): void {
  for (const [name, value] of Object.entries(fields)) {
    const path = `mappings.${type.name}.${name}`
    const field = Object.hasOwn(type.getFields(), name) ? type.getFields()[name] : undefined
    if (!field) compiler.report(path, `The type ${type.name} has no field "${name}".`)
    if (!field || !isKnownField(field, compiler.unknown)) continue
    if (type === compiler.schema.getMutationType()) {
      compileMutationField({ type, name, value, path }, compiler)
      continue
    }
    const mapping = compileField({ type, name, value, path }, compiler)
    if (mapping) compiler.mappings.set(fieldKey(type.name, name), mapping)
  }
}

type MappingEntry = { type: GraphQLObjectType; name: string; value: unknown; path: string }

function compileField({ type, name, value, path }: MappingEntry, compiler: Compiler): FieldMapping | undefined {
  const isRoot = type === compiler.root
  const field = type.getFields()[name]
  if (!field) return undefined
  if (isDocument(value)) {
    const { rules, report, reportFlaw } = compiler
    const namespace = { db: String(value.db), collection: String(value.collection) }
    const isProtected = (property: string) => rules.isProtected(namespace, property)
    const propertyOf = (target: GraphQLCompositeType, dotted: string) => propertyOfField(target, dotted, compiler)
    const context = { name: fieldKey(type.name, name), field, isRoot, isProtected, report, reportFlaw }
    return compileQuery({ value, path }, { ...context, reach: rules.reach, hidden: rules.hidden, propertyOf })
  }
  if (typeof value !== 'string') return compiler.report(path, 'A mapping is the path of a property, or a query.')
  if (isRoot) return compiler.report(path, 'A root field needs a query: {"db": …, "collection": …}.')
  const parsed = parsePropertyPath(value)
  if (!isPath(parsed)) return compiler.report(path, parsed.fault)
  return { kind: 'property', path: parsed }
}

function compileMutationField({ type, name, value, path }: MappingEntry, { rules, report, mutations }: Compiler): void {
  const field = type.getFields()[name]
  if (!field) return
  const namespace = isDocument(value) ? { db: String(value.db), collection: String(value.collection) } : undefined
  const isProtected = (property: string) => namespace !== undefined && rules.isProtected(namespace, property)
  const context = { name: fieldKey(type.name, name), field, isRoot: true, isProtected, report, reach: rules.reach }
  const mapping = compileMutation({ value, path }, context)
  if (mapping) mutations.set(name, mapping)
}

/** Every root field has to come from somewhere. */
function requireRootMappings(root: GraphQLObjectType, { schema, source, report }: Compiler): void {
  const mutation = schema.getMutationType()
  const mapped = source[root.name] ?? {}
  for (const name of Object.keys(root.getFields())) {
    if (Object.hasOwn(mapped, name)) continue
    const also = root === mutation ? ', "insertOne": … or another write' : ''
    report(`mappings.${root.name}.${name}`, `This root field has no mapping: {"db": …, "collection": …${also}}.`)
  }
}

/** What a field gives may be of several types: something has to tell which. */
function requireResolvers({ schema, resolvers, report }: Compiler): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    for (const { type: given } of fields) {
      const named = getNamedType(given)
      if (!isAbstractType(named) || named.name.startsWith('__') || resolvers.has(named.name)) continue
      report(
        `mappings.${named.name}`,
        `is missing: {"$typeResolver": {"<type>": "<predicate>"}} tells the type of a value.`,
      )
      resolvers.set(named.name, { cases: [], paths: [] })
    }
  }
}

/**
 * The stored path that a dotted name of fields stands for; undefined where it is none, not one property, or not the same
 * property in all types that an interface or a union stands for. Of an interface only its own fields count.
 */
function propertyOfField(type: GraphQLCompositeType, dotted: string, compiler: Compiler): string | undefined {
  if (isObjectType(type)) return propertyOfObject(type, dotted, compiler)
  const [name = ''] = dotted.split('.')
  if (isInterfaceType(type) && !Object.hasOwn(type.getFields(), name)) return undefined
  const possible = compiler.schema.getPossibleTypes(type).map(each => propertyOfObject(each, dotted, compiler))
  const [property, ...others] = new Set(possible)
  return others.length === 0 ? property : undefined
}

function propertyOfObject(type: GraphQLObjectType, dotted: string, compiler: Compiler): string | undefined {
  const [name = '', ...rest] = dotted.split('.')
  const field = Object.hasOwn(type.getFields(), name) ? type.getFields()[name] : undefined
  if (!field) return undefined
  const mapping = compiler.mappings.get(fieldKey(type.name, name)) ?? { kind: 'property', path: [name] }
  if (mapping.kind !== 'property' || mapping.path.some(isIndex)) return undefined
  const path = mapping.path.join('.')
  if (rest.length === 0) return path
  const inner = getNamedType(field.type)
  const below = isCompositeType(inner) ? propertyOfField(inner, rest.join('.'), compiler) : undefined
  return below === undefined ? undefined : `${path}.${below}`
}
