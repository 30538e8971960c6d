import type { Document } from '@sluice/store'
import { GraphQLError, getArgumentValues } from 'graphql'
import { withCode } from '../bind/bind-query.ts'
import { isTooDeep, TOO_DEEP } from '../bind/input-depth.ts'
import type { AnyField } from '../model/app-model.ts'
import type { HoleCaller, Variables } from '../model/hole.ts'
import { badInput } from '../model/hole-values.ts'
import type { MutationMapping, WriteTemplate } from '../model/mutation-model.ts'
import type { FieldPlan } from '../plan/plan-operation.ts'
import type { Arguments } from './arguments.ts'
import { bindTarget } from './bind-target.ts'
import { bindUpdate } from './bind-update.ts'
import { bindDocument, bindDocuments } from './bind-values.ts'

/** A write with the arguments of one request: nothing in it is looked at as a template again. */
export type BoundWrite =
  | { method: 'insertOne'; document: Document }
  | { method: 'insertMany'; documents: readonly Document[] }
  | ({ method: 'updateOne'; update: Record<string, Document>; upsert: boolean } & BoundTarget)
  | ({ method: 'updateMany'; update: Record<string, Document>; upsert: boolean } & BoundTarget & Cap)
  | ({ method: 'replaceOne' } & Replacement & BoundTarget)
  | ({ method: 'deleteOne' } & BoundTarget)
  | ({ method: 'deleteMany' } & BoundTarget & Cap)

type BoundTarget = { filter: Document; mustMatch: boolean }
type Replacement = {
  replacement: Document
  upsert: boolean
  /** Paths that stay as they are stored. */
  keep: readonly string[]
  /** Fields by their dotted paths that are so whatever is kept: they are in the replacement already. */
  fixed?: Document
}
type Cap = { maxAffected: number | undefined }

export type MutationBinding = { kind: 'bound'; write: BoundWrite } | { kind: 'failed'; error: GraphQLError }

type MutationCall = { field: AnyField; mapping: MutationMapping; variables: Variables; caller: HoleCaller }

/** Coerces the arguments by graphql-js's rules, checks each by the place where it goes, and fills them in. */
export function bindMutation(
  { nodes }: FieldPlan,
  { field, mapping, variables, caller }: MutationCall,
): MutationBinding {
  const [node] = nodes
  if (!node) return { kind: 'failed', error: badInput('There is no such field.') }
  try {
    const values = getArgumentValues(field, node, variables)
    if (isTooDeep(values)) return { kind: 'failed', error: badInput(TOO_DEEP) }
    return { kind: 'bound', write: bindWrite(mapping.write, { name: mapping.name, values, caller }) }
  } catch (error) {
    if (error instanceof GraphQLError) return { kind: 'failed', error: withCode(error) }
    throw error
  }
}

function bindWrite(write: WriteTemplate, given: Arguments): BoundWrite {
  switch (write.method) {
    case 'insertOne':
      return { method: write.method, document: bindDocument(write.document, write.readOnly, given) }
    case 'insertMany':
      return { method: write.method, documents: bindDocuments(write.documents, write.readOnly, given) }
    case 'replaceOne': {
      const { method, readOnly, upsert, mustMatch } = write
      const replacement = bindDocument(write.replacement, readOnly, given)
      return { method, filter: bindTarget(write, given), replacement, upsert, mustMatch, keep: readOnly }
    }
    case 'updateOne':
    case 'updateMany': {
      const { update, readOnly, ...rest } = write
      return { ...rest, filter: bindTarget(write, given), update: bindUpdate(update, readOnly, given) }
    }
    case 'deleteOne':
    case 'deleteMany':
      return { ...write, filter: bindTarget(write, given) }
  }
}
