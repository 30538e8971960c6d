import type { MailServerRecord } from '@sluice/contracts'
import type { Occasion } from '@sluice/service-kit'
import type { MailServer } from '../domain/mail/mail-server.ts'

/** The mail servers as this process knows them, in step with the change log. */
export type MailServers = {
  /** What mails are sent by now: the owner's server, else the service's; undefined when there is none. */
  current(): MailServer | undefined
  /** The owner's, as it is stored. */
  own(): MailServerRecord | undefined
  /** Live here before it resolves. */
  put(record: MailServerRecord, occasion: Occasion): Promise<void>
  /** @returns whether there was one */
  remove(occasion: Occasion): Promise<boolean>
}
