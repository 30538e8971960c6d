import type { HttpWebhook, WebhookRecord } from '@sluice/contracts'
import type { DeliverySigning } from '../request/sign-delivery.ts'
import { activeSecrets } from './rotate-secret.ts'
import { isSameServer } from './same-server.ts'

/**
 * What signs a delivery at this moment, whichever version of its webhook has matched: the receiver has moved on. What goes to another
 * server than that of now has the second signature that was meant for it.
 * @param current the webhook as it is now; undefined where it is gone
 */
export function signingOf(matched: HttpWebhook, current: WebhookRecord | undefined, at: Date): DeliverySigning {
  const now = current?.type === 'http' ? current : matched
  const { signature } = isSameServer(now.url, matched.url) ? now : matched
  return { secrets: activeSecrets(current ?? matched, at), prefix: now.signature?.prefix, second: signature?.second }
}
