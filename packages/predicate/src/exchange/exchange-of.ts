import type { Exchange, QueryParameters } from './exchange.ts'
import { type OneValue, oneValue } from './one-value.ts'

/** The headers of one message. */
export type HeaderBlock = {
  /** Every value that was sent. @param name in lower case */
  getAll(name: string): readonly string[]
}

/** What somebody knows of one request, and of its response where there is one. */
export type ExchangeFacts = {
  /** The real method, in upper case. */
  method: string
  /** Canonical and decoded: begins with a slash, no doubled or trailing ones. */
  path: string
  /** The query as it was sent, without the question mark. */
  queryString: string
  headers: HeaderBlock
  /** Whether nobody knows any more what was in the cookies: each of them is unknown. */
  hidesCookies?: boolean
  /** The id of the caller; null when anonymous. */
  user: string | null
  userDocument?: Readonly<Record<string, unknown>> | undefined
  remoteAddress: string
  isSecure: boolean
  /** The tool of an assistant that the request was made for. */
  tool?: string | undefined
  /** The occurrence of Sluice itself that it tells of; undefined for every request. */
  occurrence?: string | undefined
  /** `HTTP/1.1` when it is not known. */
  protocol?: string
  /** Whether an anonymous caller would be refused; undefined when nobody can tell. */
  needsCredentials?: (() => boolean | undefined) | undefined
  /** The parsed JSON body; undefined when there is none. A predicate may ask more than once. */
  requestBody(): unknown
  response?: { statusCode: number; headers: HeaderBlock } | undefined
}

/** Builds what a predicate sees, the same from the same facts wherever they come from. What costs something waits until it is asked. */
export function exchangeOf(facts: ExchangeFacts): Exchange {
  const { method, path, queryString, headers, isSecure, response } = facts
  return {
    method,
    path,
    query: queryString === '' ? NO_PARAMETERS : readLater(queryString),
    queryString,
    url: () => urlOf(facts),
    header: name => oneValue(headers.getAll(name.toLowerCase())),
    user: facts.user ?? undefined,
    userDocument: facts.userDocument,
    remoteAddress: facts.remoteAddress,
    protocol: facts.protocol ?? 'HTTP/1.1',
    isSecure,
    tool: facts.tool,
    occurrence: facts.occurrence,
    needsCredentials: facts.needsCredentials,
    cookie: facts.hidesCookies ? undefined : name => cookieValue(headers.getAll('cookie'), name),
    requestBody: facts.requestBody,
    response: response && answerOf(response),
  }
}

/** The headers of a list of names and values, whatever the case of the names. */
export const headersOf = (list: readonly (readonly [string, string])[]): HeaderBlock => ({
  getAll: wanted => list.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value),
})

const NO_PARAMETERS: QueryParameters = new URLSearchParams()

function readLater(queryString: string): QueryParameters {
  let read: URLSearchParams | undefined
  const parameters = () => {
    read ??= new URLSearchParams(queryString)
    return read
  }
  return {
    getAll: name => parameters().getAll(name),
    has: name => parameters().has(name),
    keys: () => parameters().keys(),
  }
}

/** The URL with its path encoded anew, as a service is asked for it. */
function urlOf({ path, queryString, headers, isSecure }: ExchangeFacts): string {
  const [host = ''] = headers.getAll('host')
  const encoded = path.toWellFormed().split('/').map(encodeURIComponent).join('/')
  return `${isSecure ? 'https' : 'http'}://${host}${encoded}${queryString && `?${queryString}`}`
}

/** What a cookie says, by all the `Cookie` headers of a request. */
function cookieValue(headers: readonly string[], wanted: string): OneValue {
  const pairs = headers.flatMap(header => header.split(';')).map(pair => pair.trim().split('='))
  return oneValue(pairs.filter(([name]) => name === wanted).map(([, ...value]) => value.join('=')))
}

/** Repeated headers of a response are joined, as HTTP does. */
function answerOf({ statusCode, headers }: NonNullable<ExchangeFacts['response']>): Exchange['response'] {
  return {
    statusCode,
    header(name) {
      const values = headers.getAll(name.toLowerCase())
      return values.length === 0 ? undefined : values.join(', ')
    },
  }
}
