import { type ResponseHead, unwrapWhole } from '@sluice/sdk'
import { isUnavailable, refusalStatus } from '../http/problem.ts'
import { sluice } from '../session/send-signed-in.ts'
import { noteAnswer } from './availability.ts'
import { noteRefusal } from './refusals.ts'

/** An answer that was no refusal. `total`: of a list that comes in pages; `etag`: of one thing, as If-Match takes it. */
export type ApiReply<T> = { value: T; total: number | undefined; etag: string | undefined }

const FORBIDDEN = 403

/** An answer of `raw`, whichever of its two forms it has. */
type RawReply = { data?: unknown; error?: unknown; response: ResponseHead }
type DataOf<Reply extends RawReply> = Extract<Reply, { error?: never }>['data']

/** Waits for an answer of the client. @throws SluiceError where it is a refusal, SluiceConnectionError where there is none */
export async function reply<Reply extends RawReply>(answer: Promise<Reply>): Promise<ApiReply<DataOf<Reply>>> {
  try {
    const { data, headers } = await unwrapWhole(answer)
    noteAnswer(true)
    const total = headers.get('x-total-count')
    const etag = headers.get('etag') ?? undefined
    return { value: data, total: total === null ? undefined : Number(total), etag }
  } catch (error) {
    noteFault(error)
    throw error
  }
}

/** Notes what a failure tells of the service, or of what one may do. */
export function noteFault(error: unknown): void {
  if (isUnavailable(error)) noteAnswer(false)
  if (refusalStatus(error) === FORBIDDEN) noteRefusal()
}

/** The same where only the value of the answer is asked for. */
export const replyValue = async <Reply extends RawReply>(answer: Promise<Reply>): Promise<DataOf<Reply>> =>
  (await reply(answer)).value

type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The body as its JSON text, of which no digit changes. */
  bodyText?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  parseAs?: 'text' | undefined
  signal?: AbortSignal | undefined
}

/** Makes a request as whoever is signed in, where the description of its route says less than is sent. */
export const call = <T>({ method, path, ...options }: ApiRequest): Promise<ApiReply<T>> =>
  reply(sluice.raw.request<T>(method, path, options))

export const callFor = async <T>(request: ApiRequest): Promise<T> => (await call<T>(request)).value
