import { type Acl, checkPermission, type Permission, type RuleReach, withPermissions } from '@sluice/access'
import { type AclQuestion, type FieldError, type Refusal, refuseFields } from '@sluice/contracts'
import { isDocument, parseDocumentJson } from '@sluice/documents'

type DraftQuestion = { asked: Pick<AclQuestion, 'draft'>; rawBody: Uint8Array }

/** The permissions as they would be, were those of the question saved; or what a save would refuse them with. */
export function draftAcl(
  { asked, rawBody }: DraftQuestion,
  current: Acl,
  reach: RuleReach,
): { kind: 'acl'; acl: Acl } | Refusal {
  if (asked.draft === undefined) return { kind: 'acl', acl: current }
  // Read once more, as the data service reads a permission: with the types of Extended JSON.
  const read = parseDocumentJson(rawBody)
  if (read.kind === 'refuse') return read
  const draft: unknown = isDocument(read.value) ? read.value.draft : undefined
  const checked = (Array.isArray(draft) ? draft : [draft]).map((one, index) =>
    checkDraft(one, Array.isArray(draft) ? `draft.${index}` : 'draft', reach),
  )
  const faults = checked.flatMap(one => (one.kind === 'faulty' ? one.faults : []))
  if (faults.length > 0) return refuseFields(faults)
  const permissions = checked.flatMap(one => (one.kind === 'valid' ? [one.permission] : []))
  return { kind: 'acl', acl: withPermissions(current, permissions) }
}

type CheckedDraft = { kind: 'valid'; permission: Permission } | { kind: 'faulty'; faults: FieldError[] }

function checkDraft(document: unknown, place: string, reach: RuleReach): CheckedDraft {
  const checked = checkPermission(document)
  const faults = checked.kind === 'invalid' ? checked.errors : reach.judge(checked.permission).faults
  if (checked.kind === 'valid' && faults.length === 0) return { kind: 'valid', permission: checked.permission }
  return { kind: 'faulty', faults: faults.map(fault => ({ ...fault, path: joined(place, fault.path) })) }
}

const joined = (place: string, path: string): string => (path === '' ? place : `${place}.${path}`)
