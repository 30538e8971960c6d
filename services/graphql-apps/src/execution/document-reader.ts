import type { Document, Sort } from '@sluice/store'
import type { Projection } from '../domain/projection.ts'

export type ReadRequest = {
  db: string
  collection: string
  filter: Document
  sort: Sort | undefined
  skip: number
  limit: number
  projection: Projection | undefined
  maxTimeMs: number
}

/** Reads documents. Failures come as the errors of the store port. */
export type DocumentReader = (request: ReadRequest) => Promise<readonly Document[]>

/** What no query may ever fetch: the protected properties of a collection. */
export type Hidden = (namespace: { db: string; collection: string }) => readonly string[]
