import type { OneValue } from './one-value.ts'

/** The query parameters of a request; a `URLSearchParams` will do, or anything that parses when it is first asked. */
export type QueryParameters = {
  getAll(name: string): readonly string[]
  has(name: string): boolean
  keys(): Iterable<string>
}

/**
 * One request, and its response where there is one, as a predicate sees it: `exchangeOf` builds it from facts. Nothing here
 * is read unless a predicate asks.
 */
export type Exchange = {
  /** The real method, in upper case. */
  method: string
  /** Canonical and decoded: begins with a slash, no doubled or trailing ones. */
  path: string
  query: QueryParameters
  /** Without the question mark. */
  queryString: string
  url(): string
  /** The value of a request header, whatever the case of its name: `oneValue` of all that were sent. */
  header(name: string): OneValue
  /** The id of the caller; undefined when anonymous. */
  user: string | undefined
  /** The caller's user document; undefined when anonymous, or when nobody has it any more. */
  userDocument?: unknown
  remoteAddress: string
  protocol: string
  isSecure: boolean
  /** The tool of an assistant that the request was made for; undefined for any other request. */
  tool?: string | undefined
  /** The occurrence of Sluice itself that it tells of; undefined for every request. */
  occurrence?: string | undefined
  /** Whether an anonymous caller would be refused; undefined when nobody can tell. */
  needsCredentials?(): boolean | undefined
  /** `oneValue` of all that were sent. */
  cookie?(name: string): OneValue
  /** The parsed JSON body; undefined when there is none. */
  requestBody?(): unknown
  /** What a type resolver looks at. */
  document?: unknown
  response?: { statusCode: number; header(name: string): string | undefined }
}
