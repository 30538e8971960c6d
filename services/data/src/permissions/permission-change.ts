import { type SavedPermissionJudgement, withoutAbsentRules } from '@sluice/access'
import type { FieldError, Refusal } from '@sluice/contracts'
import { findIdFault, formatPathId, readEtagCondition } from '@sluice/documents'
import type { Preconditions } from '@sluice/service-kit'
import type { Document } from '@sluice/store'

/** A change as it was sent: what the stored permission has to be like stands in the form of the headers of single writes. */
type SentPut = { document: Document; ifMatch?: string | undefined; ifNoneMatch?: '*' | undefined }
type SentDeletion = { id?: unknown; ifMatch?: string | undefined }
export type SentChanges = { put: readonly SentPut[]; delete: readonly SentDeletion[] }

/** One change of a set. `place`: where it stands in the body, such as `put.3`; `key`: the same for the same `_id`. */
export type PermissionChange = { place: string; id: unknown; key: string; preconditions: Preconditions } & (
  | { kind: 'put'; document: Document }
  | { kind: 'delete' }
)

/** The same, where it is said of each permission that is put what it comes to, whatever is stored. */
export type JudgedPermissionChange =
  | Extract<PermissionChange, { kind: 'delete' }>
  | (Extract<PermissionChange, { kind: 'put' }> & { judgement: SavedPermissionJudgement })

/** Reads the changes of a set, each of another permission, or names every fault by its place. */
export function readChanges(sent: SentChanges): { kind: 'read'; changes: readonly PermissionChange[] } | ChangeFaults {
  const puts = sent.put.map((put, index) => readPut(put, `put.${index}`))
  const deletions = sent.delete.map((deletion, index) => readDeletion(deletion, `delete.${index}`))
  const changes = [...puts, ...deletions]
  const errors = [...changes.flatMap(findFaults), ...findRepeated(changes)]
  return errors.length > 0 ? { kind: 'faults', errors } : { kind: 'read', changes }
}

export type ChangeFaults = { kind: 'faults'; errors: readonly FieldError[] }

function readPut({ document: sent, ifMatch, ifNoneMatch }: SentPut, place: string): PermissionChange {
  const document = withoutAbsentRules(sent)
  const { _id: id } = document
  const preconditions = { ifMatch: readEtagCondition(ifMatch), mustBeNew: ifNoneMatch !== undefined }
  return { kind: 'put', place, id, key: keyOf(id), preconditions, document }
}

function readDeletion({ id, ifMatch }: SentDeletion, place: string): PermissionChange {
  const preconditions = { ifMatch: readEtagCondition(ifMatch), mustBeNew: false }
  return { kind: 'delete', place, id, key: keyOf(id), preconditions }
}

/** Ids that the stores take for the same have the same key. */
export const keyOf = (id: unknown): string => formatPathId(id)

function findFaults({ kind, place, id, preconditions }: PermissionChange): FieldError[] {
  const path = kind === 'put' ? `${place}.document._id` : `${place}.id`
  const fault = id === undefined ? 'It is missing: say which permission is meant.' : findIdFault(id)
  const faults = fault === undefined ? [] : [{ path, message: fault }]
  if (!preconditions.mustBeNew || !preconditions.ifMatch) return faults
  return [...faults, { path: `${place}.ifNoneMatch`, message: 'Nothing can be there and not be there: leave one out.' }]
}

/** One permission is changed once: which of two changes is meant last nobody has to guess. */
function findRepeated(changes: readonly PermissionChange[]): FieldError[] {
  const first = new Map<string, string>()
  return changes.flatMap(({ place, id, key }) => {
    const before = id === undefined ? undefined : first.get(key)
    if (before === undefined) first.set(key, place)
    return before === undefined ? [] : [{ path: place, message: `It is about the same permission as ${before}.` }]
  })
}

/** The faults of a refusal, where each field lies inside of a change. */
export function faultsWithin(place: string, { detail, errors = [] }: Pick<Refusal, 'detail' | 'errors'>): FieldError[] {
  if (errors.length === 0) return [{ path: place, message: detail }]
  return errors.map(error => ({ ...error, path: error.path === '' ? place : `${place}.${error.path}` }))
}
