import type { Sort } from '@sluice/store'
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { FilterTemplate } from './filter-template.ts'
import type { ArgumentHole, ParentHole } from './hole.ts'
import type { MutationMapping } from './mutation/mutation-model.ts'
import type { PropertyPath } from './property-path.ts'

export type AnyField = GraphQLField<unknown, unknown>

export type NumberTemplate = { kind: 'fixed'; value: number } | { kind: 'hole'; hole: ArgumentHole }

export type SortTemplate =
  | { kind: 'fixed'; sort: Sort }
  /** A caller sorts by fields of the type; `propertyOf` says what a dotted field name stands for, if anything. */
  | { kind: 'hole'; hole: ArgumentHole; propertyOf: (field: string) => string | undefined }

/** How the parents of a join share queries, by the places of `$fk` (design: graphql-mappings, "Execution"). */
export type JoinStrategy =
  /** No `$fk`: one answer for all parents. */
  | { kind: 'same' }
  /** Equalities and `$in` at the top only: one query for many parents. */
  | { kind: 'batched'; keys: readonly JoinKey[] }
  | { kind: 'each' }
export type JoinKey = { field: string; operator: '$eq' | '$in'; hole: ParentHole }

export type QueryMapping = {
  kind: 'query'
  /** `Type.field`; with the arguments it says which joins may share a query. */
  name: string
  db: string
  collection: string
  find: FilterTemplate
  sort: SortTemplate | undefined
  limit: NumberTemplate | undefined
  skip: NumberTemplate | undefined
  strategy: JoinStrategy
  isRoot: boolean
  isList: boolean
}

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
  /** The type of the root fields, `Query` as a rule. */
  root: GraphQLObjectType
  /** By `Type.field`; a field that is not here takes the property of its own name. */
  mappings: ReadonlyMap<string, FieldMapping>
  /** The type of the mutations and what each of its fields writes. */
  mutation: { type: GraphQLObjectType; mappings: ReadonlyMap<string, MutationMapping> } | undefined
  limits: AppLimits
  introspection: boolean
}

export const fieldKey = (type: string, field: string): string => `${type}.${field}`

/** What a field without a mapping does. */
export function mappingOf(app: CompiledApp, type: string, field: string): FieldMapping {
  return app.mappings.get(fieldKey(type, field)) ?? { kind: 'property', path: [field] }
}
