import {
  type FieldError,
  fieldErrors,
  type MailServerRecord,
  mailServerInput,
  type Refusal,
  refuseFields,
} from '@sluice/contracts'
import { type Secret, secret } from '@sluice/service-kit'
import type { z } from 'zod'
import { judgeMailHost } from '../target/destination.ts'
import type { OpenBlock } from '../target/public-address.ts'

/** A mail server, and what is needed to use it. */
export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte. Without, the connection turns to TLS where the server offers it, and before any sign-in. */
  isSecure: boolean
  login: { user: string; password: Secret } | undefined
  /** The sender of every mail. */
  from: string
  /** Set up by the owner, not the operator: the allowance doesn't count, and its addresses must be public. */
  isOwners: boolean
}

/** The one record of its kind. */
export const MAIL_SERVER_ID = 'mail-server'

const SUBMISSION_PORT = 587
const SECURE_PORT = 465

/** Names the target whose slots a mail takes. */
export const mailTarget = ({ host, port }: MailServer): string => `smtp://${host}:${port}`

/**
 * The service's own server out of `SMTP_URL`: `smtp://user:password@host:port` or `smtps://…`. The text is checked where
 * settings are read. @returns undefined when it is no such URL
 */
export function serviceMailServer(smtpUrl: Secret, from: string): MailServer | undefined {
  const url = URL.parse(smtpUrl.reveal())
  if (!url) return undefined
  const isSecure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  const password = secret(decodeURIComponent(url.password))
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (isSecure ? SECURE_PORT : SUBMISSION_PORT),
    isSecure,
    login: user ? { user, password } : undefined,
    from,
    isOwners: false,
  }
}

/** The owner's own server. */
export function ownMailServer({ host, port, secure, user, password, from }: MailServerRecord): MailServer {
  const login = user && password ? { user, password: secret(password) } : undefined
  return { host, port, isSecure: secure, login, from, isOwners: true }
}

type Fields = Readonly<Record<string, unknown>>
/** `keepsPassword`: the password of the record was not sent, but is the stored one. */
export type MailServerCheck = { kind: 'valid'; record: MailServerRecord; keepsPassword: boolean } | Refusal

/**
 * Whether this document could be the owner's mail server. A password that is left out stays the stored one, as long as
 * it goes to the same server for the same user: nobody can have it sent elsewhere without knowing it.
 */
export function checkMailServer(
  { updatedAt: _, ...document }: Fields,
  stored: MailServerRecord | undefined,
  { open, at }: { open: readonly OpenBlock[]; at: Date },
): MailServerCheck {
  const parsed = mailServerInput.safeParse(document)
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error))
  const input = withPassword(parsed.data, stored)
  const faults = [...hostFaults(input, open), ...loginFaults(input)]
  if (faults.length > 0) return refuseFields(faults)
  const keepsPassword = parsed.data.password === undefined && input.password !== undefined
  return { kind: 'valid', record: { _id: MAIL_SERVER_ID, ...input, updatedAt: at }, keepsPassword }
}

type MailServerFields = z.infer<typeof mailServerInput>

function withPassword(input: MailServerFields, stored: MailServerRecord | undefined): MailServerFields {
  const password = input.password ?? (stored && isSameLogin(input, stored) ? stored.password : undefined)
  return password === undefined ? input : { ...input, password }
}

type MailLogin = Pick<MailServerFields, 'host' | 'port' | 'user'>

const isSameLogin = (one: MailLogin, other: MailLogin): boolean =>
  one.host === other.host && one.port === other.port && one.user === other.user

/** Whether a record that keeps the stored password still does. @param stored as it is in the moment of the write */
export const isPasswordKept = (record: MailServerRecord, stored: MailServerRecord | undefined): boolean =>
  stored !== undefined && isSameLogin(record, stored) && record.password === stored.password

function hostFaults({ host, port }: MailServerFields, open: readonly OpenBlock[]): FieldError[] {
  const reason = judgeMailHost(host, port, open)
  return reason ? [{ path: 'host', message: `The host ${reason}.` }] : []
}

function loginFaults({ user, password }: MailServerFields): FieldError[] {
  if (user && !password) return [{ path: 'password', message: 'It is missing: a user needs a password.' }]
  return password && !user ? [{ path: 'user', message: 'It is missing: a password needs a user.' }] : []
}

/** The version, as the ETag names it: `updatedAt` is another one after each write. */
export const versionOf = ({ updatedAt }: Pick<MailServerRecord, 'updatedAt'>): string => String(updatedAt.getTime())

/** The server as it is shown: never with its password. */
export function showMailServer({ _id, password, updatedAt, ...shown }: MailServerRecord) {
  return { ...shown, updatedAt: { $date: updatedAt.getTime() } }
}
