import type { SluiceTarget } from '../target.ts'
import { describeWebhookConditions } from './webhook-conditions.ts'
import { describeWebhookEvents } from './webhook-events.ts'
import { describeWebhookMails } from './webhook-mails.ts'
import { describeWebhookReadings } from './webhook-readings.ts'
import { describeWebhookRecord } from './webhook-record.ts'
import { describeWebhookSignatures } from './webhook-signatures.ts'
import { describeWebhookStates } from './webhook-states.ts'

/** Every sentence of the specification about webhooks that HTTP can show: 2.4, 3, 4.4, 5.10, 6, 7 and 8. */
export function describeWebhookRules(target: () => SluiceTarget): void {
  describeWebhookRecord(target)
  describeWebhookConditions(target)
  describeWebhookEvents(target)
  describeWebhookMails(target)
  describeWebhookStates(target)
  describeWebhookSignatures(target)
  describeWebhookReadings(target)
}
