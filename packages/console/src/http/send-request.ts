import { ApiError, type Problem } from './problem.ts'

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** The cookie of the session goes to `/token` alone. */
  withCookie?: boolean
  signal?: AbortSignal
}

/** An answer that was no refusal. `total`: of a list that comes in pages; `etag`: of one thing, as If-Match takes it. */
export type ApiReply<T> = { value: T; total: number | undefined; etag: string | undefined }

const CLIENT = { 'sluice-client': 'console' }

/** The one place from which anything is sent. @throws TypeError when nobody answers */
export const fetchAnswer = ({ method, path, body, headers, withCookie, signal }: ApiRequest): Promise<Response> =>
  fetch(path, {
    method,
    headers: { ...CLIENT, ...headers, ...(body === undefined ? undefined : JSON_TYPE) },
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: withCookie ? 'same-origin' : 'omit',
    redirect: 'error',
    cache: 'no-store',
    signal,
  })

/** @throws ApiError when it is refused, TypeError when nobody answers */
export async function sendRequest<T>(request: ApiRequest): Promise<ApiReply<T>> {
  const response = await fetchAnswer(request)
  if (!response.ok) throw await toError(response)
  const total = response.headers.get('x-total-count')
  const value: T = response.status === 204 ? undefined : await readBody(response)
  const etag = response.headers.get('etag') ?? undefined
  return { value, total: total === null ? undefined : Number(total), etag }
}

/** A text where the answer is one, such as a schema; JSON otherwise. */
const readBody = (response: Response): ReturnType<Response['json']> =>
  response.headers.get('content-type')?.startsWith('text/plain') ? response.text() : response.json()

const JSON_TYPE = { 'content-type': 'application/json' }

/** Reads a refusal: a problem of Sluice, or that somebody else has answered. */
export async function toError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const problem: Problem = await response.json().catch(() => ({
    code: `HTTP_${response.status}`,
    status: response.status,
    title: 'The answer is not one of Sluice',
    detail: `Something between this page and the gateway has answered with ${response.status}.`,
    type: '',
    requestId: response.headers.get('x-request-id') ?? '',
  }))
  return new ApiError(problem, Number.isNaN(retryAfter) ? undefined : retryAfter)
}
