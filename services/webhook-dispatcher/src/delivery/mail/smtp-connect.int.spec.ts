import { afterEach, describe, expect, it } from '@jest/globals'
import { type MailManners, openMailReceiver } from '@sluice/testkit/mail'
import { type ConnectProxyOptions, openConnectProxy } from '@sluice/testkit/proxy'
import type { MailServer } from '../../domain/mail/mail-server.ts'
import type { ProxyServer } from '../../domain/target/proxy-server.ts'
import { type OpenBlock, openBlock } from '../../domain/target/public-address.ts'
import { NameLookupError } from '../../names/name-lookup-error.ts'
import type { ResolveAll } from '../../names/name-resolver.ts'
import { namesBy } from '../../testing/names-by.ts'
import { proxyAt } from '../../testing/proxy-at.ts'
import { createNodemailerMailer } from './nodemailer-mailer.ts'

/** Stands for a mail server on the internet: nothing of this machine leads there but the proxy of a test. */
const PUBLIC = '93.184.216.34'
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

const publicly: ResolveAll = async () => [{ address: PUBLIC, family: 4 }]
const unknown: ResolveAll = async name => {
  throw new NameLookupError('HOST_NOT_FOUND', `The name ${name}`, 'is not known to the name servers')
}

type MailerParts = { proxy: ProxyServer; resolve?: ResolveAll; open?: OpenBlock[]; timeoutMs?: number }

function mailerBy({ proxy, resolve = publicly, open = [], timeoutMs = 10_000 }: MailerParts) {
  const mailer = createNodemailerMailer({ open, names: namesBy(resolve), proxy, timeoutMs })
  ending.push(() => mailer.close())
  return mailer
}

async function startReceiver(manners: MailManners = {}) {
  const receiver = await openMailReceiver(manners)
  ending.push(() => receiver.close())
  return receiver
}

async function startProxy(options: ConnectProxyOptions = {}) {
  const proxy = await openConnectProxy(options)
  ending.push(() => proxy.close())
  return proxy
}

const serverAt = (host: string, port: number, isOwners = true): MailServer => ({
  host,
  port,
  isSecure: false,
  login: undefined,
  from: 's@example.org',
  isOwners,
})

describe('a mail by a proxy', () => {
  it.each([
    ["the owner's server", true],
    ["the operator's", false],
  ])('asks it for the address of %s, and keeps the connection', async (_, isOwners) => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const mailer = mailerBy({ proxy: proxyAt(proxy.url) })
    const server = serverAt('mail.example.com', 587, isOwners)
    for (const _ of [1, 2]) expect(await mailer.send(mail, server)).toMatchObject({ kind: 'accepted' })
    expect(receiver.mails).toHaveLength(2)
    expect(proxy.asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:587`])
  })

  it('goes without it to what NO_PROXY names, and to this machine', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy()
    const open = [openBlock('127.0.0.1/32')]
    const resolve: ResolveAll = async () => [{ address: '127.0.0.1', family: 4 }]
    const mailer = mailerBy({ proxy: proxyAt(proxy.url, { exceptions: 'near.example.com' }), resolve, open })
    for (const host of ['near.example.com', '127.0.0.1']) {
      expect(await mailer.send(mail, serverAt(host, receiver.port))).toMatchObject({ kind: 'accepted' })
    }
    expect(proxy.asked).toEqual([])
  })

  it('asks a proxy that looks names up for the name, of the owner no inner one', async () => {
    const receiver = await startReceiver()
    const proxy = await startProxy({ leadsTo: () => receiver.port })
    const mailer = mailerBy({ proxy: proxyAt(proxy.url, { resolvesNames: true }), resolve: unknown })
    expect(await mailer.send(mail, serverAt('mail.example.com', 25))).toMatchObject({ kind: 'accepted' })
    expect(await mailer.send(mail, serverAt('mail.corp', 25, false))).toMatchObject({ kind: 'accepted' })
    expect(await mailer.send(mail, serverAt('mail.corp', 25))).toMatchObject({
      error: { code: 'DESTINATION_REFUSED' },
    })
    expect(proxy.asked.map(({ authority }) => authority)).toEqual(['mail.example.com:25', 'mail.corp:25'])
  })

  it.each<[string, string, ConnectProxyOptions['answer']]>([
    ['wants other credentials', 'PROXY_LOGIN_REFUSED', socket => void socket.end('HTTP/1.1 407 Login\r\n\r\n')],
    ['can not reach the server', 'PROXY_FAILED', socket => void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
    ['is silent', 'PROXY_TIMEOUT', () => {}],
  ])('fails at the stage proxy where it %s: %s, and nothing was taken', async (_, code, answer) => {
    const proxy = await startProxy({ answer })
    const mailer = mailerBy({ proxy: proxyAt(proxy.url), timeoutMs: 700 })
    expect(await mailer.send(mail, serverAt('mail.example.com', 587))).toMatchObject({
      kind: 'failed',
      tookNothing: true,
      error: { stage: 'proxy', code, message: expect.stringContaining(`127.0.0.1:${proxy.port}`) },
    })
  })

  it("does not name the operator's server to the owner of a webhook", async () => {
    const proxy = await startProxy()
    const mailer = mailerBy({ proxy: proxyAt(proxy.url), resolve: unknown })
    const outcome = await mailer.send(mail, serverAt('mail.operator.example', 587, false))
    expect(outcome).toMatchObject({ error: { code: 'HOST_NOT_FOUND' } })
    expect(JSON.stringify(outcome)).not.toContain('mail.operator.example')
  })
})
