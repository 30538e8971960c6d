import type { Visibility } from '@sluice/documents'
import type { Document } from '@sluice/store'
import type { QueryProjection } from '../../domain/bind/projection.ts'
import type { AppLimits } from '../../domain/model/app-model.ts'
import type { BoundWrite } from '../../domain/mutation/bind-mutation.ts'
import type { WritableCollection } from '../document-writer.ts'
import type { BudgetedReader } from '../query-budget.ts'

/** What a write came to: the documents that the field may show (null for what its caller may not see), and how many it was about. */
export type WriteResult = { documents: readonly (Document | null)[]; count: number }

export type WriteContext = {
  namespace: { db: string; collection: string }
  collection: WritableCollection
  read: BudgetedReader
  limits: AppLimits
  /** What the field shows of a document. */
  projection: QueryProjection | undefined
  /** @returns milliseconds that are left. @param done what was written until then. @throws GraphQLError when the time is over */
  requireTime(done?: string): number
  /** Counts documents that are about to be written. @throws GraphQLError when the request has had its share */
  spend(count: number): void
}

/** The same collection for a caller who may not see all of it: what does not fit its schema is told so far as he may see it. */
export const seenBy = <T extends Pick<WriteContext, 'collection'>>(context: T, visibility: Visibility): T => {
  const { documents, schema } = context.collection
  return { ...context, collection: { documents, schema: schema?.seenBy(visibility) } }
}

export type OneWrite = Extract<BoundWrite, { method: 'updateOne' | 'replaceOne' | 'deleteOne' }>

/** How often a write that others were faster than is tried. */
export const MAX_TRIES = 5
