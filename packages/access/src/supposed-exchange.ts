import { type Exchange, exchangeOf, headersOf } from '@sluice/predicate'

/** A request that was not made: somebody asks what would become of it. */
export type SupposedRequest = {
  method: string
  /** Canonical, as the ACL sees it. */
  path: string
  /** Without the question mark. */
  queryString: string
  headers: Readonly<Record<string, string>>
  body?: unknown
  remoteAddress?: string
  isSecure?: boolean
  /** The tool of an assistant that makes it. */
  tool?: string | undefined
  caller: { id: string | null; document?: Readonly<Record<string, unknown>> | undefined }
  needsCredentials?: () => boolean | undefined
}

/** The exchange that predicates would see, if the request were made. */
export function supposedExchange(request: SupposedRequest): Exchange {
  const { method, path, queryString, headers, caller, body, remoteAddress = '', isSecure = false } = request
  return exchangeOf({
    method,
    path,
    queryString,
    headers: headersOf(Object.entries(headers)),
    user: caller.id,
    userDocument: caller.document,
    remoteAddress,
    isSecure,
    tool: request.tool,
    needsCredentials: request.needsCredentials,
    requestBody: () => body,
  })
}
