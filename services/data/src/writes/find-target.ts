import type { GrantedRules, Refusal } from '@sluice/contracts'
import { allOf, applyWriteRules, etagFilter, readEtagCondition } from '@sluice/documents'
import { changedMeanwhile } from '@sluice/service-kit'
import type { Collection, Document } from '@sluice/store'
import type { CollectionRequest } from '../collection-request.ts'
import { checkIfMatch, readDocumentTarget } from '../domain/document-target.ts'
import { noDocument } from '../domain/place.ts'

/** The one document that a write is about: which version of it, and whether it is the caller's to write. */
export type WriteTarget = {
  kind: 'target'
  id: unknown
  /** Matches the document while it is as the caller expects it. */
  filter: Document
  /** Matches it whichever version it is. */
  writable: Document
  hasCondition: boolean
  /** Says why the filter matched nothing. */
  explainMiss(collection: Collection): Promise<Refusal>
}

/** Reads what the path and the headers of a write name. */
export function findTarget(asked: CollectionRequest): WriteTarget | Refusal {
  const { request, place } = asked
  const missing = checkIfMatch(request.query, request.header('if-match'))
  if (missing) return missing
  const target = readDocumentTarget(place, request.params.id ?? '', request.query)
  return target.kind === 'refuse' ? target : aimAt(asked, target)
}

/** The same for a document whose id is known. @param text the id as the client has written it */
export function aimAt(
  { request, place, rules }: CollectionRequest,
  target: { id: unknown; text: string },
): WriteTarget {
  const ifMatch = request.header('if-match')
  const condition = readEtagCondition(ifMatch)
  const writable = writableFilter(target.id, rules)
  return {
    kind: 'target',
    id: target.id,
    filter: allOf(writable, etagFilter(condition)),
    writable,
    hasCondition: condition !== undefined,
    async explainMiss(collection) {
      const isThere = condition !== undefined && (await collection.count(writable, { limit: 1 })) > 0
      return isThere ? changedMeanwhile() : noDocument(place.path, target.text)
    },
  }
}

const writableFilter = (id: unknown, rules: GrantedRules): Document => applyWriteRules({ _id: id }, rules)
