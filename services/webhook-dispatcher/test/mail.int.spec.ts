import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { secret } from '@sluice/service-kit'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'

const FROM = 'sluice@example.org'
const LIMIT = 50
const RUSH = 1_000
const html = { to: ['a@example.com'], subject: 'Order', bodyType: 'html', bodyTemplate: '<p>{{id}}</p>' }

const smtpOf = ({ url }: MailReceiver) => ({ url: secret(url), from: FROM })

await describeOnStores('an e-mail webhook', openStore => {
  let receiver: MailReceiver
  let dispatcher: TestDispatcher

  beforeAll(async () => {
    receiver = await openMailReceiver()
    dispatcher = await openDispatcher({ smtp: smtpOf(receiver), emailDailyAllowance: LIMIT, store: await openStore() })
  })
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const create = (path: string, email: object) =>
    dispatcher.create({ type: 'email', condition: `path('${path}')`, email: { ...html, ...email } })
  const wholeLog = async (webhookId: string, status: string) => {
    const pages = [await dispatcher.logOf(webhookId, `?limit=200&status=${status}`)]
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
      pages.push(await dispatcher.logOf(webhookId, `?limit=200&status=${status}&cursor=${encodeURIComponent(next)}`))
    }
    return pages.flatMap(({ items }) => items)
  }
  const used = async () => {
    const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    return (json as { used: number }).used
  }
  /** The entry, with its details, of one exchange that fires one mail. */
  async function deliver(path: string, email: object) {
    const webhook = await create(path, email)
    const [event] = await dispatcher.send({ path })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    return dispatcher.detailOf(webhook._id, entry._id)
  }

  it('sends HTML with every variable in subject and body', async () => {
    const variables = [
      ...['service.id', 'timestamp', 'request.method', 'request.path', 'request.body.item.sku'],
      ...['request.headers.X-Shop', 'response.statusCode', 'response.body.number', 'response.headers.X-Trace'],
    ]
    const template = variables.map(name => `{{${name}}}`).join('|')
    const webhook = await create('/html', { subject: `S ${template}`, bodyTemplate: `<p>${template}</p>` })
    const [event] = await dispatcher.send({
      path: '/html',
      body: { item: { sku: 'a<b>' } },
      headers: [['x-shop', 'north']],
      responseBody: { number: 7 },
      responseHeaders: [['x-trace', 't1']],
    })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    const at = new Date(event!.at).toISOString()
    const mail = receiver.mails.find(({ headers }) => headers['message-id'] === `<${entry._id}@example.org>`)
    expect(mail).toMatchObject({
      from: FROM,
      recipients: ['a@example.com'],
      headers: {
        from: FROM,
        to: 'a@example.com',
        'auto-submitted': 'auto-generated',
        'content-type': 'text/html; charset=utf-8',
      },
      body: `<p>test|${at}|POST|/html|a&lt;b&gt;|north|201|7|t1</p>`,
    })
    expect(mail?.headers.subject).toBe(`S test|${at}|POST|/html|a<b>|north|201|7|t1`)
    expect(await dispatcher.detailOf(webhook._id, entry._id)).toMatchObject({
      status: 'success',
      attempt: 1,
      summary: 'Mail to a@example.com: 250',
      transformation: { input: { request: { path: '/html' } }, output: mail?.body, validJson: null },
      outgoingRequest: { type: 'email', from: FROM, to: ['a@example.com'], cc: [], body: { text: mail?.body } },
      response: { statusCode: 250, body: { text: expect.stringMatching(/./) } },
      error: null,
    })
  })

  it('sends the default payload as text that a mail client shows, with a copy to cc', async () => {
    const cc = ['b@example.com', 'A@example.com']
    const detail = await deliver('/json', { bodyType: 'json', bodyTemplate: '', cc })
    const mail = receiver.mails.find(({ headers }) => headers.cc !== undefined)
    expect(mail).toMatchObject({
      recipients: ['a@example.com', 'b@example.com'],
      headers: { cc: cc.join(', '), 'content-type': 'text/plain; charset=utf-8' },
    })
    expect(JSON.parse(mail?.body ?? '')).toMatchObject({ id: detail.eventId, request: { path: '/json' } })
    expect(detail).toMatchObject({ status: 'success', transformation: null, outgoingRequest: { cc } })
  })

  it('sends to nobody when one of the recipients is refused, says which, and gives the allowance back', async () => {
    const before = await used()
    receiver.manners.recipient = address => (address.startsWith('gone') ? '550 5.1.1 No such user' : undefined)
    const detail = await deliver('/refused', { to: ['a@example.com', 'gone@example.com', 'c@example.com'] })
    receiver.manners.recipient = undefined
    expect(detail).toMatchObject({
      status: 'failed',
      outgoingRequest: { to: ['a@example.com', 'gone@example.com', 'c@example.com'] },
      response: { statusCode: 550 },
      error: { stage: 'recipients', code: 'RECIPIENT_REFUSED' },
    })
    expect(detail.error?.message).toContain('1 of 3 recipients')
    expect(detail.error?.message).toContain('gone@example.com (550 5.1.1 No such user)')
    expect(receiver.mails.filter(({ recipients }) => recipients.includes('c@example.com'))).toEqual([])
    expect(await used()).toBe(before)
  })

  it.each([
    ['/busy', '451 4.3.0 Try later', 451],
    ['/never', '554 5.7.1 Spam', 554],
  ])('on %s fails with the reply of a server that says %s, and gives the allowance back', async (path, reply, code) => {
    const before = await used()
    receiver.manners.message = () => reply
    const detail = await deliver(path, {})
    receiver.manners.message = undefined
    expect(detail).toMatchObject({
      status: 'failed',
      response: { statusCode: code },
      error: { stage: 'message', code: 'MESSAGE_REFUSED', message: expect.stringContaining(reply) },
    })
    expect(await used()).toBe(before)
  })

  it('fails for good on a template that grows too large, and sends nothing', async () => {
    const webhook = await create('/large', { bodyTemplate: '{{#request.body}}{{{x}}}{{/request.body}}' })
    const body = Array.from({ length: 300 }, () => ({ x: 'y'.repeat(1000) }))
    const [event] = await dispatcher.send({ path: '/large', body })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    expect(entry).toMatchObject({ status: 'failed', summary: expect.stringContaining('256 KiB') })
  })

  it('makes no second mail and no second entry when its event comes again', async () => {
    const webhook = await create('/again', { subject: 'again' })
    const [event] = await dispatcher.send({ path: '/again' })
    await dispatcher.entryOf(webhook._id, event!.id)
    const before = await used()
    await dispatcher.send({ path: '/again', id: event!.id, webhooksSequence: event!.webhooksSequence })
    const [last] = await dispatcher.send({ path: '/again' })
    await dispatcher.entryOf(webhook._id, last!.id)
    expect(receiver.mails.filter(({ headers }) => headers.subject === 'again')).toHaveLength(2)
    expect(await used()).toBe(before + 1)
  })

  it('never passes the allowance by one recipient of 1,000 mails at once, and says what was left', async () => {
    const webhook = await create('/rush', { to: ['a@example.com', 'b@example.com'] })
    const before = await used()
    const taken = receiver.mails.length
    await dispatcher.send(...Array.from({ length: RUSH }, () => ({ path: '/rush' })))
    const [sent, refusals] = await eventually(async () => {
      const ended = await Promise.all([wholeLog(webhook._id, 'success'), wholeLog(webhook._id, 'failed')])
      return ended.flat().length === RUSH && ended
    })
    const fitting = Math.floor((LIMIT - before) / 2)
    expect(sent).toHaveLength(fitting)
    expect(receiver.mails).toHaveLength(taken + fitting)
    expect(await used()).toBe(before + 2 * fitting)

    const [refused] = refusals
    const { error, outgoingRequest } = await dispatcher.detailOf(webhook._id, refused!._id)
    expect(error).toMatchObject({ stage: 'delivery', code: 'MAIL_ALLOWANCE_REACHED' })
    expect(error?.message).toMatch(/2 recipients, and \d+ of today's 50 were left.*T00:00:00\.000Z/)
    expect(outgoingRequest).toBeNull()
    const { json } = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    const left = LIMIT - before - 2 * fitting
    expect(json).toMatchObject({ limit: LIMIT, left, resetsAt: { $date: expect.any(Number) } })
  })
})

