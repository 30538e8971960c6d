import { checkPermission } from '@sluice/access'
import { type Refusal, refuseFields } from '@sluice/contracts'
import type { Document } from '@sluice/store'

/** Judges a permission as it would be stored: the whole document, whoever writes it (spec 5.6). */
export function judgeNewPermission(after: Document): Refusal | undefined {
  const checked = checkPermission(after)
  return checked.kind === 'valid' ? undefined : refuseFields(checked.errors)
}
