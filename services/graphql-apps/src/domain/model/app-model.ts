import type { Sort } from '@sluice/store'
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { PropertyPath } from '../values/property-path.ts'
import type { FilterTemplate } from './filter-template.ts'
import type { ArgumentHole, ParentHole } from './hole.ts'
import type { MutationMapping } from './mutation-model.ts'
import type { StageTemplates } from './stage-template.ts'
import type { TypeResolver } from './type-resolver.ts'

export type AnyField = GraphQLField<unknown, unknown>

export type NumberTemplate = { kind: 'fixed'; value: number } | { kind: 'hole'; hole: ArgumentHole }

export type SortTemplate =
  | { kind: 'fixed'; sort: Sort }
  /** Fields of the mapping, some with a direction that an argument gives. */
  | { kind: 'directed'; fields: readonly (readonly [field: string, direction: 1 | -1 | ArgumentHole])[] }
  /** A caller sorts by fields of the type; `propertyOf` says what a dotted field name stands for, if anything. */
  | { kind: 'hole'; hole: ArgumentHole; propertyOf: (field: string) => string | undefined }

/** How the parents of a join share queries, by the places of `$fk` (docs/reference/mappings.md#joins). */
export type JoinStrategy =
  /** No `$fk`: one answer for all parents. */
  | { kind: 'same' }
  /** Equalities and `$in` at the top only: one query for the values of many parents, `most` of them at a time. */
  | { kind: 'batched'; keys: readonly JoinKey[]; most: number }
  /** `isShared`: parents that ask the same are answered by one query. `key`: the only place at which one differs from another. */
  | { kind: 'each'; isShared: boolean; key: JoinKey | undefined }
export type JoinKey = { field: string; operator: '$eq' | '$in'; hole: ParentHole }

type QueryHead = {
  kind: 'query'
  /** `Type.field`; with the arguments it says which joins may share a query. */
  name: string
  db: string
  collection: string
  strategy: JoinStrategy
  isRoot: boolean
  isList: boolean
}

export type FindMapping = QueryHead & {
  how: 'find'
  find: FilterTemplate
  sort: SortTemplate | undefined
  limit: NumberTemplate | undefined
  skip: NumberTemplate | undefined
}

export type AggregationMapping = QueryHead & { how: 'aggregate'; stages: StageTemplates }

export type QueryMapping = FindMapping | AggregationMapping

export type PropertyMapping = { kind: 'property'; path: PropertyPath }
export type FieldMapping = QueryMapping | PropertyMapping

export type AppLimits = {
  maxDepth: number
  maxAliases: number
  maxTokens: number
  maxDocuments: number
  timeoutMs: number
}

/** An app that has been checked whole and can answer. */
export type CompiledApp = {
  schema: GraphQLSchema
  /** The text of the schema. */
  sdl: string
  /** The type of the root fields, `QueryHead` as a rule. */
  root: GraphQLObjectType
  /** The mappings by `Type.field`; a field that is not here takes the property of its own name. */
  mappings: ReadonlyMap<string, FieldMapping>
  /** How the types of values are told, by the name of the interface or union. */
  resolvers: ReadonlyMap<string, TypeResolver>
  /** The type of the mutations and what each of its fields writes. */
  mutation: { type: GraphQLObjectType; mappings: ReadonlyMap<string, MutationMapping> } | undefined
  limits: AppLimits
  introspection: boolean
  /** Whether the caller's own permissions on the collections count. */
  access: 'endpoint' | 'collections'
}

export const fieldKey = (type: string, field: string): string => `${type}.${field}`

/** What a field without a mapping does. */
export function mappingOf(app: CompiledApp, type: string, field: string): FieldMapping {
  return app.mappings.get(fieldKey(type, field)) ?? { kind: 'property', path: [field] }
}
