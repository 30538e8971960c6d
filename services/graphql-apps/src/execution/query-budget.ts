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
const MAX_CONCURRENT = 8

type ReadResult = { kind: 'documents'; documents: readonly Document[] } | { kind: 'failed'; error: GraphQLError }

/** Reads within the budget of one request: documents in all, time in all, queries at a time. A limit of 0 is none. */
export type BudgetedReader = {
  find(request: Omit<ReadRequest, 'maxTimeMs'>): Promise<ReadResult>
  aggregate(request: Omit<AggregateRequest, 'maxTimeMs'>): Promise<ReadResult>
}

type GrantedAsk = (granted: { limit: number; maxTimeMs: number }) => Promise<readonly Document[]>
type Budget = { limits: AppLimits; signal: Pick<AbortSignal, 'aborted'>; onBroken: (error: unknown) => void }

export function createBudgetedReader(read: DocumentReader, { limits, signal, onBroken }: Budget): BudgetedReader {
  const end = performance.now() + limits.timeoutMs
  const runLimited = createGate(MAX_CONCURRENT)
  let left = limits.maxDocuments

  async function readWithin(wanted: number, ask: GrantedAsk): Promise<ReadResult> {
    const maxTimeMs = Math.floor(end - performance.now())
    if (maxTimeMs <= 0 || signal.aborted) return timedOut(limits)
    if (left < 0) return tooMany(limits)
    const documents = await ask({ limit: Math.min(wanted || Number.POSITIVE_INFINITY, left + 1), maxTimeMs })
    left -= documents.length
    return left < 0 ? tooMany(limits) : { kind: 'documents', documents }
  }

  const readLimited = (wanted: number, ask: GrantedAsk): Promise<ReadResult> =>
    runLimited(async () => {
      try {
        return await readWithin(wanted, ask)
      } catch (error) {
        if (error instanceof GraphQLError) return { kind: 'failed', error }
        if (error instanceof StoreTimeoutError) return timedOut(limits)
        if (error instanceof StoreUnavailableError) return unavailable()
        onBroken(error)
        return broken()
      }
    })

  return {
    find: request =>
      readLimited(request.limit, granted => read.find({ ...request, ...granted }).catch(explainUnfit(QUERY))),
    aggregate: request =>
      readLimited(request.limit, granted =>
        read.aggregate({ ...request, ...granted }).catch(explainUnfit(AGGREGATION)),
      ),
  }
}

/** What was checked at save fails because of the stored documents or the values. Texts of the store stay inside. */
const explainUnfit =
  (text: string) =>
  (error: unknown): never => {
    if (error instanceof InvalidQueryError || error instanceof UnsupportedByStoreError) throw badInput(text)
    throw error
  }

const AGGREGATION = 'The aggregation does not work on the stored documents, or on the values that were given.'
const QUERY =
  'The query does not work on the stored documents, or on the values that were given, or its answer or its sort is too large. Narrow it.'

const failed = (message: string, code: string): ReadResult => ({
  kind: 'failed',
  error: new GraphQLError(message, { extensions: { code } }),
})

const tooMany = ({ maxDocuments }: AppLimits): ReadResult => ({
  kind: 'failed',
  error: limitExceeded(`The query reads more than ${maxDocuments} documents. Ask for less, with limit or a filter.`),
})
const timedOut = ({ timeoutMs }: AppLimits): ReadResult =>
  failed(`The query took longer than ${timeoutMs} ms. Narrow it, or add an index for its fields.`, 'TIMEOUT')
const unavailable = (): ReadResult =>
  failed('The documents can not be read at the moment. Try again shortly.', 'UNAVAILABLE')
const broken = (): ReadResult =>
  failed('Something broke on our side. The log of the service has it under this request id.', 'INTERNAL')
