import { isTypedForm } from './typed-form.ts'

/** A mail server as the API shows it. Its password is never shown. */
type StoredMailServer = { host: string; port: number; secure: boolean; user?: string; from: string }

/** A mail server as it is typed. */
export type MailServerDraft = {
  host: string
  port: string
  secure: boolean
  user: string
  password: string
  from: string
}

/** The fields of the form, by the names that the API has for them. */
export const MAIL_SERVER_FIELDS = ['host', 'port', 'secure', 'user', 'password', 'from']

const BLANK: MailServerDraft = { host: '', port: '587', secure: false, user: '', password: '', from: '' }
const TEXTS = ['host', 'port', 'user', 'password', 'from']

/** Gives the form of a mail server; of none, a blank one. */
export function mailServerDraft(stored: StoredMailServer | null): MailServerDraft {
  if (stored === null) return BLANK
  const { host, port, secure, user = '', from } = stored
  return { host, port: String(port), secure, user, password: '', from }
}

/** Gives what a form sends. What is no number is sent as null, so that the server says what is wrong. A blank password keeps the one that is there. */
export const mailServerWish = ({ host, port, secure, user, password, from }: MailServerDraft) => ({
  host,
  port: port.trim() === '' ? Number.NaN : Number(port),
  secure,
  ...(user && { user }),
  ...(password && { password }),
  from,
})

/** What of a form may be kept in the tab. */
export const withoutPassword = (draft: MailServerDraft): MailServerDraft => Object.assign({}, draft, { password: '' })

function isMailServerDraft(value: unknown): value is MailServerDraft {
  if (typeof value !== 'object' || value === null) return false
  const parts = new Map<string, unknown>(Object.entries(value))
  return typeof parts.get('secure') === 'boolean' && TEXTS.every(name => typeof parts.get(name) === 'string')
}

/** Whether a value that was kept has all parts of the typed form of a mail server. */
export const isTypedMailServer = isTypedForm(isMailServerDraft)
