import { type SluiceError, SluiceUsageError } from '../errors.ts'
import {
  type Call,
  type CallOptions,
  pathSegment,
  pathWithoutQuery,
  type QueryValue,
  queryText,
  type RepeatRule,
  type Reply,
} from './call.ts'
import { codeOf, errorOf, isGoneAlready, isNotFound, isPage, unreadable } from './problem.ts'
import type { RawClient, RawRequestAnswer, RawRequestOptions, ResponseHead } from './raw-types.ts'
import type { Transport } from './transport.ts'

/** The parts of a call of `raw`, whatever its route. */
type AnyInit = CallOptions & {
  params?: {
    path?: Readonly<Record<string, unknown>>
    query?: Readonly<Record<string, QueryValue>>
    header?: Readonly<Record<string, string | undefined>>
  }
  body?: unknown
  parseAs?: 'text' | undefined
  repeat?: RepeatRule | undefined
}

/** An answer of `raw` with what it was made of, for the error of a refused one. */
const exchanges = new WeakMap<ResponseHead, RawExchange>()

type RawExchange = { transport: Transport; call: Call; reply: Reply }

/** @param prefix what stands before the paths of apps, users and permissions: the database of the dedicated tier */
export function createRaw(transport: Transport, prefix: string): RawClient {
  const method =
    (name: string) =>
    async <Answer>(pattern: string, ...[init]: readonly unknown[]): Promise<Answer> => {
      const given = isInit(init) ? init : {}
      const call = callOf(`${name} ${pattern}`, prefixOf(pattern, prefix) + pattern, given)
      return readAnswer({ transport, call, reply: await transport.send(call) }, given.parseAs === 'text')
    }
  return {
    GET: method('GET'),
    POST: method('POST'),
    PUT: method('PUT'),
    PATCH: method('PATCH'),
    DELETE: method('DELETE'),
    async request<Data>(name: string, path: string, { parseAs, ...options }: RawRequestOptions = {}) {
      const call = plainCall(name, path, options)
      const reply = await transport.send(call)
      return readAnswer<RawRequestAnswer<Data>>({ transport, call, reply }, parseAs === 'text')
    },
  }
}

/** @throws SluiceUsageError where the path would be read as a part of the address */
function plainCall(
  method: string,
  path: string,
  { body, bodyText, ...options }: Omit<RawRequestOptions, 'parseAs'>,
): Call {
  if (!path.startsWith('/')) throw new SluiceUsageError('path has to begin with a slash.')
  return {
    method,
    operation: `${method} ${pathWithoutQuery(path)}`,
    path,
    body: bodyText ?? JSON.stringify(body),
    isOwnRoute: true,
    ...options,
  }
}

const isInit = (init: unknown): init is AnyInit => typeof init === 'object' && init !== null

function callOf(operation: string, pattern: string, { params = {}, body, signal, timeoutMs, repeat }: AnyInit): Call {
  const headers = Object.entries(params.header ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return {
    method: operation.split(' ', 1)[0] ?? '',
    operation,
    path: fillPath(pattern, params.path ?? {}) + queryText(params.query ?? {}),
    headers: Object.fromEntries(headers),
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    timeoutMs,
    repeat,
  }
}

/** An answer is believed to be what the description says of its route. @throws SluiceError where a success is no JSON */
function readAnswer<Answer>(exchange: RawExchange, isText: boolean): Answer
function readAnswer(exchange: RawExchange, isText: boolean): unknown {
  const { call, reply } = exchange
  const { status, headers, text } = reply
  const response = { status, headers, ok: status < 300 }
  exchanges.set(response, exchange)
  if (!response.ok) return { error: problemOf(text), response }
  if (isText && isPage(reply) && !IS_PAGE.test(call.operation)) throw unreadable(call, reply)
  return { data: isText ? text : parseJson(call, reply), response }
}

/** What answers with a page by itself. */
const IS_PAGE = / \/docs/

/** @returns the text itself where it is no JSON: what answered is no Sluice */
function problemOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function parseJson(call: Call, reply: Reply): unknown {
  if (reply.text === '') return undefined
  try {
    return JSON.parse(reply.text)
  } catch {
    throw unreadable(call, reply)
  }
}

/** Areas of the API that stand behind the default database in the dedicated tier. */
const IN_DATABASE = /^\/(?:\{collection\}|gql-apps|users|acl)(?:$|\/(?!explain$|check$))/

const prefixOf = (pattern: string, prefix: string): string => (IN_DATABASE.test(pattern) ? prefix : '')

/** @throws SluiceUsageError where a value is none that a path can carry, and would lead somewhere else */
function fillPath(pattern: string, values: Readonly<Record<string, unknown>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(values[name] ?? '')
    const segments = name === 'uri' ? text.split('/') : [text]
    return segments.map(segment => pathSegment(segment, name)).join('/')
  })
}

/** An answer of `raw`, whichever of its two forms it has. */
type AnyAnswer = { data?: unknown; error?: unknown; response: ResponseHead }
type SuccessOf<Answer extends AnyAnswer> = Extract<Answer, { error?: never }>

const isSuccess = <Answer extends AnyAnswer>(answer: Answer): answer is SuccessOf<Answer> => answer.response.ok

/** @returns the data of an answer of `raw` with its headers. @throws SluiceError for any other */
export async function unwrapWhole<Answer extends AnyAnswer>(
  answer: Promise<Answer>,
): Promise<{ data: SuccessOf<Answer>['data']; headers: Headers }> {
  const given = await answer
  if (isSuccess(given)) return { data: given.data, headers: given.response.headers }
  const { transport, call, reply } = exchangeOf(given.response)
  throw await refusalOf(transport, call, reply)
}

/** @returns the data of an answer of `raw`. @throws SluiceError for any other */
export const unwrap = async <Answer extends AnyAnswer>(answer: Promise<Answer>): Promise<SuccessOf<Answer>['data']> =>
  (await unwrapWhole(answer)).data

/**
 * Waits until a thing is gone.
 * @param isDone judges a refusal: the attempt before has ended the thing
 * @throws SluiceError
 */
export async function gone(answer: Promise<{ response: ResponseHead }>, isDone = isGoneAlready): Promise<void> {
  const { response } = await answer
  if (response.ok) return
  const { transport, call, reply } = exchangeOf(response)
  if (!isDone(reply)) throw await refusalOf(transport, call, reply)
}

/** @throws SluiceUsageError */
function exchangeOf(response: ResponseHead): RawExchange {
  const exchange = exchanges.get(response)
  if (exchange === undefined) throw new SluiceUsageError('This is no answer of the client.')
  return exchange
}

/** Collections have had their routes from the first version on. */
const MAY_BE_MISSING = /^\w+ \/(?!\{)/

/** The error for a refusal. Where the route itself may be missing, the server is asked what it has: that is loaded at the first time. */
async function refusalOf(transport: Transport, call: Call, reply: Reply): Promise<SluiceError> {
  const isMissing = isNotFound(reply) || codeOf(reply.text) === 'METHOD_NOT_ALLOWED'
  if (!isMissing || call.isOwnRoute || !MAY_BE_MISSING.test(call.operation)) return errorOf(call, reply)
  const { findMissingRoute } = await import('./missing-route.ts')
  return (await findMissingRoute(transport, call, reply)) ?? errorOf(call, reply)
}
