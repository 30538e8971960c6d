import { randomBytes } from 'node:crypto'
import { type DocumentRules, type Refusal, refuse } from '@sluice/contracts'
import type { Acl } from './acl.ts'
import { interpolateRules } from './interpolate-rules.ts'
import { type AccessRequest, hangsOnBody, judge, needsCredentials } from './judge.ts'
import { supposedExchange } from './supposed-exchange.ts'

/** The caller of a request, as a grant tells a service. `user` holds his own properties and his `_id`; anonymous callers have none. */
export type AccountableCaller = {
  user: Readonly<Record<string, unknown>> | undefined
  roles: readonly string[]
  isRoot: boolean
  now: Date
  /** From where the request came to the gateway; absent where the grant does not tell it. */
  clientAddress?: string | undefined
  /** The tool of an assistant that makes the request in the caller's place. */
  tool?: string | undefined
}

/** A request to the REST interface that stands for something that a caller does by another one. */
export type StandInRequest = Omit<AccessRequest, 'exchange' | 'principal'> & {
  method: string
  /** Canonical: decoded, without a query. */
  path: string
  queryString?: string
  body?: unknown
  /** The request stands for many, with bodies that are not known yet: a permission that looks into the body is not gone past. */
  isBodyOpen?: boolean
  filter?: Record<string, unknown>
}

/** What the caller's one permission for a request says, its variables filled; no rules for the root role. */
export function judgeAs(
  request: StandInRequest,
  acl: Acl,
  caller: AccountableCaller,
): { kind: 'judged'; rules: DocumentRules } | Refusal {
  const { method, path, body, isBodyOpen = false, filter } = request
  const asked = questionOf(request, acl, caller)
  const { exchange } = asked
  if (isBodyOpen && hangsOnBody(acl, asked)) {
    return refuse('FORBIDDEN', `${method} ${path}: a permission of yours depends on the body, which is not known yet.`)
  }
  const judgement = judge(acl, asked)
  if (judgement.kind === 'refused') return refuse(judgement.code, judgement.detail)
  const { user, now } = caller
  const variables = { request: exchange, query: exchange.query, filter, requestBody: () => body }
  const filled = interpolateRules(judgement.permission?.rules ?? {}, { user, now, randomHex, ...variables })
  return filled.kind === 'refuse' ? filled : { kind: 'judged', rules: filled.rules }
}

function questionOf(
  { method, path, queryString = '', body, isBodyOpen: _, filter: __, ...flags }: StandInRequest,
  acl: Acl,
  { user, roles, isRoot, clientAddress = '', tool }: AccountableCaller,
): AccessRequest {
  const id = typeof user?._id === 'string' ? user._id : null
  const exchange = supposedExchange({
    method,
    path,
    queryString,
    headers: {},
    body,
    remoteAddress: clientAddress,
    tool,
    caller: { id, document: user },
    needsCredentials: () => needsCredentials(acl, question),
  })
  const question: AccessRequest = { exchange, principal: { id, roles, isRoot }, ...flags }
  return question
}

const randomHex = (bits: number): string =>
  randomBytes(Math.ceil(bits / 8))
    .toString('hex')
    .slice(0, bits / 4)
