import { fetchAnswer, toError } from '../http/send-request.ts'
import { session } from '../session/session.ts'
import type { QueryText } from './apps.ts'

/** The answer to a query, as it came. */
export type QueryAnswer = { status: number; text: string; bytes: number; ms: number }

type QueryRun = {
  /** The endpoint: `/graphql/<uri>`. */
  path: string
  body: QueryText
  /** The API key that it runs with; left out, it runs as who is signed in. */
  key?: string | undefined
}

const PROBLEM = 'application/problem+json'

/** Runs a query. An answer with faults in it is an answer. @throws ApiError where the request itself is refused */
export async function runQuery({ path, body, key }: QueryRun): Promise<QueryAnswer> {
  const token = await session.token()
  const startedAt = performance.now()
  const headers = { authorization: `Bearer ${key || token}`, accept: 'application/graphql-response+json' }
  const response = await fetchAnswer({ method: 'POST', path, body, headers })
  if (response.status === 401 && !key) session.lock(token)
  if (response.headers.get('content-type')?.startsWith(PROBLEM)) throw await toError(response)
  const text = await response.text()
  const ms = Math.round(performance.now() - startedAt)
  return { status: response.status, text, bytes: new TextEncoder().encode(text).length, ms }
}
