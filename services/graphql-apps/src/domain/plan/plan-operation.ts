import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from 'graphql'
import {
  type AnyField,
  type CompiledApp,
  mappingOf,
  type PropertyMapping,
  type QueryMapping,
} from '../model/app-model.ts'
import type { Variables } from '../model/hole.ts'
import type { MutationMapping } from '../model/mutation-model.ts'
import { resolveType, type TypeResolver } from '../model/type-resolver.ts'

/** One field of the answer: where its value comes from, and what is selected of it. */
export type FieldPlan = {
  /** Name in the answer. */
  key: string
  parent: GraphQLObjectType
  nodes: readonly FieldNode[]
  source: PlannedSource
  /** What is selected of an object, or of the objects of a list. */
  selection: Selection | undefined
}

type PlannedSource =
  | { kind: 'typename' }
  | { kind: 'introspection' }
  | { kind: 'property'; field: AnyField; mapping: PropertyMapping }
  | { kind: 'query'; field: AnyField; mapping: QueryMapping }
  /** At the root of a mutation only. */
  | { kind: 'mutation'; field: AnyField; mapping: MutationMapping }

export type Selection = ObjectPlan | AbstractPlan

export type ObjectPlan = {
  kind: 'object'
  type: GraphQLObjectType
  fields: readonly FieldPlan[]
  /** Whether a query stands here or below, so that documents have to be walked for it. */
  hasQueries: boolean
}

/** The plan of an interface or a union: the type of each value says what is selected. */
type AbstractPlan = {
  kind: 'abstract'
  name: string
  resolver: TypeResolver
  objects: ReadonlyMap<GraphQLObjectType, ObjectPlan>
  hasQueries: boolean
}

/** @returns undefined where the type of the value is not known */
export function selectionFor(selection: Selection, value: unknown): ObjectPlan | undefined {
  if (selection.kind === 'object') return selection
  const type = resolveType(selection.resolver, value)
  return type && selection.objects.get(type)
}

export type OperationPlan = { operation: OperationDefinitionNode; document: DocumentNode; root: ObjectPlan }

type Planner = {
  app: CompiledApp
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: Variables
  /** The same selection of the same type is planned once: with types in types there would be too many ways to it. */
  planned: Map<GraphQLObjectType, Map<string, ObjectPlan>>
  numbers: Map<SelectionSetNode, number>
}

/**
 * Compiles an operation for given values of the variables that `@skip` and `@include` ask; all other variables may
 * change from request to request. Fields come in the order in which graphql-js would answer them.
 */
export function planOperation(
  app: CompiledApp,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Variables,
): OperationPlan {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const planner: Planner = { app, fragments, variables, planned: new Map(), numbers: new Map() }
  const type = operation.operation === 'mutation' && app.mutation ? app.mutation.type : app.root
  return { operation, document, root: planObject(type, [operation.selectionSet], planner) }
}

