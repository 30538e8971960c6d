import type { DeliveryError } from '../domain/execution/execution.ts'
import type { MailServer } from '../domain/mail/mail-server.ts'
import type { PlannedMail } from '../domain/mail/plan-mail.ts'
import type { LookupsFull } from './sender.ts'

/** The last reply of a mail server: its code, and its text without the codes in front of the lines. */
export type MailReply = { statusCode: number; text: string }

/**
 * `tookNothing`: the server has surely not taken the mail for anyone; without, nobody knows. A mail is taken for all of
 * its recipients or for none.
 */
export type MailOutcome =
  | { kind: 'accepted'; reply: MailReply; durationMs: number }
  | { kind: 'failed'; error: DeliveryError; reply: MailReply | null; tookNothing: boolean; durationMs: number }

/** Speaks to mail servers: certificates verified, no password without TLS, to public or opened addresses only. */
export type Mailer = {
  send(mail: PlannedMail, server: MailServer): Promise<MailOutcome | LookupsFull>
  /** Connects and signs in, no more. @returns what was wrong */
  verify(server: MailServer): Promise<DeliveryError | LookupsFull | undefined>
  close(): void
}
