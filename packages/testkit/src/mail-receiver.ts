import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export type ReceivedMail = {
  from: string
  recipients: string[]
  /** The headers by their names in lower case, unfolded. */
  headers: Record<string, string>
  body: string
  /** When all of it had come, in epoch ms. */
  at: number
}

export type MailReceiver = Awaited<ReturnType<typeof openMailReceiver>>

type MessageAnswer = string | 'hang' | undefined

/** How it answers; what is not named is accepted. A refusal is its code and text. */
export type MailManners = {
  recipient?(address: string): string | undefined
  /** `hang` answers at `release`, that it has taken it. */
  message?(mail: ReceivedMail): MessageAnswer | Promise<MessageAnswer>
  login?: { user: string; password: string }
  /** Is waited for before the answer to a sign-in, which has been judged by then. */
  beforeLoginAnswer?(): Promise<void>
  tls?: { cert: string; key: string }
  /** TLS from the first byte; without, after STARTTLS. */
  isSecure?: boolean
}

/**
type MailPlace = { listenOn?: string; host?: string; port?: number }

/** `listenOn`: an address of this machine; `host`: how it is called in what it is known by; `port`: 0 for any that is free. */
type MailPlace = { listenOn?: string; host?: string; port?: number }

/**
 * A mail server on this machine that writes down what it takes. `manners` may be changed at any time, but for whether
 * there is a login, and TLS.
 */
export async function openMailReceiver(manners: MailManners = {}, place: MailPlace = {}) {
  const { listenOn = '127.0.0.1', host = '127.0.0.1', port = 0 } = place
  const mails: ReceivedMail[] = []
  const offered: ReceivedMail[] = []
  const sessions = new Set<string>()
  const held: (() => void)[] = []
  const server = new SMTPServer({
    ...securityOf(manners),
    disableReverseLookup: true,
    logger: false,
    onConnect({ id }, done) {
      sessions.add(id)
      done()
    },
    async onAuth({ username, password }, _, done) {
      const isRight = username === manners.login?.user && password === manners.login?.password
      await manners.beforeLoginAnswer?.()
      done(isRight ? null : refusal('535 5.7.8 No'), isRight ? { user: username } : undefined)
    },
    onRcptTo({ address }, _, done) {
      done(refusal(manners.recipient?.(address)))
    },
    onData(stream, { envelope }, done) {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      stream.on('end', async () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const recipients = envelope.rcptTo.map(({ address }) => address)
        const mail = { from, recipients, ...readMail(Buffer.concat(chunks).toString('utf8')), at: Date.now() }
        offered.push(mail)
        const answer = await manners.message?.(mail)
        const take = () => {
          mails.push(mail)
          done(null)
        }
        if (answer === 'hang') held.push(take)
        else if (answer === undefined) take()
        else done(refusal(answer))
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, listenOn, resolve))
  const bound = server.server.address()
  const listening = typeof bound === 'object' && bound ? bound.port : 0
  return {
    port: listening,
    url: `smtp://${host}:${listening}`,
    cidr: `127.0.0.1/32:${listening}`,
    /** What it took, and what was offered to it. */
    mails,
    offered,
    connections: () => sessions.size,
    manners,
    /** Answers what hangs. */
    release(): void {
      for (const take of held.splice(0)) take()
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

function securityOf({ login, tls, isSecure = false }: MailManners): SMTPServerOptions {
  const disabledCommands = [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])]
  return { ...tls, secure: isSecure, disabledCommands, authOptional: login === undefined, closeTimeout: 100 }
}

/** An error as smtp-server wants it for a reply. */
class ReplyError extends Error {
  override name = 'ReplyError'
  readonly responseCode: number
  constructor(reply: string) {
    super(reply.slice(4))
    this.responseCode = Number(reply.slice(0, 3))
  }
}

const refusal = (reply: string | undefined) => (reply === undefined ? null : new ReplyError(reply))

function readMail(text: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: decodeQuotedPrintable(rest.join('\r\n\r\n')) }
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trimEnd()
}
