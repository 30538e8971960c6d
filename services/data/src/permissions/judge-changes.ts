import { findNewIdFaults, type Permission } from '@sluice/access'
import { type ErrorCode, type FieldError, formatId, type Refusal, refuse, refuseFields } from '@sluice/contracts'
import { checkNewId } from '@sluice/documents'
import { judgePreconditions } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { ObjectId } from 'bson'
import { faultsWithin, type JudgedPermissionChange, type PermissionChange } from './permission-change.ts'

/** The permissions that changes are about, as they are stored. */
export type StoredPermissions = {
  /** @param key that of a change */
  find(key: string): Document | undefined
  /** Whether the caller may replace or remove it: his `writeFilter` does not leave it out. */
  isWritable(key: string): boolean
}

/** What is written. `before` is undefined for a new permission, `after` for one that is deleted. */
export type PermissionWrite = {
  place: string
  id: unknown
  before: Document | undefined
  after: Document | undefined
  /** The permission as it will be in force. */
  permission: Permission | undefined
  warnings: readonly FieldError[]
}

/** Judges all changes of a set against what is stored: all of them may be made, or none. */
export function judgeChanges(
  changes: readonly JudgedPermissionChange[],
  stored: StoredPermissions,
): { kind: 'judged'; writes: readonly PermissionWrite[] } | Refusal {
  const writes: PermissionWrite[] = []
  const faults = new Map<ErrorCode, FieldError[]>()
  for (const change of changes) {
    const judged = change.kind === 'put' ? judgePut(change, stored) : judgeDeletion(change, stored)
    if (judged.kind === 'write') writes.push(judged.write)
    else faults.set(judged.code, [...(faults.get(judged.code) ?? []), ...faultsWithin(change.place, judged)])
  }
  const code = GRAVEST_FIRST.find(one => faults.has(one))
  return code ? refuseFields(faults.get(code) ?? [], code) : { kind: 'judged', writes }
}

/** What can be mended in the request itself comes before what has changed meanwhile. */
const GRAVEST_FIRST: readonly ErrorCode[] = ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED']

type JudgedChange = { kind: 'write'; write: PermissionWrite } | Refusal

type PermissionPut = Extract<JudgedPermissionChange, { kind: 'put' }>

function judgePut(change: PermissionPut, stored: StoredPermissions): JudgedChange {
  const { place, id, key, document, preconditions, judgement } = change
  const before = stored.find(key)
  const unmet = judgePreconditions(preconditions, versionOf(preconditions.mustBeNew ? before : ownOf(change, stored)))
  if (unmet) return unmet
  if (before && !stored.isWritable(key)) return refuse('CONFLICT', 'One of this _id is there, and not yours to change.')
  const idFaults = before ? [] : findIdFaults(change)
  if (idFaults.length > 0) return inDocument(idFaults)
  if (judgement.kind === 'unfit') return inDocument(judgement.faults)
  const { permission, warnings } = judgement
  return { kind: 'write', write: { place, id, before, after: document, permission, warnings } }
}

/** Finds what a new permission may not be called: by any document's rules first, then by those of permissions. */
function findIdFaults({ id, document, judgement }: PermissionPut): readonly FieldError[] {
  const ofAny = checkNewId(id)?.errors ?? []
  return ofAny.length > 0 || judgement.kind === 'unfit' ? ofAny : findNewIdFaults(document)
}

function judgeDeletion(change: PermissionChange, stored: StoredPermissions): JudgedChange {
  const { place, id, preconditions } = change
  const before = ownOf(change, stored)
  const unmet = judgePreconditions(preconditions, versionOf(before))
  if (unmet) return unmet
  if (!before) return refuse('NOT_FOUND', `There is no permission "${formatId(id)}", or it is not yours to delete.`)
  return { kind: 'write', write: { place, id, before, after: undefined, permission: undefined, warnings: [] } }
}

/** The stored permission where the caller may write it: what he may not is not there for him. */
const ownOf = ({ key }: PermissionChange, stored: StoredPermissions): Document | undefined =>
  stored.isWritable(key) ? stored.find(key) : undefined

/** The version as ETags name it; empty for a document that another program has stored without one. */
function versionOf(document: Document | undefined): string | undefined {
  if (!document) return undefined
  return document._etag instanceof ObjectId ? document._etag.toHexString() : ''
}

const inDocument = (faults: readonly FieldError[]): Refusal =>
  refuseFields(faults.map(fault => ({ ...fault, path: `document.${fault.path}` })))
