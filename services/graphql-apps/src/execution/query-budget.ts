import { type Document, StoreTimeoutError, StoreUnavailableError } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { AppLimits } from '../domain/app-model.ts'
import { limitExceeded } from '../domain/document-limits.ts'
import type { DocumentReader, ReadRequest } from './document-reader.ts'
import { createLimiter } from './limiter.ts'

/** Queries of one request that run at a time. */
const MAX_CONCURRENT = 8

type ReadResult = { kind: 'documents'; documents: readonly Document[] } | { kind: 'failed'; error: GraphQLError }

/** Reads within the budget of one request: documents in all, time in all, queries at a time. A limit of 0 is none. */
export type BudgetedReader = (request: Omit<ReadRequest, 'maxTimeMs'>) => Promise<ReadResult>

type Budget = { limits: AppLimits; signal: AbortSignal; onBroken: (error: unknown) => void }

export function createBudgetedReader(read: DocumentReader, { limits, signal, onBroken }: Budget): BudgetedReader {
  const end = performance.now() + limits.timeoutMs
  const runLimited = createLimiter(MAX_CONCURRENT)
  let left = limits.maxDocuments

  async function readWithin(request: Omit<ReadRequest, 'maxTimeMs'>): Promise<ReadResult> {
    const maxTimeMs = Math.floor(end - performance.now())
    if (maxTimeMs <= 0 || signal.aborted) return timedOut(limits)
    if (left < 0) return tooMany(limits)
    const limit = Math.min(request.limit || Number.POSITIVE_INFINITY, left + 1)
    const documents = await read({ ...request, limit, maxTimeMs })
    left -= documents.length
    return left < 0 ? tooMany(limits) : { kind: 'documents', documents }
  }

  return request =>
    runLimited(async () => {
      try {
        return await readWithin(request)
      } catch (error) {
        if (error instanceof StoreTimeoutError) return timedOut(limits)
        if (error instanceof StoreUnavailableError) return unavailable()
        onBroken(error)
        return broken()
      }
    })
}

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
