import type { RecordedExchange, RepeatMark } from '@sluice/contracts'
import type { WebhookVersion } from '../webhook/webhook-version.ts'
import { timeOfId } from './execution-id.ts'

/**
 * The exchange as the one of the first request with its Idempotency-Key, whose answer it was given. Whatever webhook has
 * an execution of that event is told nothing more; one that has none, as the first answer got lost, is told by this one.
 */
export function asFirst(
  { event: { repeat: _, ...event }, ...bodies }: RecordedExchange,
  { of }: RepeatMark,
): RecordedExchange {
  return { event: { ...event, id: of }, ...bodies }
}

/** Keeps the webhooks that were there already when the first request came. */
export const thereAtFirst = (matched: readonly WebhookVersion[], { of }: RepeatMark): WebhookVersion[] =>
  matched.filter(({ webhook }) => webhook.createdAt.getTime() <= timeOfId(of))
