import type { Document } from '@sluice/store'
import type { AppLimits } from '../domain/app-model.ts'
import type { BoundWrite } from '../domain/mutation/bind-mutation.ts'
import type { Projection } from '../domain/projection.ts'
import type { WritableCollection } from './document-writer.ts'
import type { BudgetedReader } from './query-budget.ts'

/** What a write came to: the documents that the field may show (null for what its caller may not see), and how many it was about. */
export type Written = { documents: readonly (Document | null)[]; count: number }

export type WriteContext = {
  namespace: { db: string; collection: string }
  collection: WritableCollection
  read: BudgetedReader
  limits: AppLimits
  /** What the field shows of a document. */
  projection: Projection | undefined
  /** @returns milliseconds that are left. @param done what was written until then. @throws GraphQLError when the time is over */
  requireTime(done?: string): number
  /** Counts documents that are about to be written. @throws GraphQLError when the request has had its share */
  spend(count: number): void
}

export type OneWrite = Extract<BoundWrite, { method: 'updateOne' | 'replaceOne' | 'deleteOne' }>

/** How often a write that others were faster than is tried. */
export const MAX_TRIES = 5
