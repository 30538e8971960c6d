import { checkPermission, type RuleReach } from '@sluice/access'
import { type FieldError, type Refusal, refuse, refuseFields } from '@sluice/contracts'
import { findNameFault } from '@sluice/documents'
import type { Document } from '@sluice/store'
import { namingOf } from './document-target.ts'

/** `warnings`: rules that are applied at some of the paths only that the permission may let in. */
type JudgedPermission = { kind: 'fit'; warnings: readonly FieldError[] } | Refusal

/**
 * Judges a permission as it would be stored: the whole document, whoever writes it (docs/reference/permissions.md#fields).
 * @param before undefined for a new one, whose `_id` has to be one that a path can carry and no other permission can have
 */
export function judgeNewPermission(
  { before, after }: { before: Document | undefined; after: Document },
  reach: RuleReach,
): JudgedPermission {
  const checked = checkPermission(after)
  if (checked.kind === 'invalid') return refuseFields(checked.errors)
  const fault = before || typeof after._id !== 'string' ? undefined : findIdFault(after._id)
  if (fault !== undefined) {
    const message = `No path could name this permission: ${fault}`
    return refuse('VALIDATION_FAILED', message, [{ path: '_id', message: fault }])
  }
  const { faults, warnings } = reach.judge(checked.permission)
  return faults.length > 0 ? refuseFields(faults) : { kind: 'fit', warnings }
}

function findIdFault(id: string): string | undefined {
  if (/^[0-9a-f]{24}$/i.test(id)) return '24 hexadecimal digits are an ObjectId: send {"$oid": "…"}, or another text.'
  return findNameFault(id, namingOf({ kind: 'acl' }))
}
