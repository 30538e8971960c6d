import type { Rulings } from '../rulings.ts'
import { chooseFlat } from './flat/compile-flat.ts'
import type { FlatPlan } from './flat/flat-plan.ts'
import type { GeneralReason } from './flat/plan-choice.ts'
import type { OperationPlan } from './plan-operation.ts'

/**
 * The way of an operation: `general` decodes the documents and writes the answer from objects, `flat` copies it out of the
 * stored bytes. `why`: what keeps it from the flat way, in a word.
 */
export type ExplainedWay = { kind: 'flat' } | { kind: 'general'; why: GeneralReason | 'narrowed-caller' }

/** Says which way an operation takes for a caller; stored values that are not as common as a flat plan takes them lead off it. */
export function explainWay(plan: OperationPlan, rulings: Rulings): ExplainedWay {
  const { choice, flat } = chooseFlat(plan)
  if (choice.kind === 'general') return { kind: 'general', why: choice.reason }
  return flat && isNarrowed(flat, rulings) ? { kind: 'general', why: 'narrowed-caller' } : { kind: 'flat' }
}

/** Whether the caller sees less than everybody of what the plan reads. */
function isNarrowed({ roots, joins }: FlatPlan, rulings: Rulings): boolean {
  const asked = [...roots.flatMap(({ source }) => ('mapping' in source ? source : [])), ...joins]
  return asked.some(({ mapping }) => {
    const ruling = rulings(mapping)
    return ruling.kind === 'refused' || ruling.isNarrow
  })
}
