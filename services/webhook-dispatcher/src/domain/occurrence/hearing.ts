import type { HearingScope, WebhookRecord } from '@sluice/contracts'
import { hearsOccurrences, parsePredicate } from '@sluice/predicate'

/** More filters than these are not kept: then a webhook hears nothing. */
const MAX_FILTERS = 8
/** A filter that lets no webhook through. */
export const NOTHING = '{"_id":{"$in":[]}}'

/** Whether a condition can be true of what Sluice tells of itself. */
function namesOccurrences(condition: string): boolean {
  const parsed = parsePredicate(condition, 'condition')
  return parsed.kind === 'parsed' && hearsOccurrences(parsed.predicate)
}

/**
 * What a webhook may hear after a write: no more than its writer may read, and no more than before. Whoever changes a webhook
 * of somebody else must not hear by it what only the other one may, nor give the other one more.
 */
export function hearingAfter(
  condition: string,
  stored: Pick<WebhookRecord, 'hearing'> | undefined,
  writer: HearingScope,
): HearingScope | undefined {
  if (!namesOccurrences(condition)) return undefined
  if (!stored?.hearing) return writer
  const { user, among } = stored.hearing
  const all = [...new Set([...among, ...writer.among])]
  return { user: user === writer.user ? user : null, among: all.length > MAX_FILTERS ? [NOTHING] : all }
}
