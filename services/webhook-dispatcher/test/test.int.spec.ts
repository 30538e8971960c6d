import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type WebhookTest, webhookTest } from '@sluice/contracts'
import { secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { v7 } from 'uuid'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let mailReceiver: MailReceiver
let dispatcher: TestDispatcher
const held: (() => void)[] = []

beforeAll(async () => {
  receiver = await openReceiver((request, response) => {
    if (request.url === '/held') return void held.push(() => response.end('late'))
    response.statusCode = request.url === '/broken' ? 500 : 200
    response.end('thanks')
  })
  mailReceiver = await openMailReceiver()
  dispatcher = await openDispatcher({
    allowCidrs: [receiver.cidr, '127.0.0.1/32:9'],
    smtp: { url: secret(mailReceiver.url), from: 'sluice@example.com' },
    emailDailyAllowance: 3,
  })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
  await mailReceiver.close()
})

const post = (target: string, body?: unknown) => dispatcher.client.request('POST', target, { body })
const unsaved = (change: object = {}) => ({
  name: 'orders',
  condition: "path('/orders') and method('PUT')",
  url: receiver.url,
  ...change,
})
async function tested(answer: Promise<{ json: unknown }>): Promise<WebhookTest> {
  return webhookTest.parse((await answer).json)
}
const problem = (answer: { status: number; json: unknown }) => ({ status: answer.status, ...(answer.json as object) })

describe('POST /webhooks/test', () => {
  it('200: what was sent, what came back and how long each stage took, of a sample that fits the condition', async () => {
    const headers = { authorization: 'Bearer target', 'x-tenant-id': '7' }
    const answer = await post('/webhooks/test', unsaved({ headers, enabled: false }))
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('Bearer target')
    const test = webhookTest.parse(answer.json)
    const sent = receiver.received.at(-1)
    expect(test).toMatchObject({
      ok: true,
      request: {
        type: 'http',
        url: receiver.url,
        headers: {
          authorization: '[masked]',
          'x-tenant-id': '7',
          'webhook-signature': sent?.headers['webhook-signature'],
        },
        body: { text: sent?.body },
      },
      response: { statusCode: 200, body: { text: 'thanks' } },
      error: null,
      exchange: { kind: 'sample', method: 'PUT', path: '/orders', statusCode: 200, matched: true },
    })
    expect(sent?.headers.authorization).toBe('Bearer target')
    const { renderMs, dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = test.timings
    expect({ dnsMs, tlsMs }).toEqual({ dnsMs: null, tlsMs: null })
    for (const stage of [renderMs, connectMs, firstByteMs]) {
      expect(stage).toBeGreaterThanOrEqual(0)
      expect(stage).toBeLessThanOrEqual(totalMs)
    }
  })

  it('200: a target that refuses is an answer too, with its stage', async () => {
    const broken = await tested(post('/webhooks/test', unsaved({ url: receiver.url.replace('/hook', '/broken') })))
    expect(broken).toMatchObject({ ok: false, response: { statusCode: 500 }, error: { code: 'STATUS_NOT_2XX' } })
    const closed = await tested(post('/webhooks/test', unsaved({ url: 'http://127.0.0.1:9/' })))
    expect(closed).toMatchObject({
      ok: false,
      request: { url: 'http://127.0.0.1:9/' },
      response: null,
      error: { stage: 'connect', code: 'CONNECTION_REFUSED' },
      timings: { connectMs: null, firstByteMs: null },
    })
  })

  it('200: a name that leads nowhere, or inwards, is refused as a delivery is, with the time of the look-up', async () => {
    const test = await tested(post('/webhooks/test', unsaved({ url: 'https://no-such-name.invalid/' })))
    expect(test).toMatchObject({ ok: false, error: { stage: 'dns' }, timings: { connectMs: null, tlsMs: null } })
    expect(test.timings.dnsMs).toBeGreaterThanOrEqual(0)
  })

  it('200: a template that fails has sent nothing', async () => {
    const bomb = '{{#request.body.list}}{{{request.body}}}{{/request.body.list}}'
    const [event] = await dispatcher.send({
      path: '/bomb',
      body: { list: Array.from({ length: 3000 }, () => 'x'.repeat(10)) },
    })
    await eventually(
      async () =>
        (await dispatcher.client.request('POST', '/webhooks/test', { body: unsaved({ event: event!.id }) })).status ===
        200,
    )
    const transform = { enabled: true, template: bomb }
    const test = await tested(post('/webhooks/test', unsaved({ event: event!.id, transform })))
    expect(test).toMatchObject({ ok: false, request: null, response: null, error: { code: 'TEMPLATE_FAILED' } })
  })

  it('200: a mail counts towards the allowance, and is refused when that is used up', async () => {
    const email = {
      to: ['a@example.com', 'b@example.com'],
      subject: 'S',
      bodyType: 'html',
      bodyTemplate: '<p>{{id}}</p>',
    }
    const document = { name: 'mails', condition: 'true', type: 'email', email }
    expect(await tested(post('/webhooks/test', document))).toMatchObject({
      ok: true,
      request: { type: 'email', to: email.to },
      response: { statusCode: 250 },
    })
    expect(mailReceiver.mails).toHaveLength(1)
    const allowance = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    expect(allowance.json).toMatchObject({ used: 2, left: 1 })
    expect(await tested(post('/webhooks/test', document))).toMatchObject({
      ok: false,
      error: { code: 'MAIL_ALLOWANCE_REACHED' },
    })
    expect(mailReceiver.mails).toHaveLength(1)
  })

  it.each<[string, object, object]>([
    ['an inner url', { url: 'http://127.0.0.1:1/' }, { path: 'url' }],
    ['a condition that does not parse', { condition: 'nope' }, { path: 'condition', line: 1, column: 1 }],
    ['a field that is not known', { events: 'x' }, { path: 'events' }],
    ['an event that is no id', { event: 'x' }, { path: 'event' }],
  ])('400: names %s, and nothing is sent', async (_, change, error) => {
    const before = receiver.received.length
    const answer = await post('/webhooks/test', unsaved(change))
    expect(problem(answer)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: [error] })
    expect(receiver.received).toHaveLength(before)
  })

  it('403: while the plugin is off', async () => {
    await dispatcher.setPlugin('disabled')
    const answer = await post('/webhooks/test', unsaved())
    await dispatcher.setPlugin('enabled')
    expect(problem(answer)).toMatchObject({ status: 403, code: 'WEBHOOKS_PLUGIN_DISABLED' })
  })

  it('404: an event that is not kept, by its field', async () => {
    const answer = await post('/webhooks/test', unsaved({ event: v7() }))
    expect(problem(answer)).toMatchObject({ status: 404, code: 'NOT_FOUND', errors: [{ path: 'event' }] })
  })

  it('503: when ten are under way, and not any more when one has ended', async () => {
    const document = unsaved({ url: receiver.url.replace('/hook', '/held') })
    const running = Array.from({ length: 10 }, () => post('/webhooks/test', document))
    await eventually(async () => held.length === 10)
    const answer = await post('/webhooks/test', unsaved())
    for (const release of held.splice(0)) release()
    expect(problem(answer)).toMatchObject({ status: 503, code: 'OVERLOADED' })
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await post('/webhooks/test', unsaved())).status).toBe(200)
  })
})

