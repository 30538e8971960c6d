import {
  type Acl,
  findPermission,
  judgeSavedPermission,
  type Permission,
  type RuleReach,
  type SavedPermissionJudgement,
  withPermissions,
} from '@sluice/access'
import { type AclQuestion, type FieldError, formatId, type Refusal, refuseFields } from '@sluice/contracts'
import { checkNewId, isDocument, parseDocumentJson } from '@sluice/documents'

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
    checkDraft(one, Array.isArray(draft) ? `draft.${index}` : 'draft', { current, reach }),
  )
  const faults = checked.flatMap(one => (one.kind === 'faulty' ? one.faults : []))
  if (faults.length > 0) return refuseFields(faults)
  const permissions = checked.flatMap(one => (one.kind === 'valid' ? [one.permission] : []))
  return { kind: 'acl', acl: withPermissions(current, permissions) }
}

type CheckedDraft = { kind: 'valid'; permission: Permission } | { kind: 'faulty'; faults: readonly FieldError[] }

function checkDraft(document: unknown, place: string, judging: DraftJudging): CheckedDraft {
  const judged = judgeDraft(document, judging)
  if (judged.kind === 'fit') return { kind: 'valid', permission: judged.permission }
  return { kind: 'faulty', faults: judged.faults.map(fault => ({ ...fault, path: joined(place, fault.path) })) }
}

export type DraftJudging = { current: Acl; reach: RuleReach }

/** Judges a permission as a save would, by what is in force. */
export function judgeDraft(document: unknown, { current, reach }: DraftJudging): SavedPermissionJudgement {
  const id = isDocument(document) ? document._id : undefined
  const isNew = findPermission(current, formatId(id)) === undefined
  const refusedId = isNew ? checkNewId(id) : undefined
  if (refusedId) return { kind: 'unfit', faults: refusedId.errors ?? [] }
  return judgeSavedPermission({ document, isNew }, reach)
}

const joined = (place: string, path: string): string => (path === '' ? place : `${place}.${path}`)
