import { cookieValue } from '@sluice/access'
import { type Exchange, oneValue } from '@sluice/predicate'
import type { Target } from '../../domain/canonical-target.ts'
import type { Caller } from '../../sign-in/sign-in.ts'
import type { Arrival } from '../arrive/arrival.ts'

type Facts = {
  arrival: Arrival
  target: Target
  caller: Caller
  bodyValue(): unknown
  needsCredentials?(): boolean | undefined
}

/** A request as predicates see it; what costs something is looked up when a predicate first asks. */
export function judgedExchange({ arrival, target, caller, bodyValue, needsCredentials }: Facts): Exchange {
  const { method, headers, origin, request } = arrival
  let parameters: URLSearchParams | undefined
  const query = () => {
    parameters ??= new URLSearchParams(target.query)
    return parameters
  }
  return {
    method,
    path: target.path,
    query: { getAll: name => query().getAll(name), has: name => query().has(name), keys: () => query().keys() },
    queryString: target.query,
    get url() {
      return `${origin.isSecure ? 'https' : 'http'}://${headers.get('host') ?? ''}${target.encoded}`
    },
    header: name => oneValue(headers.getAll(name.toLowerCase())),
    user: caller.principal.id ?? undefined,
    userProperty: path => propertyAt(caller.user?.document, path),
    remoteAddress: origin.address,
    protocol: `HTTP/${request.httpVersion}`,
    isSecure: origin.isSecure,
    needsCredentials,
    cookie: name => cookieValue(headers.getAll('cookie'), name),
    requestBody: bodyValue,
  }
}

function propertyAt(root: unknown, path: string): unknown {
  let value = root
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}
