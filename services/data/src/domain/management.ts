import { type GrantedRules, type Refusal, refuse, refuseManagement } from '@sluice/contracts'
import type { DataPath } from './place.ts'

/**
 * Whether a caller may make, change and remove collections and indexes. Such a request is about all documents at once:
 * a removal takes those along that a `writeFilter` keeps, a unique index or a JSON Schema tells of values that are hidden.
 * So no rule of a `mongo` block can be applied to it, no operation of the kind declares one as applied, and who is to
 * manage needs a permission without rules.
 */
export function checkManagement({ isRoot, rules }: { isRoot: boolean; rules: GrantedRules }): Refusal | undefined {
  if (isRoot || rules.allowManagementRequests === true) return undefined
  return refuseManagement()
}

/** The service's own collections are neither made nor removed, by anybody. */
export function checkRemovable({ kind, path }: DataPath): Refusal | undefined {
  return kind === 'open' ? undefined : refuse('FORBIDDEN', `${path} is the service's own and stays as it is.`)
}

/** Whether a caller may write all documents of a filter at once. */
export function checkBulk(
  flag: 'allowBulkPatch' | 'allowBulkDelete',
  { isRoot, rules }: { isRoot: boolean; rules: GrantedRules },
): Refusal | undefined {
  if (isRoot || rules[flag] === true) return undefined
  return refuse('FORBIDDEN', `Your permission does not allow to write many documents at once: it lacks ${flag}.`)
}
