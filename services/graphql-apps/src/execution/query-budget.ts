import { createGate } from '@sluice/bounds'
import {
  type Document,
  InvalidQueryError,
  StoreTimeoutError,
  StoreUnavailableError,
  UnsupportedByStoreError,
} from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { AppLimits } from '../domain/model/app-model.ts'
import { badInput } from '../domain/model/hole-values.ts'
import { limitExceeded } from '../domain/plan/document-limits.ts'
import type { AggregateRequest, DocumentReader, ReadRequest } from './document-reader.ts'

/** Queries of one request that run at a time. */
export const MAX_CONCURRENT = 8

type ReadResult<T> = { kind: 'documents'; documents: readonly T[] } | { kind: 'failed'; error: GraphQLError }

/** Reads within the budget of one request: documents in all, time in all, queries at a time. A limit of 0 is none. */
export type BudgetedReader = {
  find(request: Omit<ReadRequest, 'maxTimeMs'>): Promise<ReadResult<Document>>
  /** To be asked only where the reader beneath has bytes. */
  findRaw(request: Omit<ReadRequest, 'maxTimeMs'>): Promise<ReadResult<Uint8Array>>
  aggregate(request: Omit<AggregateRequest, 'maxTimeMs'>): Promise<ReadResult<Document>>
}

const NO_BYTES: Promise<readonly Uint8Array[]> = Promise.resolve([])

type GrantedBudget = { limit: number; maxTimeMs: number }
type GrantedAsk<T> = (granted: GrantedBudget) => Promise<readonly T[]>
type Budget = {
  limits: AppLimits
  signal: Pick<AbortSignal, 'aborted'>
  onBroken: (error: unknown) => void
  /** When the request began, in the time of `performance.now()`; now, unless it is given. */
  begunAt?: number
}

export function createBudgetedReader(read: DocumentReader, budget: Budget): BudgetedReader {
  const { limits, signal, onBroken, begunAt = performance.now() } = budget
  const end = begunAt + limits.timeoutMs
  const runLimited = createGate(MAX_CONCURRENT)
  let left = limits.maxDocuments

  /** @param unfit what is said where the stored documents or the values do not go with the question */
  async function readWithin<T>(wanted: number, ask: GrantedAsk<T>, unfit: string): Promise<ReadResult<T>> {
    try {
      const maxTimeMs = Math.floor(end - performance.now())
      if (maxTimeMs <= 0 || signal.aborted) return timedOut(limits)
      if (left < 0) return tooMany(limits)
      const documents = await ask({ limit: Math.min(wanted || Number.POSITIVE_INFINITY, left + 1), maxTimeMs })
      left -= documents.length
      return left < 0 ? tooMany(limits) : { kind: 'documents', documents }
    } catch (error) {
      return explainFailure(error, unfit)
    }
  }

  function explainFailure(error: unknown, unfit: string): ReadResult<never> {
    if (error instanceof GraphQLError) return { kind: 'failed', error }
    if (error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError)
      return { kind: 'failed', error: badInput(unfit) }
    if (error instanceof StoreTimeoutError) return timedOut(limits)
    if (error instanceof StoreUnavailableError) return unavailable()
    onBroken(error)
    return broken()
  }

  const readLimited = <T>(wanted: number, ask: GrantedAsk<T>, unfit: string): Promise<ReadResult<T>> =>
    runLimited(() => readWithin(wanted, ask, unfit))

  return {
    find: request => readLimited(request.limit, granted => read.find(within(request, granted)), QUERY),
    findRaw: request =>
      readLimited(request.limit, granted => read.findRaw?.(within(request, granted)) ?? NO_BYTES, QUERY),
    aggregate: request => readLimited(request.limit, granted => read.aggregate(within(request, granted)), AGGREGATION),
  }
}

const within = <R extends object>(request: R, { limit, maxTimeMs }: GrantedBudget) => ({ ...request, limit, maxTimeMs })

// What was checked at save fails because of the stored documents or the values. Texts of the store stay inside.
const AGGREGATION = 'The aggregation does not work on the stored documents, or on the values that were given.'
const QUERY =
  'The query does not work on the stored documents, or on the values that were given, or its answer or its sort is too large. Narrow it.'

const failed = (message: string, code: string): ReadResult<never> => ({
  kind: 'failed',
  error: new GraphQLError(message, { extensions: { code } }),
})

const tooMany = ({ maxDocuments }: AppLimits): ReadResult<never> => ({
  kind: 'failed',
  error: limitExceeded(`The query reads more than ${maxDocuments} documents. Ask for less, with limit or a filter.`),
})
const timedOut = ({ timeoutMs }: AppLimits): ReadResult<never> =>
  failed(`The query took longer than ${timeoutMs} ms. Narrow it, or add an index for its fields.`, 'TIMEOUT')
const unavailable = (): ReadResult<never> =>
  failed('The documents can not be read at the moment. Try again shortly.', 'UNAVAILABLE')
const broken = (): ReadResult<never> =>
  failed('Something broke on our side. The log of the service has it under this request id.', 'INTERNAL')
