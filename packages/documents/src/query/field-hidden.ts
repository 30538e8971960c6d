import { type Refusal, refuse } from '@sluice/contracts'

/** Says no more than that the name can't be used: whether there is such a field stays open. */
export function fieldHidden(path: string): Refusal {
  const message = `"${path}" is hidden from you, or holds something that is. Leave it out of filter, sort, keys and operators.`
  return refuse('FIELD_HIDDEN', message, [{ path, message }])
}
