import { createSparseLog, type Logger } from '@sluice/service-kit'
import { contactMail } from '../domain/occurrence/contact-mail.ts'
import { HOUR_MS } from '../domain/occurrence/telling.ts'
import type { MailAllowance } from '../ports/mail-allowance.ts'
import type { MailServers } from '../ports/mail-servers.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Occurrence } from '../ports/occurrence-store.ts'

type MailContactsDependencies = {
  mailer: Pick<Mailer, 'send'>
  mailServers: Pick<MailServers, 'current'>
  /** Of these mails alone. */
  allowance: Pick<MailAllowance, 'reserve' | 'release'>
  now: () => Date
  logger: Logger
}

/** A mail that could not be sent is tried again for so long. */
const TRIED_FOR_MS = HOUR_MS

/**
 * Mails the contacts of a webhook, within an allowance of their own. The function tells whether it is done: the mail was
 * taken, or it is given up.
 */
export function createMailContacts(dependencies: MailContactsDependencies) {
  const { mailer, mailServers, allowance, now, logger } = dependencies
  const giveUp = createSparseLog(fields => logger.warn(fields, 'contact.not-mailed'))

  return async (occurrence: Occurrence): Promise<boolean> => {
    const { eventId, contact, at, about } = occurrence
    if (contact.length === 0) return true
    const isLate = now().getTime() - at > TRIED_FOR_MS
    const given = (reason: string) => {
      giveUp({ webhookId: about.webhookId, eventId, reason })
      return true
    }
    const server = mailServers.current()
    if (!server) return given('MAIL_NOT_CONFIGURED')
    const mail = contactMail(occurrence, server.from)
    const reserved = await allowance.reserve(eventId, mail.recipients.length)
    if (reserved.kind === 'reached') return given('MAIL_ALLOWANCE_REACHED')
    const outcome = await mailer.send(mail, server)
    if (outcome.kind === 'accepted') return true
    if (outcome.kind === 'full') return isLate && given('OVERLOADED')
    // Where nobody knows whether it was taken, it is not sent once more.
    if (!outcome.tookNothing) return given(outcome.error.code)
    if (!isLate) return false
    await allowance.release(eventId)
    return given(outcome.error.code)
  }
}
