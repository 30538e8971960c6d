import {
  type FieldError,
  fieldErrors,
  formatId,
  type KeyPolicy,
  type KeyRules,
  type McpPolicy,
  type PermissionDocument,
  permissionDocument,
  type RoleName,
} from '@sluice/contracts'
import { isStoredObject, type Predicate, parsePredicate, readsRequestBody } from '@sluice/predicate'
import { checkRules, unescapeOperators } from './check-rules.ts'
import { fillData } from './fill-filter.ts'
import { judgeOtherFields, withoutAbsentRules } from './other-fields.ts'
import type { Variable } from './variable.ts'

/** A permission that has passed every check, its predicate compiled. Immutable. */
export type Permission = {
  /** The `_id` as text: an ObjectId is its hex digits. */
  id: string
  roles: readonly RoleName[]
  /** Higher wins; null, where the document has none, is the lowest. */
  priority: number | null
  predicate: Predicate
  /** The `mongo` block with `_$` unescaped and variables not yet filled. */
  rules: PermissionDocument['mongo']
  apiKeys: KeyPolicy | undefined
  /** For the keys issued under it. */
  keyRules: KeyRules | undefined
  /** For the assistants that come in by it. */
  mcp: McpPolicy | undefined
  /** The predicate or a rule looks into the request body. */
  readsBody: boolean
}

/** `warnings`: fields that are kept and say nothing. */
type CheckedPermission =
  | { kind: 'valid'; permission: Permission; warnings: FieldError[] }
  | { kind: 'invalid'; errors: FieldError[] }

/**
 * Checks a whole document of `acl` (docs/reference/permissions.md#fields), `_id` included.
 * @returns when invalid: every fault with its field; a predicate's also with line and column
 */
export function checkPermission(document: unknown): CheckedPermission {
  const stored = isStoredObject(document) ? withoutAbsentRules(document) : {}
  const parsed = permissionDocument.safeParse(isStoredObject(document) ? stored : document)
  const schemaErrors = parsed.success ? [] : fieldErrors(parsed.error)
  const others = judgeOtherFields(stored)
  const isRefused = schemaErrors.some(({ path }) => path === 'predicate')
  const predicate: CheckedPredicate = isRefused ? { errors: [] } : checkPredicate(stored.predicate)
  const rules = isStoredObject(stored.mongo) ? stored.mongo : {}
  const errors = [...schemaErrors, ...others.faults, ...predicate.errors, ...checkRules(rules)]
  if (!parsed.success || !predicate.predicate || errors.length > 0) return { kind: 'invalid', errors }
  return { kind: 'valid', permission: permissionOf(parsed.data, predicate.predicate), warnings: others.warnings }
}

type CheckedPredicate = { errors: FieldError[]; predicate?: Predicate }

function checkPredicate(text: unknown): CheckedPredicate {
  if (typeof text !== 'string') return { errors: [] }
  const result = parsePredicate(text, 'permission')
  if (result.kind === 'parsed') return { errors: [], predicate: result.predicate }
  const { line, column, message } = result
  return { errors: [{ path: 'predicate', message: `line ${line}, column ${column}: ${message}`, line, column }] }
}

function permissionOf(document: PermissionDocument, predicate: Predicate): Permission {
  const { _id, roles, priority = null, mongo, apiKeys, keyRules, mcp } = document
  return Object.freeze({
    id: formatId(_id),
    roles,
    priority,
    predicate,
    rules: mongo && unescapeRules(mongo),
    apiKeys,
    keyRules,
    mcp,
    readsBody: readsRequestBody(predicate) || usesBody(mongo),
  })
}

function usesBody(rules: unknown): boolean {
  let uses = false
  const bind = ({ kind }: Variable) => {
    uses ||= kind === 'body'
  }
  fillData(rules, { bind, misplaced: () => undefined }, '')
  return uses
}

function unescapeRules(rules: NonNullable<PermissionDocument['mongo']>): PermissionDocument['mongo'] {
  const { readFilter, writeFilter, mergeRequest } = rules
  return {
    ...rules,
    readFilter: readFilter && unescapeOperators(readFilter),
    writeFilter: writeFilter && unescapeOperators(writeFilter),
    mergeRequest: mergeRequest && unescapeOperators(mergeRequest),
  }
}
