import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { v7 } from 'uuid'
import { createUndiciSender } from '../src/delivery/http/undici-sender.ts'
import { createNodemailerMailer } from '../src/delivery/mail/nodemailer-mailer.ts'
import { ownMailServer } from '../src/domain/mail/mail-server.ts'
import type { PlannedMail } from '../src/domain/mail/plan-mail.ts'
import { openBlock } from '../src/domain/target/public-address.ts'
import { createNameResolver } from '../src/names/name-resolver.ts'
import { openCanary } from '../src/testing/canary.ts'
import { NO_FILES, openDnsServer } from '../src/testing/dns-server.ts'
import { INNER_HOSTS, INNER_ZONE, innerUrls } from '../src/testing/inner-spellings.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver } from '../src/testing/receiver.ts'
import { requestTo } from '../src/testing/request-to.ts'
import { sampleVersion } from '../src/testing/sample-version.ts'

/** For hundreds of requests on a busy machine. */
const MANY_MS = 180_000
const REFUSED = 'DESTINATION_REFUSED'
const PUBLIC = 'https://hooks.example.com/x'
const email = { to: ['a@example.com'], subject: 'S', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }

const canary = await openCanary()
const dns = await openDnsServer({ zone: INNER_ZONE })
const urlsOf = (hosts: readonly string[]) => hosts.map(host => `http://${host}:${canary.port}/`)
const INNER_URLS = [...urlsOf(INNER_HOSTS), ...innerUrls(canary.port)]
const INNER_NAMES = Object.keys(INNER_ZONE)

let dispatcher: TestDispatcher
beforeAll(async () => {
  dispatcher = await openDispatcher({ names: dns.names })
})
afterAll(async () => {
  await dispatcher.close()
  await canary.close()
  await dns.close()
})

const call = (method: string, target: string, body: unknown) => dispatcher.client.request(method, target, { body })
const db = (collection: string) => ({ db: 'sluice', collection })

/** What became of each, by its text: so that a failure names the spelling. */
async function each(texts: readonly string[], attempt: (text: string) => Promise<unknown>) {
  return Object.fromEntries(await Promise.all(texts.map(async text => [text, await attempt(text)] as const)))
}
const all = (texts: readonly string[], outcome: unknown) => Object.fromEntries(texts.map(text => [text, outcome]))

/** @returns the fields that a 400 names */
async function fieldsRefused(method: string, target: string, body: unknown) {
  const { status, json } = await call(method, target, body)
  return status === 400 ? (json as { errors: { path: string }[] }).errors.map(({ path }) => path) : status
}

/** A webhook whose url got into the store past the check. @returns its id */
async function forgeWebhook(path: string, url: string): Promise<string> {
  const webhook = { ...sampleVersion.webhook, _id: v7(), condition: `path('${path}')`, url }
  await dispatcher.platform.changes.record('webhooks', webhook._id, async (transaction, { sequence: from }) => {
    await transaction.collection(db('webhooks')).insertOne(webhook)
    const version = { _id: `${webhook._id}.1`, webhookId: webhook._id, from, until: null, webhook, endedAt: null }
    await transaction.collection(db('webhookVersions')).insertOne(version)
  })
  return webhook._id
}

/** The owner's mail server, past the check. */
const forgeMailServer = (host: string) =>
  dispatcher.platform.changes.record('webhooks', 'mail-server', transaction => {
    const record = { _id: 'mail-server', host, port: canary.port, secure: false, from: 'a@example.com' }
    const stored = { ...record, updatedAt: new Date() }
    return transaction.collection(db('webhookMailServer')).replaceOne({ _id: record._id }, stored, { upsert: true })
  })

/** @returns the code of the error that an execution ended with */
async function codeOf(webhookId: string, eventId: string) {
  const { _id } = await dispatcher.entryOf(webhookId, eventId)
  return (await dispatcher.detailOf(webhookId, _id)).error?.code
}

/** @returns the code of the error that a test of it ended with */
async function codeOfTest(webhookId: string) {
  const { json } = await call('POST', `/webhooks/${webhookId}/test`, {})
  return (json as { error: { code: string } | null }).error?.code
}

const mailHosts = INNER_HOSTS.map(host => host.replace(/^\[(.*)\]$/, '$1'))
const serverAt = (host: string) => ({ host, port: canary.port, secure: false, from: 'a@example.com' })

