import type { HoleCaller } from '../domain/model/hole.ts'
import type { LoadedApp } from '../served-app.ts'
import type { GraphqlMediaType } from './media-type.ts'

/** One GraphQL request to one app, its parameters read. */
export type GraphqlRequest = {
  served: Pick<LoadedApp, 'app' | 'prepare'>
  method: 'GET' | 'POST'
  body: {
    query: string
    variables?: Record<string, unknown> | null | undefined
    operationName?: string | null | undefined
  }
  mediaType: GraphqlMediaType
  caller: HoleCaller
  signal: Pick<AbortSignal, 'aborted'>
  requestId: string
}
