import MailComposer from 'nodemailer/lib/mail-composer'
import type { PlannedMail } from '../../domain/mail/plan-mail.ts'

/**
 * The mail as it travels. JSON goes as plain text: mail clients show that in place, while `application/json` would be an
 * attachment to them, and an empty mail. It says of itself that no person wrote it, so that no absence note answers it.
 */
export function composeMail({ messageId, from, to, cc, subject, body, bodyType }: PlannedMail): Promise<Buffer> {
  const composer = new MailComposer({
    messageId,
    from: bare(from),
    to: to.map(bare),
    cc: cc.map(bare),
    subject,
    [bodyType === 'html' ? 'html' : 'text']: body,
    // Keeps the text to the letter, whatever servers do to long lines and blanks.
    encoding: 'quoted-printable',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** An address that is one already, and is not to be taken apart again. */
const bare = (address: string) => ({ name: '', address })