describe('no url, no name and no mail server makes Sluice connect to an address that is not public', () => {
  it(`knows at least 80 spellings of such a host, and 30 of such a url`, () => {
    expect(new Set(INNER_HOSTS).size).toBeGreaterThanOrEqual(120)
    expect(new Set(innerUrls(canary.port)).size).toBeGreaterThanOrEqual(30)
  })

  it(
    'when a webhook is saved: 400 names the url',
    async () => {
      const { _id } = await dispatcher.create({ condition: "path('/never')", url: PUBLIC })
      const document = { name: 'n', condition: "path('/never')" }
      const refused = all(INNER_URLS, ['url'])
      expect(await each(INNER_URLS, url => fieldsRefused('POST', '/webhooks', { ...document, url }))).toEqual(refused)
      expect(await each(INNER_URLS, url => fieldsRefused('PUT', `/webhooks/${_id}`, { ...document, url }))).toEqual(
        refused,
      )
      expect(await each(INNER_URLS, url => fieldsRefused('PATCH', `/webhooks/${_id}`, { url }))).toEqual(refused)
      expect(canary.visitors).toEqual([])
    },
    MANY_MS,
  )

  it(
    'when a delivery is sent for a webhook that was stored past the check, or whose name leads inside',
    async () => {
      const urls = [...INNER_URLS, ...urlsOf(INNER_NAMES)]
      const ids = await each(urls, url => forgeWebhook('/send', url))
      const [event] = await dispatcher.send({ path: '/send' })
      expect(await each(urls, url => codeOf(String(ids[url]), event!.id))).toEqual(all(urls, REFUSED))
      expect(canary.visitors).toEqual([])
    },
    MANY_MS,
  )

  it(
    'when a webhook is tested, whether it was stored past the check, is not stored, or its name leads inside',
    async () => {
      const document = { name: 'n', condition: "path('/never')" }
      const unsaved = await each(INNER_URLS, url => fieldsRefused('POST', '/webhooks/test', { ...document, url }))
      expect(unsaved).toEqual(all(INNER_URLS, ['url']))
      const codes: Record<string, unknown> = {}
      const urls = [...INNER_URLS, ...urlsOf(INNER_NAMES)]
      for (const url of urls) codes[url] = await codeOfTest(await forgeWebhook('/never', url))
      expect(codes).toEqual(all(urls, REFUSED))
      expect(canary.visitors).toEqual([])
    },
    MANY_MS,
  )

  it('when the sender is asked by whomever, without any check before', async () => {
    const urls = [...INNER_URLS, ...urlsOf(INNER_NAMES)].filter(url => URL.canParse(url))
    const sender = createUndiciSender({ open: [], perTarget: 2, maxTargets: 1000, names: dns.names })
    const outcomes = await each(urls, async url => {
      const outcome = await sender.send(requestTo(url))
      return outcome.kind === 'broken' ? outcome.code : outcome.kind
    })
    await sender.close()
    expect(urls.length).toBeGreaterThanOrEqual(120)
    expect(outcomes).toEqual(all(urls, REFUSED))
    expect(canary.visitors).toEqual([])
  })

  it("when the owner's mail server is set up: 400 names the host", async () => {
    const hosts = [...mailHosts, ...INNER_NAMES]
    const attempt = (host: string) => fieldsRefused('PUT', '/webhooks/mail-server', serverAt(host))
    expect(await each(hosts, attempt)).toEqual(all(hosts, ['host']))
    expect(canary.visitors).toEqual([])
  })

  it('when a mail is sent by a server that nobody has checked, or whose name leads inside', async () => {
    const hosts = [...mailHosts, ...INNER_NAMES]
    const mailer = createNodemailerMailer({ open: [], names: dns.names })
    const envelope = { messageId: '<m@example.com>', from: 'a@example.com', to: email.to, cc: [], recipients: email.to }
    const mail: PlannedMail = { ...envelope, subject: 'S', body: 'T', bodyType: 'html', isJson: null }
    const outcomes = await each(hosts, async host => {
      const record = { ...serverAt(host), _id: 'mail-server', updatedAt: new Date() }
      const outcome = await mailer.send(mail, ownMailServer(record))
      return outcome.kind === 'failed' ? outcome.error.code : outcome.kind
    })
    mailer.close()
    expect(outcomes).toEqual(all(hosts, REFUSED))
    expect(canary.visitors).toEqual([])
  })

  it.each(['127.0.0.1', '127.1', '::1', 'localhost..', ...INNER_NAMES])(
    'when a webhook fires a mail by %s, that was stored past the check',
    async host => {
      const { _id } = await dispatcher.create({ type: 'email', condition: `path('/mail/${host}')`, email })
      await forgeMailServer(host)
      const [event] = await dispatcher.send({ path: `/mail/${host}` })
      expect(await codeOf(_id, event!.id)).toBe(REFUSED)
      expect(canary.visitors).toEqual([])
    },
  )

  it.each([301, 302, 303, 307, 308])('when a target answers %i with an inner address', async status => {
    const location = `http://127.0.0.1:${canary.port}/`
    const target = await openReceiver((_, response) =>
      response.writeHead(status, { location, refresh: `0; url=${location}`, 'alt-svc': `h2=":${canary.port}"` }).end(),
    )
    const sender = createUndiciSender({
      open: [openBlock(target.cidr)],
      perTarget: 2,
      maxTargets: 10,
      names: dns.names,
    })
    for (const _ of [1, 2]) expect(await sender.send(requestTo(target.url))).toMatchObject({ statusCode: status })
    await sender.close()
    await target.close()
    expect(target.received).toHaveLength(2)
    expect(canary.visitors).toEqual([])
  })
})

