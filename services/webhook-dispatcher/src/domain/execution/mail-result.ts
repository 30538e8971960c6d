import type { MailOutcome, MailReply } from '../../ports/mailer.ts'
import type { PlannedMail } from '../mail/plan-mail.ts'
import { type DeliveryError, type ExecutionResult, logBody } from './execution.ts'

/** The result of an attempt whose mail was offered to the server: success when it was taken for all recipients. */
export function resultOfMail(attempt: number, mail: PlannedMail, outcome: MailOutcome): ExecutionResult {
  const { durationMs, reply } = outcome
  return {
    status: outcome.kind === 'accepted' ? 'success' : 'failed',
    attempt,
    durationMs,
    validJson: mail.isJson,
    outgoing: logMail(mail),
    response: reply && logReply(reply),
    error: outcome.kind === 'accepted' ? null : outcome.error,
  }
}

/** Neither the operator nor the owner has set up a server. */
export const MAIL_NOT_CONFIGURED: DeliveryError = {
  stage: 'delivery',
  code: 'MAIL_NOT_CONFIGURED',
  message:
    'There is no mail server to send by. The owner can set one up (PUT /webhooks/mail-server), the operator with SMTP_URL and SMTP_FROM.',
}

function logMail({ from, to, cc, subject, body }: PlannedMail): ExecutionResult['outgoing'] {
  return { type: 'email', from, to: [...to], cc: [...cc], subject, body: logBody(Buffer.from(body)) }
}

const logReply = ({ statusCode, text }: MailReply): ExecutionResult['response'] => ({
  statusCode,
  headers: [],
  body: logBody(Buffer.from(text)),
})
