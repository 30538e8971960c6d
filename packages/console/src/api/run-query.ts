import { unwrap } from '@sluice/sdk'
import { openClient } from '../http/client.ts'
import { sluice } from '../session/send-signed-in.ts'
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
const ACCEPT = { accept: 'application/graphql-response+json' }

/** Runs a query. An answer with faults in it is an answer. @throws SluiceError where the request itself is refused */
export async function runQuery({ path, body, key }: QueryRun): Promise<QueryAnswer> {
  const client = key ? openClient({ headers: { authorization: `Bearer ${key}` } }) : sluice
  const startedAt = performance.now()
  const answer = await client.raw.request<string>('POST', path, { body, headers: ACCEPT, parseAs: 'text' })
  const { status, headers } = answer.response
  if (headers.get('content-type')?.startsWith(PROBLEM)) await unwrap(Promise.resolve(answer))
  const text = answer.data ?? JSON.stringify(answer.error)
  const ms = Math.round(performance.now() - startedAt)
  return { status, text, bytes: new TextEncoder().encode(text).length, ms }
}
