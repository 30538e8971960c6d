import type { DeliveryError } from '../../domain/execution/execution.ts'
import type { MailReply } from '../../ports/mailer.ts'
import { describeSendError } from '../http/describe-send-error.ts'
import { type RefusedRecipient, readReply } from './smtp-dialogue.ts'

const MAX_NAMED = 5
const MAX_REASON_CHARACTERS = 300

export type MailFault = { error: DeliveryError; reply: MailReply | null }

/** What nodemailer says of an error of its own. */
type MailerError = { code?: unknown; command?: unknown; response?: unknown; message?: unknown }

const isMailerError = (error: unknown): error is MailerError => typeof error === 'object' && error !== null

/**
 * What went wrong with a mail server, in words for the owner: the stage, a stable code, a sentence. No credentials, and
 * no reply to them, which could repeat them.
 * @param isTurningToTls whether the error came while the connection turned to TLS
 */
export function describeMailError(error: unknown, { isTurningToTls }: { isTurningToTls: boolean }): MailFault {
  if (!isMailerError(error)) return fault('connect', 'SEND_FAILED', 'The mail could not be sent.')
  if (error.code === 'EAUTH') return describeLogin(error)
  const reply = readReply(error.response)
  if (isTurningToTls || error.code === 'ETLS') return describeTls(error)
  if (reply) return describeReply(error, reply)
  return describeSilence(error)
}

/** @param recipients of the whole mail */
export function describeRefused(refused: readonly RefusedRecipient[], recipients: number): MailFault {
  const named = refused.slice(0, MAX_NAMED).map(({ address, reply }) => `${address} (${describe(reply)})`)
  const more = refused.length > MAX_NAMED ? ` and ${refused.length - MAX_NAMED} more` : ''
  const message = `The mail server refused ${refused.length} of ${recipients} recipients, so the mail went to none: ${named.join(', ')}${more}.`
  // One that is refused for good is the one that counts: to wait does not help the others either.
  const decisive = refused.find(({ reply }) => reply.statusCode >= 500) ?? refused[0]
  return { ...fault('recipients', 'RECIPIENT_REFUSED', message), reply: decisive?.reply ?? null }
}

function describeLogin({ response }: MailerError): MailFault {
  const reply = readReply(response)
  const code = reply ? ` (${reply.statusCode})` : ''
  if (reply && reply.statusCode < 500) {
    return fault('login', 'LOGIN_UNAVAILABLE', `The mail server could not check the user name and password${code}.`)
  }
  return fault('login', 'LOGIN_REFUSED', `The mail server did not accept the user name and password${code}.`)
}

function describeTls({ command, response, message }: MailerError): MailFault {
  if (command === 'STARTTLS' && response !== undefined) {
    return fault('tls', 'TLS_MISSING', 'The mail server offers no TLS, and no password is sent without it.')
  }
  const reason = typeof message === 'string' ? `: ${message.slice(0, MAX_REASON_CHARACTERS)}` : ''
  return fault('tls', 'TLS_FAILED', `The certificate or the encrypted connection was not accepted${reason}.`)
}

const REFUSALS: Readonly<Record<string, readonly [stage: string, code: string, what: string]>> = {
  'MAIL FROM': ['sender', 'SENDER_REFUSED', 'the sender'],
  'RCPT TO': ['recipients', 'RECIPIENT_REFUSED', 'the recipients'],
  DATA: ['message', 'MESSAGE_REFUSED', 'the mail'],
}

function describeReply({ command }: MailerError, reply: MailReply): MailFault {
  const [stage, code, what] = REFUSALS[String(command)] ?? ['greeting', 'SERVER_REFUSED', 'the connection']
  return { ...fault(stage, code, `The mail server refused ${what} (${describe(reply)}).`), reply }
}

function describeSilence(error: MailerError): MailFault {
  const isGreeting = String(error.message).startsWith('Greeting')
  if (error.code === 'ETIMEDOUT' && isGreeting) {
    return fault('greeting', 'GREETING_TIMEOUT', 'The mail server took the connection and did not greet in time.')
  }
  if (error.code === 'EMESSAGE')
    return fault('message', 'MESSAGE_TOO_LARGE', 'The mail is larger than its server takes.')
  if (error.code === 'ETIMEDOUT' && error.command === 'CONN') return TIMED_OUT
  if (error.code === 'ECONNECTION' || error.code === 'ESOCKET') return CONNECTION_CLOSED
  return { error: describeSendError(error, false), reply: null }
}

const describe = ({ statusCode, text }: MailReply): string =>
  `${statusCode} ${text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_CHARACTERS)}`.trim()

function fault(stage: string, code: string, message: string): MailFault {
  return { error: { stage, code, message }, reply: null }
}

export const TIMED_OUT = fault('reply', 'TIMEOUT', 'The mail server did not answer in time.')
export const CONNECTION_CLOSED = fault(
  'reply',
  'CONNECTION_CLOSED',
  'The mail server closed the connection before it had taken the mail.',
)
export const LOGIN_NOT_OFFERED = fault('login', 'LOGIN_NOT_OFFERED', 'The mail server offers no sign-in by password.')