describe('POST /webhooks/<id>/test', () => {
  it('200: of one that is disabled, by an event that was kept, signed, and never in the log', async () => {
    const webhook = await dispatcher.create({ condition: "path('/kept')", url: receiver.url, enabled: false })
    const [event] = await dispatcher.send({ path: '/kept', body: { sku: 'a' } })
    // Its bodies are kept beside it, and may come a moment later.
    const { test, sent } = await eventually(async () => {
      const answer = await post(`/webhooks/${webhook._id}/test`, { event: event!.id })
      if (answer.status !== 200) return false
      const last = receiver.received.at(-1)!
      return JSON.parse(last.body).request.body !== null && { test: webhookTest.parse(answer.json), sent: last }
    })
    expect(test).toMatchObject({ ok: true, exchange: { kind: 'event', eventId: event!.id, matched: true } })
    expect(JSON.parse(sent.body)).toMatchObject({ id: event!.id, request: { body: { sku: 'a' } } })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = sent.headers
    const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${sent.body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    // The event itself was missed, as the webhook is off; the test of it is no entry.
    expect((await dispatcher.logOf(webhook._id)).items.map(({ reason }) => reason)).toEqual(['disabled'])
  })

  it('200: without a body, and with a delivery id of its own each time', async () => {
    const webhook = await dispatcher.create({ condition: "path('/x')", url: receiver.url })
    await tested(post(`/webhooks/${webhook._id}/test`))
    await tested(post(`/webhooks/${webhook._id}/test`, {}))
    const [first, second] = receiver.received.slice(-2)
    expect(first?.headers['webhook-id']).not.toBe(second?.headers['webhook-id'])
  })

  it('403: while the plugin is off', async () => {
    const webhook = await dispatcher.create({ condition: 'true', url: receiver.url })
    await dispatcher.setPlugin('disabled')
    const answer = await post(`/webhooks/${webhook._id}/test`)
    await dispatcher.setPlugin('enabled')
    expect(problem(answer)).toMatchObject({ status: 403, code: 'WEBHOOKS_PLUGIN_DISABLED' })
  })

  it('404: an id that is not there', async () => {
    expect((await post('/webhooks/nothing/test')).status).toBe(404)
  })
})
