import { type GrantedRules, type Refusal, refuse, type UserId } from '@sluice/contracts'
import {
  applyReadRules,
  applyWriteRules,
  checkFilter,
  planProjection,
  readRules,
  visibilityOf,
} from '@sluice/documents'
import type { ServiceRequest } from '@sluice/service-kit'
import type { Document } from '@sluice/store'
import { requireHolder } from './require-holder.ts'

/** What is stored of a key and shown to nobody, the root role included. */
const PROTECTED = ['hash', 'previousHash']

/** The keys of all users, as far as the permission of one caller reaches them. */
export type AdministeredKeys = {
  kind: 'keys'
  /** The user who asks. */
  user: UserId
  /** Narrows a filter to those of its keys that the caller can read. */
  readable(filter: Document): Document
  /** Narrows a filter to those of its keys that the caller can revoke. */
  revocable(filter: Document): Document
  /** Why the caller can't ask by these conditions: the answer would tell what is in fields that are hidden. */
  refusalOf(conditions: Document): Refusal | undefined
  /** What the caller sees of a key. */
  show(key: Document): Document
}

/**
 * Tells who may administer keys, and which ones: a signed-in user, by the rules of the permission that let the call in.
 */
export function administeredKeys({ principal, permission }: ServiceRequest['caller']): AdministeredKeys | Refusal {
  const asking = requireHolder(principal)
  if (asking.kind === 'refuse') return asking
  const rules = readRules(permission?.rules ?? null)
  if (namesProtected(rules)) return refuseRules(permission?.id ?? '')
  const visibility = visibilityOf(rules, PROTECTED)
  const projection = planProjection(undefined, visibility)
  return {
    kind: 'keys',
    user: asking.user,
    readable: filter => applyReadRules(filter, rules),
    revocable: filter => applyWriteRules(filter, rules),
    refusalOf: conditions => checkFilter(conditions, visibility),
    show: projection.shape,
  }
}

/** A variable in such a filter would have the caller guess at hashes. */
const namesProtected = ({ readFilter = {}, writeFilter = {} }: GrantedRules): boolean =>
  [readFilter, writeFilter].some(filter => checkFilter(filter, { hidden: PROTECTED }) !== undefined)

const refuseRules = (id: string): Refusal =>
  refuse(
    'FORBIDDEN',
    `A filter of your permission "${id}" can not be applied to API keys: it names a field that nobody may ask about (${PROTECTED.join(', ')}), or an operator that is not possible here. The owner has to change it.`,
  )
