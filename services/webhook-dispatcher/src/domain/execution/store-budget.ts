/** What events and executions take in the store, in bytes; `refused` is the part of it that refused requests take. */
export type StoreUsage = { total: number; refused: number }

/** What may be stored of an event that no webhook has matched. */
export type BudgetAdmission = 'all' | 'metadata' | 'nothing'

/** From this share of the budget on, whole hours are given up. */
const NEAR = 0.9
/** With nothing left to give up, bodies are not stored any more from this share on. */
const NEARER = 0.95
/** The share of what keeps metadata of refused requests. */
const REFUSED = 0.1

/** Whether hours of events that nothing has matched are to be given up, the bodies first. */
export const isNearBudget = ({ total }: StoreUsage, maxBytes: number): boolean => total > NEAR * maxBytes

/** Whether hours of refused requests are to be given up. */
export const isNearRefusedShare = ({ refused }: StoreUsage, maxBytes: number): boolean =>
  refused > NEAR * REFUSED * maxBytes

/** @param isRefused a request that was refused keeps metadata only, within its share */
export function admissionOf({ total, refused }: StoreUsage, maxBytes: number, isRefused: boolean): BudgetAdmission {
  if (total >= maxBytes) return 'nothing'
  if (isRefused) return refused >= REFUSED * maxBytes ? 'nothing' : 'metadata'
  return total >= NEARER * maxBytes ? 'metadata' : 'all'
}

const REFUSALS: ReadonlySet<number | undefined> = new Set([401, 403, 429])

/** Whether a request was turned away before anything was done for it. */
export const isRefusal = (statusCode: number | undefined): boolean => REFUSALS.has(statusCode)
