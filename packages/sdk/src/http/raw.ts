import createClient, { type Client } from 'openapi-fetch'
import type { paths } from '../api.ts'
import { SluiceUsageError } from '../errors.ts'
import { type Call, pathSegment, type RepeatRule, type Reply } from './call.ts'
import { errorOf, unreadable } from './problem.ts'
import type { Transport } from './transport.ts'

/**
 * Every described route by its method and path, typed by the description. It answers `{data, error, response}` and throws
 * only where no answer came. `timeoutMs` may stand beside `params` and `body`.
 */
export type RawClient = Pick<Client<paths>, 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>

/** What stands in a call of `raw` besides what fetch knows: openapi-fetch hands it on as fields of the request. */
type RequestFields = { timeoutMs?: number; repeat?: RepeatRule }

/** Where `raw` leads to: its address is cut off again. */
const NOWHERE = 'http://sluice.invalid'
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** An answer of `raw` with what it was made of, for the error of a refused one. */
const exchanges = new WeakMap<Response, { call: Call; reply: Reply }>()

/** @param prefix what stands before the paths of apps, users and permissions: the database of the dedicated tier */
export function createRaw(transport: Transport, prefix: string): RawClient {
  const asked = new WeakMap<Request, { operation: string; isJson: boolean }>()
  const client = createClient<paths>({
    baseUrl: NOWHERE,
    pathSerializer: (pattern, values) => fillPath(prefixOf(pattern, prefix) + pattern, values),
    async fetch(request: Request & RequestFields) {
      const { operation = request.method, isJson = true } = asked.get(request) ?? {}
      const call = await callOf(request, operation)
      return responseOf(call, await transport.send(call), isJson)
    },
  })
  client.use({
    onRequest({ request, schemaPath, options }) {
      asked.set(request, { operation: `${request.method} ${schemaPath}`, isJson: options.parseAs === 'json' })
    },
  })
  const { GET, POST, PUT, PATCH, DELETE } = client
  return { GET, POST, PUT, PATCH, DELETE }
}

async function callOf(request: Request & RequestFields, operation: string): Promise<Call> {
  const body = await request.text()
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    operation,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: body === '' ? undefined : body,
    signal: request.signal,
    timeoutMs: request.timeoutMs,
    repeat: request.repeat,
  }
}

/** @throws SluiceError where a success is no JSON, although JSON was to come */
function responseOf(call: Call, reply: Reply, isJson: boolean): Response {
  const { status, text } = reply
  if (isJson && status < 300 && text !== '') checkJson(call, reply)
  const headers = new Headers(reply.headers)
  // Without it openapi-fetch takes an empty text for no answer, instead of failing to read it.
  headers.delete('content-length')
  const response = new Response(BODILESS.has(status) ? null : text, { status, headers })
  exchanges.set(response, { call, reply })
  return response
}

function checkJson(call: Call, reply: Reply): void {
  try {
    JSON.parse(reply.text)
  } catch {
    throw unreadable(call, reply)
  }
}

/** Areas of the API that stand behind the default database in the dedicated tier. */
const IN_DATABASE = /^\/(?:\{collection\}|gql-apps|users|acl)(?:$|\/(?!explain$))/

const prefixOf = (pattern: string, prefix: string): string => (IN_DATABASE.test(pattern) ? prefix : '')

/** @throws SluiceUsageError where a value is none that a path can carry, and would lead somewhere else */
function fillPath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '')
    return name === 'uri'
      ? text
          .split('/')
          .map(segment => pathSegment(segment, name))
          .join('/')
      : pathSegment(text, name)
  })
}

/** An answer of `raw`, whichever of its two forms it has. */
type RawAnswer = { data?: unknown; error?: unknown; response: Response }
type SuccessOf<Answer extends RawAnswer> = Extract<Answer, { error?: never }>

const isSuccess = <Answer extends RawAnswer>(answer: Answer): answer is SuccessOf<Answer> => answer.response.ok

/** @returns the data of an answer of `raw` with its headers. @throws SluiceError for any other */
export async function unwrapWhole<Answer extends RawAnswer>(
  answer: Promise<Answer>,
): Promise<{ data: SuccessOf<Answer>['data']; headers: Headers }> {
  const given = await answer
  if (isSuccess(given)) return { data: given.data, headers: given.response.headers }
  throw refusalOf(given.response).error
}

/** @returns the data of an answer of `raw`. @throws SluiceError for any other */
export const unwrap = async <Answer extends RawAnswer>(answer: Promise<Answer>): Promise<SuccessOf<Answer>['data']> =>
  (await unwrapWhole(answer)).data

/** Waits until a thing is gone. One that is on a later attempt was ended by the attempt before. @throws SluiceError */
export async function gone(answer: Promise<{ response: Response }>): Promise<void> {
  const { response } = await answer
  if (response.ok) return
  const { error, reply } = refusalOf(response)
  if (error.status !== 404 || !reply.isAfterLostAnswer) throw error
}

function refusalOf(response: Response) {
  const exchange = exchanges.get(response)
  if (exchange === undefined) throw new SluiceUsageError('This is no answer of the client.')
  return { error: errorOf(exchange.call, exchange.reply), reply: exchange.reply }
}
