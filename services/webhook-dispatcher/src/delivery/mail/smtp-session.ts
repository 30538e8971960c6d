import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import { isLookupsFull } from '../../names/name-lookup-error.ts'
import type { MailOutcome } from '../../ports/mailer.ts'
import type { LookupsFull } from '../../ports/sender.ts'
import {
  CONNECTION_CLOSED,
  describeMailError,
  describeRefused,
  LOGIN_NOT_OFFERED,
  type MailFault,
  TIMED_OUT,
} from './describe-mail-error.ts'
import { connectToMailServer, type ReachOptions } from './smtp-connect.ts'
import { followDialogue, readReply } from './smtp-dialogue.ts'

const TLS_TIMEOUT_MS = 10_000
const GREETING_TIMEOUT_MS = 20_000
const SILENCE_TIMEOUT_MS = 30_000
const MAX_REPLY_BYTES = 64 * 1024
const QUIT_PATIENCE_MS = 1_000

type Unset<T> = T extends unknown ? Omit<T, 'durationMs'> : never
/** How an attempt ended; how long it took is for whoever began it. */
export type SessionOutcome = Unset<MailOutcome>

type Envelope = { from: string; recipients: readonly string[] }

export type SmtpSession = {
  /** Gives one mail to the server: for all recipients, or for none. A session that failed is closed. */
  send(envelope: Envelope, message: Buffer, deadline: AbortSignal): Promise<SessionOutcome>
  /** Whether another mail can be sent. */
  isOpen(): boolean
  /** At once; what is being sent fails. */
  close(): void
  /** Takes leave of the server. */
  quit(): void
}

export type OpenedSession = { kind: 'open'; session: SmtpSession } | ({ kind: 'failed' } & MailFault)

/** Connects, turns to TLS, signs in. */
export async function openSmtpSession(
  server: MailServer,
  options: ReachOptions,
  deadline: AbortSignal,
): Promise<OpenedSession | LookupsFull> {
  let socket: Socket
  try {
    socket = await connectToMailServer(server, options, deadline)
  } catch (error) {
    if (isLookupsFull(error)) return { kind: 'full' }
    return { kind: 'failed', ...describeMailError(error, { isTurningToTls: false }) }
  }
  const dialogue = followDialogue()
  const connection = createConnection(server, socket, dialogue.logger)
  const link = { socket, connection, close: () => closeAll(connection, socket) }
  const fault = await greet(link, server, deadline)
  if (!fault) return { kind: 'open', session: createSession(link, dialogue) }
  link.close()
  return { kind: 'failed', ...fault }
}

type Dialogue = ReturnType<typeof followDialogue>
type SmtpLink = { socket: Socket; connection: SMTPConnection; close(): void }

function createConnection(
  { host, port, isSecure, login }: MailServer,
  socket: Socket,
  logger: Dialogue['logger'],
): SMTPConnection {
  const connection = new SMTPConnection({
    connection: socket,
    host,
    port,
    secure: isSecure,
    requireTLS: login !== undefined && !isSecure,
    tls: { rejectUnauthorized: true },
    connectionTimeout: TLS_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    maxResponseSize: MAX_REPLY_BYTES,
    transactionLog: true,
    logger,
  })
  // What nobody waits for any more; whoever waits listens for it as well.
  connection.on('error', () => {})
  return connection
}

/** The socket is ours, so it goes for good, also where the other side would keep its half. */
function closeAll(connection: SMTPConnection, socket: Socket): void {
  connection.close()
  socket.destroy()
}

/** @returns what was wrong */
function greet({ connection }: SmtpLink, { login }: MailServer, deadline: AbortSignal): Promise<MailFault | undefined> {
  return new Promise(resolve => {
    const fail = (error: unknown) =>
      resolve(describeMailError(error, { isTurningToTls: connection.upgrading === true }))
    deadline.addEventListener('abort', () => resolve(TIMED_OUT), { once: true })
    connection.once('error', fail)
    connection.once('end', () => resolve(CONNECTION_CLOSED))
    connection.connect(error => {
      if (error) fail(error)
      else if (!login) resolve(undefined)
      else if (!connection.allowsAuth) resolve(LOGIN_NOT_OFFERED)
      else signIn(connection, login, error => (error ? fail(error) : resolve(undefined)))
    })
  })
}

type Login = NonNullable<MailServer['login']>

function signIn(connection: SMTPConnection, { user, password }: Login, done: (error: unknown) => void): void {
  connection.login({ credentials: { user, pass: password.reveal() } }, done)
}

function createSession(link: SmtpLink, dialogue: Dialogue): SmtpSession {
  const { connection, socket, close } = link
  return {
    send: (envelope, message, deadline) => giveMail(link, { envelope, message, dialogue }, deadline),
    isOpen: () => !connection.destroyed && !socket.destroyed,
    close,
    quit() {
      connection.quit()
      setTimeout(close, QUIT_PATIENCE_MS).unref()
    },
  }
}

type Mail = { envelope: Envelope; message: Buffer; dialogue: Dialogue }

function giveMail(
  { connection, close }: SmtpLink,
  { envelope, message, dialogue }: Mail,
  deadline: AbortSignal,
): Promise<SessionOutcome> {
  const { from, recipients } = envelope
  dialogue.begin()
  return new Promise(resolve => {
    // Once the server has been given any of it, only its own reply says that it has not taken it.
    let isUnderWay = false
    const timeOut = () => end({ kind: 'failed', ...TIMED_OUT, tookNothing: !isUnderWay })
    const end = (outcome: SessionOutcome) => {
      deadline.removeEventListener('abort', timeOut)
      resolve(outcome)
      if (outcome.kind === 'failed') close()
    }
    const refuse = () =>
      end({ kind: 'failed', ...describeRefused(dialogue.refused(), recipients.length), tookNothing: true })

    // It is read when the server has said that the mail may come. Hanging up now leaves it with nothing (RFC 5321, 4.1.4).
    const body = new Readable({
      read() {
        if (dialogue.refused().length > 0) return refuse()
        isUnderWay = true
        this.push(message)
        this.push(null)
      },
    })
    deadline.addEventListener('abort', timeOut, { once: true })
    connection.send({ from, to: [...recipients], size: message.length }, body, (error, info) => {
      if (dialogue.refused().length > 0) return refuse()
      end(error ? outcomeOfError(error, isUnderWay) : outcomeOfReply(info?.response))
    })
  })
}

function outcomeOfReply(response: string | undefined): SessionOutcome {
  return { kind: 'accepted', reply: readReply(response) ?? { statusCode: 250, text: '' } }
}

function outcomeOfError(error: unknown, isUnderWay: boolean): SessionOutcome {
  const fault = describeMailError(error, { isTurningToTls: false })
  const isRefusal = fault.error.code === 'MESSAGE_REFUSED'
  return { kind: 'failed', ...fault, tookNothing: !isUnderWay || isRefusal }
}
