import type { HttpWebhook, WebhookRecord } from '@sluice/contracts'
import type { DeliverySigning } from '../request/sign-delivery.ts'
import { activeSecrets } from './rotate-secret.ts'

/**
 * What signs a delivery at this moment, whichever version of its webhook has matched: the receiver has moved on.
 * @param current the webhook as it is now; undefined where it is gone
 */
export function signingOf(matched: HttpWebhook, current: WebhookRecord | undefined, at: Date): DeliverySigning {
  const { signature } = current?.type === 'http' ? current : matched
  return { secrets: activeSecrets(current ?? matched, at), prefix: signature?.prefix, second: signature?.second }
}
