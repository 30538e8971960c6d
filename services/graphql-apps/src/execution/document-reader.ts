import type { Document, Sort } from '@sluice/store'
import type { QueryProjection } from '../domain/bind/projection.ts'

export type ReadRequest = {
  db: string
  collection: string
  filter: Document
  sort: Sort | undefined
  skip: number
  limit: number
  projection: QueryProjection | undefined
  maxTimeMs: number
}

export type AggregateRequest = {
  db: string
  collection: string
  stages: readonly Document[]
  /** Most documents that are wanted of what the stages give. */
  limit: number
  maxTimeMs: number
}

export type RawFind = (request: ReadRequest) => Promise<readonly Uint8Array[]>

/** Reads documents. A limit without bound is none. Failures come as the errors of the store port. */
export type DocumentReader = {
  find(request: ReadRequest): Promise<readonly Document[]>
  /** The same as BSON bytes. A reader that has no bytes to give lets every query take the general way. */
  findRaw?: RawFind
  aggregate(request: AggregateRequest): Promise<readonly Document[]>
  /** The index by which `find` looks; undefined when it looks at all documents. */
  indexFor(
    request: Pick<ReadRequest, 'db' | 'collection' | 'filter'> & Partial<ReadRequest>,
  ): Promise<string | undefined>
}

/** What no query may ever fetch: the protected properties of a collection. */
export type Hidden = (namespace: { db: string; collection: string }) => readonly string[]
