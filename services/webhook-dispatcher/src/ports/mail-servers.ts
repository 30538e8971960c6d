import type { MailServerRecord, Refusal } from '@sluice/contracts'
import type { Occasion, Preconditions } from '@sluice/service-kit'
import type { MailServer } from '../domain/mail/mail-server.ts'

/** The mail servers as this process knows them, in step with the change log. */
export type MailServers = {
  /** What mails are sent by now: the owner's server, else the service's; undefined when there is none. */
  current(): MailServer | undefined
  /** The owner's, as it is stored. */
  own(): MailServerRecord | undefined
  /** Live here before it resolves. @returns what is stored, with an `updatedAt` after the one before */
  put(record: MailServerRecord, write: MailServerPut): Promise<{ kind: 'saved'; record: MailServerRecord } | Refusal>
  remove(write: MailServerWrite): Promise<{ kind: 'removed'; wasThere: boolean } | Refusal>
}

/** A change of the owner's server, judged in the transaction that makes it. */
type MailServerWrite = {
  occasion: Occasion
  conditions: Preconditions
  /** Whether it is only judged, and nothing is written. */
  isDryRun: boolean
}

/** `keepsPassword`: the record has the password that was stored before, and is refused where that is another one by now. */
type MailServerPut = MailServerWrite & { keepsPassword: boolean }
