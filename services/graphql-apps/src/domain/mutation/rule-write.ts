import { allOf, checkFilter, mergeIntoDocument, mergeIntoUpdate, readUpdate, type Visibility } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { badInput } from '../model/hole-values.ts'
import { forbidden } from '../rulings.ts'
import type { WriteRuling } from '../write-rulings.ts'
import type { BoundWrite } from './bind-mutation.ts'

/**
 * A write as the caller's permission lets it be: of the documents that it reaches alone, and with the fields that it
 * sets. @throws GraphQLError where the write looks at what is hidden from the caller, or changes what is fixed for him
 */
export function ruleWrite<W extends BoundWrite>(write: W, ruling: WriteRuling): W
export function ruleWrite(write: BoundWrite, ruling: WriteRuling): BoundWrite {
  const { merge, filter: reached, searchFilter } = ruling
  switch (write.method) {
    case 'insertOne':
      return { ...write, document: mergeIntoDocument(write.document, merge) }
    case 'insertMany':
      return { ...write, documents: write.documents.map(document => mergeIntoDocument(document, merge)) }
    case 'updateMany': {
      requireVisible(write.filter, ruling)
      return { ...write, filter: allOf(write.filter, searchFilter, reached), update: ruleUpdate(write.update, ruling) }
    }
    case 'deleteMany':
      requireVisible(write.filter, ruling)
      return { ...write, filter: allOf(write.filter, searchFilter, reached) }
    case 'updateOne':
      return { ...write, filter: allOf(write.filter, reached), update: ruleUpdate(write.update, ruling) }
    case 'replaceOne': {
      const fixed = withoutOwnFields(merge)
      const replacement = mergeIntoDocument(write.replacement, fixed)
      return { ...write, filter: allOf(write.filter, reached), replacement, ...(fixed ? { fixed } : {}) }
    }
    case 'deleteOne':
      return { ...write, filter: allOf(write.filter, reached) }
  }
}

/** What the caller can't see, nothing is found by. */
export function requireVisible(
  filter: Document,
  { isNarrow, visibility }: Pick<WriteRuling, 'isNarrow' | 'visibility'>,
) {
  const refusal = isNarrow ? checkFilter(filter, visibility) : undefined
  if (refusal) throw forbidden(refusal.detail)
}

function ruleUpdate(update: Record<string, Document>, { merge, isNarrow, visibility }: WriteRuling) {
  if (isNarrow) requireBlind(update, visibility)
  const merged = mergeIntoUpdate(update, merge)
  if (merged.kind === 'refuse') throw forbidden(merged.detail)
  return merged.update
}

/** An operator can't tell what is out of sight. */
function requireBlind(update: Record<string, Document>, visibility: Visibility): void {
  const read = readUpdate(update, visibility)
  if (read.kind === 'refuse') throw read.code === 'FIELD_HIDDEN' ? forbidden(read.detail) : badInput(read.detail)
}

/** The `_id` of a document that is there does not change, and its version is the service's. */
export function withoutOwnFields(merge: Document | undefined): Document | undefined {
  if (!merge) return undefined
  const { _id: _, _etag: __, ...fields } = merge
  return fields
}
