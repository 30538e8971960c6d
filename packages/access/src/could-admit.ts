import { type Acl, permissionsOf } from './acl.ts'
import { mayBeAllowed } from './foresee-access.ts'
import { type AccessRequest, effectiveRoles, lackingFlag } from './judge.ts'
import { parsePattern } from './reach/path-pattern.ts'
import { mayReach } from './reach/rule-reach.ts'
import { supposedExchange } from './supposed-exchange.ts'

/** A request that a tool could make for somebody. */
export type ToolRequest = {
  method: string
  /** Canonical. A segment `?` stands for any one segment. */
  path: string
  /** The name of the tool. */
  tool?: string
  principal: AccessRequest['principal']
  /** The caller's own properties and his `_id`; anonymous callers have none. */
  user: Readonly<Record<string, unknown>> | undefined
  clientAddress?: string | undefined
}

const ANY_SEGMENT = /\/\?(?=\/|$)/g

/**
 * Whether the ACL could let such a request in, whatever else it holds. It may say so of one that is refused when it is
 * made; it never says no of one that could be let in.
 */
export function couldAdmit(acl: Acl, { method, path, tool, principal, user, clientAddress }: ToolRequest): boolean {
  const exchange = supposedExchange({
    method,
    path,
    queryString: '',
    headers: {},
    remoteAddress: clientAddress ?? '',
    tool,
    caller: { id: principal.id, document: user },
  })
  const request: AccessRequest = { exchange, principal }
  const opened = path.replace(ANY_SEGMENT, '/<any>')
  if (opened === path) return mayBeAllowed(acl, request)
  if (principal.id !== null && principal.isRoot) return true
  const pattern = parsePattern(opened)
  return permissionsOf(acl, effectiveRoles(request)).some(
    permission => !lackingFlag(permission, request) && mayReach(permission, pattern, method),
  )
}
