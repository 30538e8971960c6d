import type { GrantedRules, Refusal } from '@sluice/contracts'
import { allOf, applyWriteRules, etagFilter } from '@sluice/documents'
import { changedMeanwhile, isThere, readPreconditions } from '@sluice/service-kit'
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
  /** Whether it is only to be written where there is none yet (`If-None-Match: *`). */
  mustBeNew: boolean
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

/**
 * The same for a document whose id is known. @param text the id as the client has written it
 * @throws ProblemError for an `If-None-Match` that names versions
 */
export function aimAt(
  { request, place, rules }: CollectionRequest,
  target: { id: unknown; text: string },
): WriteTarget {
  const { ifMatch: condition, mustBeNew } = readPreconditions(request)
  const writable = writableFilter(target.id, rules)
  return {
    kind: 'target',
    id: target.id,
    filter: allOf(writable, etagFilter(condition)),
    writable,
    hasCondition: condition !== undefined,
    mustBeNew,
    async explainMiss(collection) {
      const isOther = condition !== undefined && (await collection.count(writable, { limit: 1 })) > 0
      return isOther ? changedMeanwhile() : noDocument(place.path, target.text)
    },
  }
}

/** Answers a write that changes only what is there, and was asked for on the condition that nothing is. */
export async function refuseChange(target: WriteTarget, collection: Collection): Promise<Refusal> {
  const isTaken = (await collection.count(target.writable, { limit: 1 })) > 0
  return isTaken ? isThere() : target.explainMiss(collection)
}

const writableFilter = (id: unknown, rules: GrantedRules): Document => applyWriteRules({ _id: id }, rules)
