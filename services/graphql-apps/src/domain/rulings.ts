import { randomBytes } from 'node:crypto'
import { askedExchange, interpolateRules, judge } from '@sluice/access'
import type { DocumentRules } from '@sluice/contracts'
import { type Visibility, visibilityOf } from '@sluice/documents'
import type { Document, Namespace } from '@sluice/store'
import { GraphQLError } from 'graphql'
import type { Caller } from './hole.ts'

/** What a caller may read of a collection. */
export type Ruling =
  | {
      kind: 'ruled'
      readFilter: Document | undefined
      visibility: Visibility
      /** The caller sees less than everybody: what a mapping asks by has to be looked at. */
      isNarrow: boolean
    }
  | { kind: 'refused'; error: GraphQLError }
export type Rulings = (namespace: Namespace) => Ruling

/** Properties of a collection that nobody sees. */
type Hidden = (namespace: Namespace) => readonly string[]
type Acl = Parameters<typeof judge>[0]

/** `descriptor.access: "endpoint"`: who may call the app reads what its mappings say. */
export function openRulings(hidden: Hidden): Rulings {
  const known = new Map<string, Ruling>()
  return namespace => {
    const key = `${namespace.db}/${namespace.collection}`
    const ruling = known.get(key) ?? openRuling(hidden(namespace))
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, ruling)
    return ruling
  }
}

/** Collections that are remembered. */
const MAX_KNOWN = 1_000
const openRuling = (hidden: readonly string[]): Ruling => {
  return { kind: 'ruled', readFilter: undefined, visibility: { hidden }, isNarrow: false }
}

export type AccessRules = {
  acl: Acl
  /** The path under which the REST interface serves a collection. */
  pathOf(namespace: Namespace): string
  hidden: Hidden
}

/** `descriptor.access: "collections"`: each collection is judged as the caller's `GET` of it would be. */
export function collectionRulings(rules: AccessRules, caller: Caller): Rulings {
  const known = new Map<string, Ruling>()
  return namespace => {
    const path = rules.pathOf(namespace)
    const ruling = known.get(path) ?? ruleOn({ path, hidden: rules.hidden(namespace) }, rules.acl, caller)
    known.set(path, ruling)
    return ruling
  }
}

type Asked = { path: string; hidden: readonly string[] }

function ruleOn({ path, hidden }: Asked, acl: Acl, caller: Caller): Ruling {
  const judged = judgeAs({ method: 'GET', path }, acl, caller)
  if (judged.kind === 'refused') return judged
  const { readFilter, projectResponse } = judged.rules
  const visibility = visibilityOf({ projectResponse }, hidden)
  return { kind: 'ruled', readFilter, visibility, isNarrow: projectResponse !== undefined }
}

/** A request to the REST interface that stands for what a field does. */
export type Question = {
  method: string
  /** Canonical: decoded, without a query. */
  path: string
  queryString?: string
  body?: unknown
  filter?: Document
  bulkPatch?: boolean
  bulkDelete?: boolean
  writeMode?: boolean
}

/** What the caller's one permission for a request says, its variables filled. */
export function judgeAs(
  { method, path, queryString = '', body, filter, ...flags }: Question,
  acl: Acl,
  caller: Caller,
): { kind: 'judged'; rules: DocumentRules } | { kind: 'refused'; error: GraphQLError } {
  const { user, roles, isRoot, now } = caller
  const id = typeof user?._id === 'string' ? user._id : null
  const asked = { method, path, queryString, headers: {}, body }
  const exchange = askedExchange({ ...asked, caller: { id, ...(user ? { document: user } : {}) } })
  const judgement = judge(acl, { exchange, principal: { id, roles, isRoot }, ...flags })
  if (judgement.kind === 'refused') return refused(judgement.code, judgement.detail)
  const request = { request: exchange, query: exchange.query, filter, requestBody: () => body }
  const filled = interpolateRules(judgement.permission?.rules ?? {}, { user, now, randomHex, ...request })
  return filled.kind === 'refuse' ? refused(filled.code, filled.detail) : { kind: 'judged', rules: filled.rules }
}

export const forbidden = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } })

const refused = (code: string, message: string) => ({
  kind: 'refused' as const,
  error: new GraphQLError(message, { extensions: { code } }),
})

const randomHex = (bits: number): string =>
  randomBytes(Math.ceil(bits / 8))
    .toString('hex')
    .slice(0, bits / 4)
