import { isDocument, isHidden, type Visibility } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { GraphQLError } from 'graphql'
import { parentHolesOf } from '../domain/bind/projection.ts'
import type { QueryMapping } from '../domain/model/app-model.ts'
import type { FieldOutcome } from '../domain/plan/compile-writer.ts'
import { type FieldPlan, type Selection, selectionFor } from '../domain/plan/plan-operation.ts'
import { forbidden } from '../domain/rulings.ts'
import { type PropertyPath, readPath } from '../domain/values/property-path.ts'

/** Fields that are to be asked for these parents. */
export type PendingFields = Map<FieldPlan, Set<unknown>>

/** The documents in which parents stand that are none themselves. */
export type ParentDocuments = Map<unknown, Document>

export type Outcomes = Map<FieldPlan, ReadonlyMap<unknown, FieldOutcome>>

/** `origin`: what the caller may see of the document; `prefix`: the way to where we are in it. */
export type QueryCollection = {
  pending: PendingFields
  documents: ParentDocuments
  /** The document that we are in; undefined at the root, below which each object is a document of its own. */
  document: Document | undefined
  origin: DocumentOrigin | undefined
  prefix: PropertyPath
  outcomes: Outcomes
}

/** What a caller may see of a document. */
export type DocumentOrigin = { visibility: Visibility; isNarrow: boolean }

/** Collects the query fields of a selection with their parents in one document, at any depth. */
export function collectQueries(selected: Selection, source: Document, collecting: QueryCollection): void {
  for (const field of selectionFor(selected, source)?.fields ?? []) {
    if (field.source.kind === 'query') collectQuery({ field, mapping: field.source.mapping }, source, collecting)
    else if (field.source.kind === 'property' && field.selection?.hasQueries) {
      const { path } = field.source.mapping
      // A document that is a property of the root, as the result of a mutation is, is one of its own.
      const prefix = collecting.document ? [...collecting.prefix, ...path] : []
      const inside = { ...collecting, prefix }
      const { selection } = field
      forEachDocument(readPath(source, path), inner =>
        collectQueries(selection, inner, { ...inside, document: collecting.document ?? inner }),
      )
    }
  }
}

type QueryField = { field: FieldPlan; mapping: QueryMapping }

function collectQuery({ field, mapping }: QueryField, source: Document, collecting: QueryCollection): void {
  const { pending, documents, document, outcomes } = collecting
  const error = errorOfJoin(mapping, collecting)
  if (error) {
    outcomes.set(field, new Map([...(outcomes.get(field) ?? []), [source, { kind: 'failed', error }]]))
    return
  }
  if (document && source !== document) documents.set(source, document)
  const parents = pending.get(field)
  if (parents) parents.add(source)
  else pending.set(field, new Set([source]))
}

/** What a caller can't see of a document is not joined by either: a null would say that there is nothing. */
function errorOfJoin(mapping: QueryMapping, { origin, prefix }: QueryCollection): GraphQLError | undefined {
  if (!origin?.isNarrow) return undefined
  const paths = parentHolesOf(mapping).map(({ of, path }) => (of === 'parent' ? [...prefix, ...path] : path).join('.'))
  const hidden = paths.find(path => isHidden(path, origin.visibility))
  return hidden === undefined
    ? undefined
    : forbidden(`The field ${hidden} is hidden from you, and this one is joined by it.`)
}

function forEachDocument(value: unknown, visit: (document: Document) => void): void {
  if (Array.isArray(value)) for (const element of value) forEachDocument(element, visit)
  else if (isDocument(value)) visit(value)
}
