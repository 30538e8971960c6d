import type { Caller } from '../domain/model/hole.ts'
import type { ServedApp } from '../served-app.ts'
import type { GraphqlMediaType } from './media-type.ts'

/** One GraphQL request to one app, its parameters read. */
export type GraphqlRequest = {
  served: Pick<ServedApp, 'app' | 'prepare'>
  method: 'GET' | 'POST'
  body: {
    query: string
    variables?: Record<string, unknown> | null | undefined
    operationName?: string | null | undefined
  }
  mediaType: GraphqlMediaType
  caller: Caller
  signal: AbortSignal
  requestId: string
}
