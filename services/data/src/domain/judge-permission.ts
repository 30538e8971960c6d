import { checkPermission } from '@sluice/access'
import { type Refusal, refuse } from '@sluice/contracts'
import type { Document } from '@sluice/store'

/** Judges a permission as it would be stored: the whole document, whoever writes it (spec 5.6). */
export function judgeNewPermission(after: Document): Refusal | undefined {
  const checked = checkPermission(after)
  if (checked.kind === 'valid') return undefined
  const detail = checked.errors.map(({ path, message }) => `${path}: ${message}`).join(' ')
  return refuse('VALIDATION_FAILED', detail, checked.errors)
}
