import { OperatorError, type Secret } from '@sluice/service-kit'
import { type MailServer, serviceMailServer } from './domain/mail/mail-server.ts'

/** `SMTP_URL` and `SMTP_FROM`. */
export type SmtpSetting = { url: Secret | undefined; from: string | undefined }

/** The service's own mail server. @throws OperatorError when one of the two settings is missing */
export function readSmtpSetting({ url, from }: SmtpSetting): MailServer | undefined {
  if (url && from) return serviceMailServer(url, from)
  if (url) throw new OperatorError('SMTP_URL is set, and SMTP_FROM is not. Set it to the address that mails come from.')
  if (from)
    throw new OperatorError('SMTP_FROM is set, and SMTP_URL is not. Set it to the mail server, or take SMTP_FROM away.')
  return undefined
}
