import type { RecordedExchange } from '@sluice/contracts'
import { parsePredicate, testPredicate } from '@sluice/predicate'
import { recordedExchange } from '../exchange/exchange-view.ts'
import { cutLoops } from './cut-loops.ts'
import type { WebhookVersion } from './webhook-version.ts'

type LateJudgement = 'matched' | 'not-matched' | 'unreadable'

/**
 * What a webhook says to an exchange that was put aside, because the process that had its event could not read the webhook.
 * As when an event is handled, that is a function of the two.
 */
export function judgeLate(
  version: WebhookVersion,
  exchange: RecordedExchange,
  isOwn: (url: string) => boolean,
): LateJudgement {
  const { enabled, condition } = version.webhook
  if (!enabled) return 'not-matched'
  const parsed = parsePredicate(condition, 'condition')
  if (parsed.kind !== 'parsed') return 'unreadable'
  const isMatch = testPredicate(parsed.predicate, recordedExchange(exchange))
  return isMatch && cutLoops([version], { chain: exchange.event.chain, isOwn }).length > 0 ? 'matched' : 'not-matched'
}
