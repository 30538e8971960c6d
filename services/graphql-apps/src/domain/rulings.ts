import { randomBytes } from 'node:crypto'
import { askedExchange, interpolateRules, judge, type Permission, type RuleVariables } from '@sluice/access'
import { type Visibility, visibilityOf } from '@sluice/documents'
import type { Exchange } from '@sluice/predicate'
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
  const { user, roles, isRoot } = caller
  const id = typeof user?._id === 'string' ? user._id : null
  const asked = { method: 'GET', path, queryString: '', headers: {} }
  const exchange = askedExchange({ ...asked, caller: { id, ...(user ? { document: user } : {}) } })
  const judgement = judge(acl, { exchange, principal: { id, roles, isRoot } })
  if (judgement.kind === 'refused') return refused(judgement.code, judgement.detail)
  const rules = rulesOf(judgement.permission, exchange, caller)
  if (rules.kind === 'refuse') return refused(rules.code, rules.detail)
  const { readFilter, projectResponse } = rules.rules
  const visibility = visibilityOf({ projectResponse }, hidden)
  return { kind: 'ruled', readFilter, visibility, isNarrow: projectResponse !== undefined }
}

function rulesOf(permission: Permission | null, exchange: Exchange, { user, now }: Caller) {
  const variables: RuleVariables = { user, now, request: exchange, query: exchange.query, randomHex }
  return interpolateRules(permission?.rules ?? {}, variables)
}

export const forbidden = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'FORBIDDEN' } })

const refused = (code: string, message: string): Ruling => ({
  kind: 'refused',
  error: new GraphQLError(message, { extensions: { code } }),
})

const randomHex = (bits: number): string =>
  randomBytes(Math.ceil(bits / 8))
    .toString('hex')
    .slice(0, bits / 4)
