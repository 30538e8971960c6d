import type { PermissionFields } from './permission-form.ts'

/** What people usually begin a permission with. */
export const PERMISSION_PATTERNS = ['read', 'own', 'keys', 'anybody'] as const
export type PermissionPattern = (typeof PERMISSION_PATTERNS)[number]

export const PATTERN_NAMES: Readonly<Record<PermissionPattern, string>> = {
  read: 'Read a collection',
  own: 'Own documents only',
  keys: 'Issue API keys',
  anybody: 'Open to anybody',
}

const EMPTY: PermissionFields = { roles: [], predicate: '' }
const OWN = { owner: '@user._id' }

const PATTERNS: Readonly<Record<PermissionPattern, PermissionFields>> = {
  read: { roles: ['reader'], predicate: "path-prefix('/collection') and method('GET')", priority: 10 },
  own: {
    roles: ['member'],
    predicate: "path-prefix('/collection')",
    priority: 10,
    mongo: { readFilter: OWN, writeFilter: OWN, mergeRequest: OWN },
  },
  keys: {
    roles: ['member'],
    predicate: "path-prefix('/keys')",
    priority: 10,
    apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 5 },
  },
  anybody: { roles: ['$unauthenticated'], predicate: "path('/collection') and method('GET')", priority: 10 },
}

/** A permission to begin with; empty without a pattern. */
export const patternOf = (pattern: PermissionPattern | undefined): PermissionFields =>
  pattern === undefined ? EMPTY : PATTERNS[pattern]
