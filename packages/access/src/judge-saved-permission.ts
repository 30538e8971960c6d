import { type FieldError, findSegmentFault, TAKEN_PERMISSION_IDS } from '@sluice/contracts'
import { isStoredObject } from '@sluice/predicate'
import { checkPermission, type Permission } from './check-permission.ts'
import type { RuleReach } from './reach/rule-reach.ts'

/** `warnings`: rules that are applied at some of the paths only that the permission may let in, and fields without effect. */
export type SavedPermissionJudgement =
  | { kind: 'fit'; permission: Permission; warnings: readonly FieldError[] }
  | { kind: 'unfit'; faults: readonly FieldError[] }

/**
 * Judges a permission as it would be stored: the whole document, whoever writes it (docs/reference/permissions.md#fields).
 * @param isNew whether no permission of its `_id` is stored: then a path has to be able to carry the id
 */
export function judgeSavedPermission(
  { document, isNew }: { document: unknown; isNew: boolean },
  reach: RuleReach,
): SavedPermissionJudgement {
  const checked = checkPermission(document)
  if (checked.kind === 'invalid') return { kind: 'unfit', faults: checked.errors }
  const ofId = isNew ? findNewIdFaults(document) : []
  if (ofId.length > 0) return { kind: 'unfit', faults: ofId }
  const { permission } = checked
  const { faults, warnings } = reach.judge(permission)
  if (faults.length > 0) return { kind: 'unfit', faults }
  return { kind: 'fit', permission, warnings: [...warnings, ...checked.warnings] }
}

/** Says why a permission that is new can't have its `_id`. */
export function findNewIdFaults(document: unknown): FieldError[] {
  const message = isStoredObject(document) ? findIdFault(document._id) : undefined
  return message === undefined ? [] : [{ path: '_id', message }]
}

function findIdFault(id: unknown): string | undefined {
  if (typeof id !== 'string') return undefined
  if (/^[0-9a-f]{24}$/i.test(id)) return '24 hexadecimal digits are an ObjectId: send {"$oid": "…"}, or another text.'
  if (TAKEN_PERMISSION_IDS.includes(id)) {
    return `"${id}" means something else in the path of a permission (/acl/${id}). Choose another name.`
  }
  const fault = findSegmentFault(id)
  return fault && `No path could name this permission: ${fault}`
}
