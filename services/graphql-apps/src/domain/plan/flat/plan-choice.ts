import type { FlatPlan } from './flat-plan.ts'

/** Why a query takes the general way: its documents are decoded, and its answer is written from objects. */
export type GeneralReason =
  | 'abstract-type'
  | 'aggregation'
  | 'introspection'
  | 'join-of-another-kind'
  | 'list-of-lists'
  | 'list-position'
  | 'mutation'
  | 'shared-field'
  | 'too-large'

/**
 * The way of a plan, decided when it is compiled. A flat plan copies the answer out of the stored bytes; where a stored
 * value, or what the caller may see, is not as common as that, the same request goes the general way after all.
 */
type PlanChoice = { kind: 'flat' } | { kind: 'general'; reason: GeneralReason }

export type ChosenPlan = { choice: PlanChoice; flat: FlatPlan | undefined }

/** Ends the compilation of a flat plan. */
export class GeneralPlanError extends Error {
  override name = 'GeneralPlanError'
  readonly reason: GeneralReason

  constructor(reason: GeneralReason) {
    super(`This query takes the general way: ${reason}.`)
    this.reason = reason
  }
}
