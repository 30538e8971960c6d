import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger, secret } from '@sluice/service-kit'
import { makeSelfSigned } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

const PASSWORD = 'canary-7f3a9c'
const login = { user: 'owner@example.com', password: PASSWORD }
const email = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }
const problem = (answer: { json: unknown }) => answer.json as { errors: { path: string; message: string }[] }

const lines: string[] = []
let own: MailReceiver
let implicit: MailReceiver
let untrusted: MailReceiver
let plain: MailReceiver
let dispatcher: TestDispatcher
const before = getCACertificates('default')

beforeAll(async () => {
  const tls = makeSelfSigned('127.0.0.1')
  setDefaultCACertificates([...before, tls.cert])
  own = await openMailReceiver({ login, tls })
  implicit = await openMailReceiver({ login, tls, isSecure: true })
  untrusted = await openMailReceiver({ login, tls: makeSelfSigned('127.0.0.1') })
  plain = await openMailReceiver()
  const logger = createLogger({
    service: 'test',
    level: 'trace',
    destination: { write: line => void lines.push(line) },
  })
  const allowCidrs = [own.cidr, implicit.cidr, untrusted.cidr, plain.cidr, '127.0.0.1/32:9']
  dispatcher = await openDispatcher({
    allowCidrs,
    emailDailyAllowance: 0,
    logger,
    smtp: { url: secret(plain.url), from: 's@example.org' },
  })
})
afterAll(async () => {
  setDefaultCACertificates(before)
  await dispatcher.close()
  for (const receiver of [own, implicit, untrusted, plain]) await receiver.close()
})

const call = (method: string, body?: unknown) => dispatcher.client.request(method, '/webhooks/mail-server', { body })
const serverAt = ({ port }: { port: number }) => ({
  host: '127.0.0.1',
  port,
  secure: false,
  ...login,
  from: 'owner@example.com',
})

async function deliver(path: string) {
  const webhook = await dispatcher.create({ type: 'email', condition: `path('${path}')`, email })
  const [event] = await dispatcher.send({ path })
  const entry = await dispatcher.entryOf(webhook._id, event!.id)
  return dispatcher.detailOf(webhook._id, entry._id)
}

describe('PUT /webhooks/mail-server', () => {
  it.each<[string, () => object, string]>([
    ['a wrong password', () => ({ ...serverAt(own), password: 'wrong' }), 'password'],
    ['a certificate that nobody vouches for', () => serverAt(untrusted), 'secure'],
    ['a server without TLS that would get a password', () => serverAt(plain), 'secure'],
    ['a port where nothing listens', () => serverAt({ port: 9 }), 'host'],
    ['an address that is not public', () => serverAt({ port: own.port + 1 }), 'host'],
    ['an inner name', () => ({ ...serverAt(own), host: 'localhost' }), 'host'],
    ['a field that is not known', () => ({ ...serverAt(own), tls: {} }), 'tls'],
  ])('400: tries before it saves, and names %s', async (_, server, path) => {
    const answer = await call('PUT', server())
    expect({ status: answer.status, errors: problem(answer).errors }).toMatchObject({ status: 400, errors: [{ path }] })
    expect((await call('GET')).status).toBe(404)
  })

  it.each<[string, () => object]>([
    ['TLS from the start', () => ({ ...serverAt(implicit), secure: true })],
    ['no sign-in', () => ({ host: '127.0.0.1', port: plain.port, secure: false, from: 'owner@example.com' })],
    ['TLS after STARTTLS', () => serverAt(own)],
  ])('200: takes a server with %s', async (_, server) => {
    const { password, ...shown } = serverAt({ port: 0 })
    const answer = await call('PUT', server())
    expect(answer.status).toBe(200)
    expect((await call('GET')).json).toEqual(answer.json)
    expect(answer.json).toMatchObject({ from: shown.from, updatedAt: { $date: expect.any(Number) } })
    expect(answer.json).not.toHaveProperty('password')
  })

  it('200: what was shown can be sent back, and keeps its password', async () => {
    await call('PUT', serverAt(own))
    const shown = (await call('GET')).json as object
    expect((await call('PUT', { ...shown, from: 'other@example.com' })).status).toBe(200)
    await call('PUT', serverAt(own))
  })
})

