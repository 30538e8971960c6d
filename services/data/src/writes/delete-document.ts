import type { Refusal } from '@sluice/contracts'
import { refuseChange, type WriteTarget } from './find-target.ts'
import type { WriteGuard } from './write-guard.ts'

/** @returns why nothing was removed, or undefined */
export async function deleteDocument(target: WriteTarget, guard: WriteGuard): Promise<Refusal | undefined> {
  const outcome = await guard.run(target.id, async collection => {
    if (target.mustBeNew) return refuseChange(target, collection)
    const removed = await collection.deleteOne(target.filter)
    return removed > 0 ? { kind: 'deleted' } : target.explainMiss(collection)
  })
  return outcome.kind === 'refuse' ? outcome : undefined
}