describe('a mail that is under way when its dispatcher goes', () => {
  it('is sent again by the next one under the same Message-ID, and counted once', async () => {
    const receiver = await openMailReceiver({ message: () => 'hang' })
    const directory = await temporaryDirectory()
    const open = () => openDispatcher({ directory, smtp: smtpOf(receiver) })
    const first = await open()
    const webhook = await first.create({ type: 'email', condition: "path('/x')", email: html })
    const [event] = await first.send({ path: '/x' })
    await eventually(() => receiver.offered.length === 1)
    await first.close()
    receiver.manners.message = undefined
    const second = await open()
    expect(await second.entryOf(webhook._id, event!.id)).toMatchObject({ status: 'success', attempt: 2 })
    expect(new Set(receiver.offered.map(({ headers }) => headers['message-id'])).size).toBe(1)
    const { json } = await second.client.request('GET', '/webhooks/mail-allowance')
    expect(json).toMatchObject({ used: 1 })
    await second.close()
    await receiver.close()
    await rm(directory, { recursive: true, force: true })
  })
})

describe('without a mail server', () => {
  let dispatcher: TestDispatcher
  beforeAll(async () => {
    dispatcher = await openDispatcher()
  })
  afterAll(() => dispatcher.close())

  it('an e-mail webhook can be created, with a warning, and its deliveries fail and say why', async () => {
    const webhook = await dispatcher.create({ type: 'email', condition: "path('/x')", email: html })
    expect(webhook.warnings).toEqual([expect.stringContaining('PUT /webhooks/mail-server')])
    const [event] = await dispatcher.send({ path: '/x' })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    const { error } = await dispatcher.detailOf(webhook._id, entry._id)
    expect(error).toMatchObject({ stage: 'delivery', code: 'MAIL_NOT_CONFIGURED' })
  })
})

describe('the settings of the mail server', () => {
  it.each([
    { url: secret('smtp://mail.example.com'), from: undefined },
    { url: undefined, from: FROM },
  ])('keep a dispatcher from starting when one of the two is missing', async smtp => {
    await expect(openDispatcher({ smtp })).rejects.toThrow(/SMTP_(URL|FROM) is set, and SMTP_(URL|FROM) is not/)
  })
})
