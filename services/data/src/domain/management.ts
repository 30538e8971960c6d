import { type GrantedRules, type Refusal, refuse } from '@sluice/contracts'
import type { Place } from './place.ts'

/** Whether a caller may make, change and remove collections and indexes. */
export function checkManagement({ isRoot, rules }: { isRoot: boolean; rules: GrantedRules }): Refusal | undefined {
  if (isRoot || rules.allowManagementRequests === true) return undefined
  return refuse('FORBIDDEN', 'Your permission does not allow to manage collections: it lacks allowManagementRequests.')
}

/** The service's own collections are neither made nor removed, by anybody. */
export function checkRemovable({ kind, path }: Place): Refusal | undefined {
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
