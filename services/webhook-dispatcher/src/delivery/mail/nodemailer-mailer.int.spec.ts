import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { type MailManners, openMailReceiver } from '@sluice/testkit/mail'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import { openBlock } from '../../domain/target/public-address.ts'
import { createNameResolver } from '../../names/name-resolver.ts'
import type { Mailer } from '../../ports/mailer.ts'
import { NO_FILES, openDnsServer } from '../../testing/dns-server.ts'
import { namesBy } from '../../testing/names-by.ts'
import { createNodemailerMailer } from './nodemailer-mailer.ts'
import type { ReachOptions } from './smtp-connect.ts'

const mail = {
  messageId: '<1@example.org>',
  from: 's@example.org',
  to: ['a@example.com'],
  cc: [],
  recipients: ['a@example.com'],
  subject: 'Größe',
  body: 'a\nb',
  bodyType: 'json',
  isJson: false,
} as const

const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

function openMailer(options: Partial<ReachOptions> = {}): Mailer {
  const mailer = createNodemailerMailer({
    open: [openBlock('127.0.0.1/32')],
    names: createNameResolver({ files: NO_FILES }),
    ...options,
  })
  ending.push(() => mailer.close())
  return mailer
}

async function openReceiver(manners: MailManners = {}) {
  const receiver = await openMailReceiver(manners)
  ending.push(() => receiver.close())
  return receiver
}

const serverAt = ({ port }: { port: number }, change: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  isSecure: false,
  login: undefined,
  from: 's@example.org',
  isOwners: true,
  ...change,
})

/** A server that says what it is told, line by line, to each line that it hears. */
async function openScripted(
  greeting: string | undefined,
  answer: (line: string, socket: Socket) => string | undefined,
) {
  const sockets = new Set<Socket>()
  const server: Server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greeting !== undefined) socket.write(`${greeting}\r\n`)
    socket.on('data', data => {
      for (const line of data.toString('utf8').split('\r\n').filter(Boolean)) {
        const said = answer(line, socket)
        if (said !== undefined) socket.write(`${said}\r\n`)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  ending.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const bound = server.address()
  return { port: typeof bound === 'object' && bound ? bound.port : 0, sockets }
}

type ScriptedAnswer = (line: string, socket: Socket) => string | undefined

function polite(line: string): string | undefined {
  if (line === 'DATA') return '354 go'
  return /^(EHLO|MAIL|RCPT|\.)/.test(line) ? '250 ok' : undefined
}

/** Answers one command otherwise, or hangs up with `bye`. */
const politeBut = (command: string, reply: string | undefined): { greeting: string; answer: ScriptedAnswer } => ({
  greeting: '220 hello',
  answer(line, socket) {
    if (!line.startsWith(command)) return polite(line)
    if (reply === 'bye') socket.destroy()
    return reply === 'bye' ? undefined : reply
  },
})

describe('a mailer', () => {
  it('keeps its connection for the next mail', async () => {
    const mailer = openMailer()
    const receiver = await openReceiver()
    const server = serverAt(receiver)
    for (let sent = 0; sent < 3; sent += 1) {
      expect(await mailer.send(mail, server)).toMatchObject({ kind: 'accepted', reply: { statusCode: 250 } })
    }
    expect(receiver.connections()).toBe(1)
    expect(receiver.mails[0]?.body).toBe('a\nb')
  })

  it('opens another connection when the one that it kept was closed by the server, and loses no mail', async () => {
    const mailer = openMailer()
    let isFirst = true
    const server = await openScripted('220 hello', (line, socket) => {
      if (line.startsWith('MAIL') && !isFirst) {
        isFirst = true
        socket.destroy()
        return undefined
      }
      if (line === '.') isFirst = false
      return polite(line)
    })
    const target = serverAt(server)
    expect(await mailer.send(mail, target)).toMatchObject({ kind: 'accepted' })
    expect(await mailer.send(mail, target)).toMatchObject({ kind: 'accepted' })
    expect(server.sockets.size).toBe(2)
  })

  it.each<{ does: string; greeting?: string; answer?: ScriptedAnswer; code?: string; tookNothing?: boolean }>([
    { does: 'never greets', answer: () => undefined, code: 'TIMEOUT' },
    { does: 'turns it away', greeting: '554 go away', code: 'SERVER_REFUSED' },
    { does: 'speaks no SMTP', greeting: 'SSH-2.0-OpenSSH' },
    { does: 'refuses the sender', ...politeBut('MAIL', '550 no'), code: 'SENDER_REFUSED' },
    { does: 'does not want the mail to begin', ...politeBut('DATA', '451 later'), code: 'MESSAGE_REFUSED' },
    { does: 'refuses the mail', ...politeBut('.', '552 too big'), code: 'MESSAGE_REFUSED' },
    { does: 'hangs up before the mail', ...politeBut('RCPT', 'bye'), code: 'CONNECTION_CLOSED' },
    { does: 'hangs up when it has the mail', ...politeBut('.', 'bye'), code: 'CONNECTION_CLOSED', tookNothing: false },
    { does: 'hangs when it has the mail', ...politeBut('.', undefined), code: 'TIMEOUT', tookNothing: false },
  ])('says what a server that $does came to, and whether it surely has nothing', async scripted => {
    const { greeting, answer = () => undefined, code, tookNothing = true } = scripted
    const outcome = await openMailer({ timeoutMs: 1000 }).send(mail, serverAt(await openScripted(greeting, answer)))
    expect(outcome).toMatchObject({ kind: 'failed', tookNothing, ...(code ? { error: { code } } : {}) })
  })

  it('says that nothing listens', async () => {
    const receiver = await openMailReceiver()
    await receiver.close()
    const outcome = await openMailer().send(mail, serverAt(receiver))
    expect(outcome).toMatchObject({ kind: 'failed', tookNothing: true, error: { code: 'CONNECTION_REFUSED' } })
  })

  it("says that a name server is silent, and names the owner's mail server, not the operator's", async () => {
    const dns = await openDnsServer({ manner: () => 'silent' })
    ending.push(() => dns.close())
    const names = createNameResolver({ servers: dns.servers, files: NO_FILES, patienceMs: 300 })
    const server = { ...serverAt({ port: 25 }), host: 'mail.example.com' }
    const says = async (change: Partial<MailServer>) => await openMailer({ names }).verify({ ...server, ...change })
    const reason = 'could not be looked up: no name server answered in time.'
    const error = { stage: 'dns', code: 'DNS_FAILED' }
    expect(await says({})).toEqual({ ...error, message: `The name mail.example.com ${reason}` })
    const ofOperator = { ...error, message: `The name of the operator's mail server ${reason}` }
    expect(await says({ isOwners: false })).toEqual(ofOperator)
  })

  it("reaches no inner address through a name of the owner's, and any through the operator's", async () => {
    const receiver = await openReceiver()
    const names = namesBy(async () => [{ address: '127.0.0.1', family: 4 }])
    const mailer = openMailer({ open: [], names })
    const outcome = await mailer.send(mail, serverAt(receiver, { host: 'mail.example.com' }))
    expect(outcome).toMatchObject({ kind: 'failed', tookNothing: true, error: { code: 'DESTINATION_REFUSED' } })
    const literal = await mailer.send(mail, serverAt(receiver))
    expect(literal).toMatchObject({ kind: 'failed', error: { code: 'DESTINATION_REFUSED' } })
    expect(receiver.connections()).toBe(0)
    const ofOperator = await mailer.send(mail, serverAt(receiver, { host: 'localhost', isOwners: false }))
    expect(ofOperator).toMatchObject({ kind: 'accepted' })
  })
})