/** Names of the variables that decide what is selected. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  const names = new Set<string>()
  visit(document, {
    Directive(node) {
      for (const argument of node.arguments ?? []) {
        if (argument.value.kind === Kind.VARIABLE) names.add(argument.value.name.value)
      }
    },
  })
  return [...names].toSorted()
}

function planObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[], planner: Planner): ObjectPlan {
  const key = sets.map(set => numberOf(set, planner)).join()
  const known = planner.planned.get(type) ?? new Map<string, ObjectPlan>()
  planner.planned.set(type, known)
  const plan = known.get(key) ?? planNewObject(type, sets, planner)
  known.set(key, plan)
  return plan
}

function numberOf(set: SelectionSetNode, { numbers }: Planner): number {
  const number = numbers.get(set) ?? numbers.size
  numbers.set(set, number)
  return number
}

function planAbstract(type: GraphQLAbstractType, sets: readonly SelectionSetNode[], planner: Planner): AbstractPlan {
  const resolver = planner.app.resolvers.get(type.name) ?? { cases: [], paths: [] }
  const objects = new Map(resolver.cases.map(each => [each.type, planObject(each.type, sets, planner)]))
  const hasQueries = [...objects.values()].some(plan => plan.hasQueries)
  return { kind: 'abstract', name: type.name, resolver, objects, hasQueries }
}

function planSelection(type: GraphQLNamedType, sets: readonly SelectionSetNode[], planner: Planner) {
  if (isObjectType(type)) return planObject(type, sets, planner)
  return isAbstractType(type) ? planAbstract(type, sets, planner) : undefined
}

function planNewObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[], planner: Planner): ObjectPlan {
  const collected = new Map<string, FieldNode[]>()
  const visited = new Set<string>()
  for (const set of sets) collect(set, { type, planner, collected, visited })
  const fields = [...collected].flatMap(([key, nodes]) => planField({ key, parent: type, nodes }, planner))
  return { kind: 'object', type, fields, hasQueries: fields.some(hasQueries) }
}

const hasQueries = ({ source, selection }: FieldPlan): boolean =>
  source.kind === 'query' || selection?.hasQueries === true

type FieldCollection = {
  type: GraphQLObjectType
  planner: Planner
  collected: Map<string, FieldNode[]>
  visited: Set<string>
}

/** The fields of a selection by their name in the answer, fragments put in place (GraphQL spec, CollectFields). */
function collect(set: SelectionSetNode, collecting: FieldCollection): void {
  const { type, planner, collected, visited } = collecting
  for (const selection of set.selections) {
    if (!isIncluded(selection, planner.variables)) continue
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value
      const nodes = collected.get(key)
      if (nodes) nodes.push(selection)
      else collected.set(key, [selection])
      continue
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : spread(selection.name.value, planner, visited)
    if (fragment && appliesTo(fragment, type, planner)) collect(fragment.selectionSet, collecting)
  }
}

function spread(name: string, { fragments }: Planner, visited: Set<string>): FragmentDefinitionNode | undefined {
  if (visited.has(name)) return undefined
  visited.add(name)
  return fragments.get(name)
}

function isIncluded(selection: SelectionNode, variables: Variables): boolean {
  if (!selection.directives?.length) return true
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false
}

type FragmentCondition = { typeCondition?: FragmentDefinitionNode['typeCondition'] }

function appliesTo({ typeCondition }: FragmentCondition, type: GraphQLObjectType, { app }: Planner): boolean {
  if (!typeCondition) return true
  const condition = typeFromAST(app.schema, typeCondition)
  return condition === type || (isAbstractType(condition) && app.schema.isSubType(condition, type))
}

type CollectedField = { key: string; parent: GraphQLObjectType; nodes: readonly FieldNode[] }

function planField({ key, parent, nodes }: CollectedField, planner: Planner): FieldPlan[] {
  const name = nodes[0]?.name.value ?? ''
  if (name === '__typename') return [{ key, parent, nodes, source: { kind: 'typename' }, selection: undefined }]
  if (name === '__schema' || name === '__type') {
    return [{ key, parent, nodes, source: { kind: 'introspection' }, selection: undefined }]
  }
  const field = parent.getFields()[name]
  if (!field) return []
  const source = sourceOf(field, parent, planner)
  const type = getNamedType(field.type)
  const sets = nodes.flatMap(node => node.selectionSet ?? [])
  return [{ key, parent, nodes, source, selection: planSelection(type, sets, planner) }]
}

function sourceOf(field: AnyField, parent: GraphQLObjectType, { app }: Planner): PlannedSource {
  const mutation = parent === app.mutation?.type ? app.mutation.mappings.get(field.name) : undefined
  if (mutation) return { kind: 'mutation', field, mapping: mutation }
  const mapping = mappingOf(app, parent.name, field.name)
  return mapping.kind === 'query' ? { kind: 'query', field, mapping } : { kind: 'property', field, mapping }
}