describe('a name that leads outside when it is judged, and inside when it is asked for again', () => {
  // The stand-in for an address outside: opened, and nothing listens there.
  const OUTSIDE = '127.0.0.9'
  const open = [openBlock(`${OUTSIDE}/32`)]
  const name = 'rebinding.example.com'
  const AFTER_IT_WAS_KEPT_MS = 2_000

  async function withRebinding(attempt: (port: number, names: typeof dns.names) => Promise<unknown[]>) {
    const inner = await openCanary('127.0.0.1', '127.0.0.2')
    const rebinding = await openDnsServer({ zone: { [name]: [[OUTSIDE], ['127.0.0.1'], [OUTSIDE, '127.0.0.2']] } })
    let at = 1_000_000
    const names = createNameResolver({ servers: rebinding.servers, files: NO_FILES, now: () => at })
    const resolve: typeof names.resolve = host => {
      at += AFTER_IT_WAS_KEPT_MS
      return names.resolve(host)
    }
    const codes = await attempt(inner.port, { ...names, resolve })
    const asked = rebinding.asked(name)
    await rebinding.close()
    await inner.close()
    return { codes, asked, visitors: inner.visitors }
  }
  // Each attempt asks once, and goes to what it was told and has judged.
  const expected = { codes: ['CONNECTION_REFUSED', REFUSED, REFUSED], asked: 3, visitors: [] }

  it('is not reached there by a delivery', async () => {
    const outcome = await withRebinding(async (port, names) => {
      const sender = createUndiciSender({ open, perTarget: 2, maxTargets: 10, names })
      const codes: unknown[] = []
      for (const _ of [1, 2, 3]) codes.push(await sender.send(requestTo(`http://${name}:${port}/`)))
      await sender.close()
      return codes.map(code => Reflect.get(Object(code), 'code'))
    })
    expect(outcome).toEqual(expected)
  })

  it('is judged at each use of an answer that is kept, for the port of that use', async () => {
    const { servers, asked, close } = await openDnsServer({ zone: { [name]: [[OUTSIDE], ['127.0.0.1']] } })
    const names = createNameResolver({ servers, files: NO_FILES, now: () => 1_000_000 })
    const codeFor = async (opened: string, port: number) => {
      const sender = createUndiciSender({ open: [openBlock(opened)], perTarget: 2, maxTargets: 10, names })
      const outcome = await sender.send(requestTo(`http://${name}:${port}/`))
      await sender.close()
      return outcome.kind === 'broken' && outcome.code
    }
    const codes = [await codeFor(`${OUTSIDE}/32:8080`, 8080), await codeFor(`${OUTSIDE}/32:8080`, 8081)]
    codes.push(await codeFor('10.0.0.0/8', 8080))
    expect({ codes, asked: asked(name) }).toEqual({ codes: ['CONNECTION_REFUSED', REFUSED, REFUSED], asked: 1 })
    await close()
  })

  it('is not reached there by a mail', async () => {
    const outcome = await withRebinding(async (port, names) => {
      const mailer = createNodemailerMailer({ open, names })
      const record = { ...serverAt(name), port, _id: 'mail-server', updatedAt: new Date() }
      const codes: unknown[] = []
      for (const _ of [1, 2, 3]) codes.push(await mailer.verify(ownMailServer(record)))
      mailer.close()
      return codes.map(code => Reflect.get(Object(code), 'code'))
    })
    expect(outcome).toEqual(expected)
  })
})

describe('the canary of these tests', () => {
  it('is found by a delivery and a mail where the operator has opened its address', async () => {
    const open = [openBlock('127.0.0.0/8')]
    const sender = createUndiciSender({ open, perTarget: 2, maxTargets: 10, names: dns.names })
    expect(await sender.send(requestTo(`http://inner.example.com:${canary.port}/`))).toMatchObject({ statusCode: 200 })
    await sender.close()
    const mailer = createNodemailerMailer({ open, names: dns.names })
    const record = { ...serverAt('127.0.0.2'), _id: 'mail-server', updatedAt: new Date() }
    expect(await mailer.verify(ownMailServer(record))).toMatchObject({ stage: expect.any(String) })
    mailer.close()
    expect(canary.visitors).toHaveLength(2)
  })
})
