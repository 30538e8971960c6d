import { z } from 'zod'
import { keyPolicy, keyRules } from './api-key.ts'
import { mcpPolicy } from './mcp-policy.ts'
import { distinctRoles } from './principal.ts'

const storedObject = z.record(z.string(), z.unknown())

/** What a permission says about the documents behind a request (docs/reference/permissions.md#fields). Filters are stored as data, never as text. */
export const documentRules = z.strictObject({
  readFilter: storedObject.optional(),
  writeFilter: storedObject.optional(),
  mergeRequest: storedObject.optional(),
  projectResponse: z.record(z.string(), z.union([z.literal(0), z.literal(1)])).optional(),
  allowManagementRequests: z.boolean().optional(),
  allowBulkPatch: z.boolean().optional(),
  allowBulkDelete: z.boolean().optional(),
  allowWriteMode: z.boolean().optional(),
})
export type DocumentRules = z.infer<typeof documentRules>

/** The rules of a `mongo` block that narrow what a permission gives; the others are flags, which the ACL itself judges. */
export const DOCUMENT_RULES = ['readFilter', 'writeFilter', 'projectResponse', 'mergeRequest'] as const
export type DocumentRuleName = (typeof DOCUMENT_RULES)[number]

function isObjectId(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, '_bsontype')) return false
  return '_bsontype' in value && value._bsontype === 'ObjectId'
}

/**
 * Paths below `/acl` that are questions or writes of their own. No new permission can be called so; one that has such an
 * `_id` already stays in force, and its path is `/acl/_id?id=…`.
 */
export const TAKEN_PERMISSION_IDS: readonly string[] = ['explain', 'check', 'changes', 'ignored']

/**
 * One document of `acl`. What its predicate and its filters say, and what other fields it may have, is checked by
 * `packages/access`.
 */
export const permissionDocument = z.looseObject({
  _id: z.union([z.string().min(1), z.custom<object>(isObjectId)], 'An id is a text or an ObjectId.'),
  _etag: z.unknown().optional(),
  description: z.string().max(1000).optional(),
  roles: distinctRoles.min(1, 'It must name at least one role.'),
  predicate: z.string().min(1).max(4096),
  priority: z.number().optional(),
  mongo: documentRules.optional(),
  apiKeys: keyPolicy.optional(),
  keyRules: keyRules.optional(),
  mcp: mcpPolicy.optional(),
})
export type PermissionDocument = z.infer<typeof permissionDocument>
