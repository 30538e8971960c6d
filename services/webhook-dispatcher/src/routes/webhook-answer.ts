import { refuse, type WebhookRecord } from '@sluice/contracts'
import { z } from 'zod'
import { showWebhook } from '../domain/webhook-document.ts'
import type { MailServers } from '../ports.ts'

/** A body that is checked field by field later, so that all faults are reported together. */
export const anyFields = z.record(z.string(), z.unknown())

export const noSuchWebhook = () => refuse('NOT_FOUND', 'There is no webhook with this id.')

/** What is answered to a webhook that was saved: an e-mail webhook may be set up before its mail server. */
export function showSaved(record: WebhookRecord, mailServers: MailServers) {
  const isMute = record.type === 'email' && !mailServers.current()
  return { ...showWebhook(record), ...(isMute ? { warnings: [NO_MAIL_SERVER] } : {}) }
}

const NO_MAIL_SERVER =
  'There is no mail server yet, so its deliveries fail. Set one up with PUT /webhooks/mail-server, or have the operator set SMTP_URL and SMTP_FROM.'