describe("mails by the owner's server", () => {
  it('come from its address, and are not counted', async () => {
    await call('PUT', serverAt(own))
    expect(await deliver('/own')).toMatchObject({ status: 'success', outgoingRequest: { from: 'owner@example.com' } })
    expect(own.mails.at(-1)).toMatchObject({ from: 'owner@example.com', recipients: ['a@example.com'] })
    const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    expect(json).toMatchObject({ limit: 0, used: 0, left: 0 })
  })
})

describe('DELETE /webhooks/mail-server', () => {
  it('204: mails go by the service again, and count; 404 when there is none', async () => {
    await call('PUT', serverAt(own))
    expect((await call('DELETE')).status).toBe(204)
    expect((await call('DELETE')).status).toBe(404)
    expect(await deliver('/service')).toMatchObject({ status: 'failed', error: { code: 'MAIL_ALLOWANCE_REACHED' } })
  })
})

describe('the password of a mail server', () => {
  it('stands in no answer, no log entry and no log line', async () => {
    const answers = [
      await call('PUT', serverAt(own)),
      await call('GET'),
      await call('PUT', { ...serverAt(own), port: 9 }),
    ]
    const detail = await deliver('/secret')
    const everything = [...answers.map(({ text }) => text), JSON.stringify(detail), ...lines].join('\n')
    expect(lines.length).toBeGreaterThan(0)
    for (const form of [
      PASSWORD,
      Buffer.from(PASSWORD).toString('base64'),
      Buffer.from(`\0${login.user}\0${PASSWORD}`).toString('base64'),
    ]) {
      expect(everything).not.toContain(form)
    }
  })
})

describe('a password that is left out', () => {
  const NEXT = 'canary-of-the-rotation'

  it('409: never takes the place of another one that was stored meanwhile', async () => {
    await call('PUT', serverAt(own))
    const { password, ...without } = serverAt(own)
    const tried = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    own.manners.beforeLoginAnswer = () => {
      tried.resolve()
      return mayEnd.promise
    }
    const late = call('PUT', { ...without, from: 'new@example.com' })
    await tried.promise
    own.manners.beforeLoginAnswer = async () => {}
    own.manners.login = { ...login, password: NEXT }
    expect((await call('PUT', { ...serverAt(own), password: NEXT })).status).toBe(200)
    mayEnd.resolve()
    expect(await late).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
    const { store, db } = dispatcher.platform
    const stored = await store.collection({ db, collection: 'webhookMailServer' }).findOne({ _id: 'mail-server' })
    expect(stored).toMatchObject({ password: NEXT, from: 'owner@example.com' })
    own.manners.login = login
    await call('DELETE')
  })
})

describe('writes of the mail server', () => {
  const write = (method: string, query: string, headers: Record<string, string> = {}) =>
    dispatcher.client.request(method, `/webhooks/mail-server${query}`, {
      headers,
      body: method === 'PUT' ? serverAt(own) : undefined,
    })
  const etag = async () => String((await call('GET')).headers.etag)

  it('are made where the ETag is the stored one alone, which another write is sure to change', async () => {
    const first = await write('PUT', '')
    expect(first.headers.etag).toBe(await etag())
    const next = await write('PUT', '', { 'if-match': await etag() })
    expect(next.status).toBe(200)
    expect(next.headers.etag).not.toBe(first.headers.etag)
    expect((await write('PUT', '', { 'if-match': String(first.headers.etag) })).status).toBe(412)
    expect((await write('PUT', '', { 'if-none-match': '*' })).status).toBe(412)
    expect((await write('DELETE', '', { 'if-match': String(first.headers.etag) })).status).toBe(412)
    expect(await etag()).toBe(next.headers.etag)
  })

  it('leave nothing with dryRun=true, and have no ETag then', async () => {
    const before = await etag()
    const tried = await write('PUT', '?dryRun=true')
    expect(tried).toMatchObject({ status: 200, json: { host: '127.0.0.1' } })
    expect(tried.headers).not.toHaveProperty('etag')
    expect((await write('DELETE', '?dryRun=true')).status).toBe(204)
    expect((await write('DELETE', '?dryRun=yes')).status).toBe(400)
    expect(await etag()).toBe(before)
    expect((await write('DELETE', '', { 'if-match': before })).status).toBe(204)
    expect((await write('PUT', '?dryRun=true', { 'if-none-match': '*' })).status).toBe(200)
    expect((await write('PUT', '', { 'if-match': before })).status).toBe(412)
    expect((await call('GET')).status).toBe(404)
  })
})
