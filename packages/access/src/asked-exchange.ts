import type { Exchange } from '@sluice/predicate'
import { cookieValue } from './cookie-value.ts'
import { valueAt } from './stored-value.ts'

/** A request that was not made: somebody asks what would become of it. */
export type AskedRequest = {
  method: string
  /** Canonical, as the ACL sees it. */
  path: string
  /** Without the question mark. */
  queryString: string
  headers: Readonly<Record<string, string>>
  body?: unknown
  remoteAddress?: string
  isSecure?: boolean
  caller: { id: string | null; document?: Readonly<Record<string, unknown>> }
}

/** The exchange that predicates would see, if the request were made. */
export function askedExchange(asked: AskedRequest): Exchange {
  const { method, path, queryString, caller, body, isSecure = false, remoteAddress = '' } = asked
  const headers = new Map(Object.entries(asked.headers).map(([name, value]) => [name.toLowerCase(), value]))
  const header = (name: string) => headers.get(name.toLowerCase())
  return {
    method,
    path,
    query: new URLSearchParams(queryString),
    queryString,
    url: `${isSecure ? 'https' : 'http'}://${header('host') ?? ''}${path}${queryString ? `?${queryString}` : ''}`,
    header,
    user: caller.id ?? undefined,
    userProperty: property => valueAt(caller.document, property.split('.')),
    remoteAddress,
    protocol: 'HTTP/1.1',
    isSecure,
    cookie: name => cookieValue([header('cookie') ?? ''], name),
    requestBody: () => body,
  }
}
