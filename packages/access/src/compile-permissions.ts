import { type FieldError, formatId } from '@sluice/contracts'
import { isStoredObject } from '@sluice/predicate'
import { type Acl, indexPermissions } from './acl.ts'
import { checkPermission, type Permission } from './check-permission.ts'

/** A stored document that is no valid permission, and why. */
export type RejectedPermission = { id: string; errors: FieldError[] }

/** Checks and indexes all documents of `acl`; a bad one is left out and handed back, and lets nobody in. */
export function compilePermissions(documents: Iterable<unknown>): { acl: Acl; rejected: RejectedPermission[] } {
  const permissions: Permission[] = []
  const rejected: RejectedPermission[] = []
  for (const document of documents) {
    const checked = checkPermission(document)
    if (checked.kind === 'valid') permissions.push(checked.permission)
    else rejected.push({ id: idOf(document), errors: checked.errors })
  }
  return { acl: indexPermissions(permissions), rejected }
}

/** The `_id` as text, also of a document that is no valid permission. */
export function idOf(document: unknown): string {
  return formatId(isStoredObject(document) ? document._id : undefined)
}
