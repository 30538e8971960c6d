import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CHAIN_HEADER, chainKeys, verifyChain } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher

beforeAll(async () => {
  receiver = await openReceiver((request, response) => {
    response.statusCode = request.url === '/broken' ? 500 : 200
    response.end('thanks')
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], publicUrl: new URL('/own', receiver.url).href })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const deliveredFor = (eventId: string) => receiver.received.filter(({ body }) => body.includes(eventId))

describe('a body that is nested tens of thousands of levels deep', () => {
  const DEEP = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`

  it.each([
    ['the default payload', {}],
    ['a template', { transform: { enabled: true, template: '{"id":"{{id}}","body":"{{request.body}}"}' } }],
  ])('is delivered as text in %s, and its log can be read', async (_, fields) => {
    const condition = "path('/deep') and method('POST')"
    const { _id } = await dispatcher.create({ condition, url: receiver.url, ...fields })
    const other = await dispatcher.create({
      condition: "path('/deep') and bson-request-prop-equals(key=a, value='1')",
      url: receiver.url,
    })
    const [event] = await dispatcher.send({ path: '/deep', rawBody: DEEP })
    expect(await dispatcher.entryOf(_id, event!.id)).toMatchObject({ status: 'success' })
    expect(deliveredFor(event!.id).map(({ body }) => body.includes('[[[['))).toContain(true)
    expect(await dispatcher.entryOf(other._id, event!.id)).toMatchObject({ status: 'skipped' })
    for (const id of [_id, other._id]) await dispatcher.client.request('DELETE', `/webhooks/${id}`)
  })
})

describe('an exchange that matches a webhook', () => {
  it('is delivered once, signed, and logged as success with every section', async () => {
    const webhook = await dispatcher.create({
      condition: "path('/orders') and method('POST')",
      url: receiver.url,
      headers: { authorization: 'Bearer target' },
    })
    const [event] = await dispatcher.send({ body: { sku: 'a' } })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    expect(entry).toMatchObject({
      status: 'success',
      attempt: 1,
      webhookId: webhook._id,
      summary: `POST ${receiver.url}: 200`,
    })

    const [delivery] = deliveredFor(event!.id)
    expect(deliveredFor(event!.id)).toHaveLength(1)
    expect(JSON.parse(delivery!.body)).toMatchObject({
      id: event!.id,
      service: { id: 'test' },
      timestamp: new Date(event!.at).toISOString(),
      webhook: { id: webhook._id, name: 'a webhook' },
      request: { method: 'POST', path: '/orders', query: '', body: { sku: 'a' } },
      response: { statusCode: 201, body: null },
      principal: { id: null, roles: [], via: 'none' },
    })
    const {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
      authorization,
    } = delivery!.headers
    const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64')
    expect(id).toBe(entry._id)
    expect(authorization).toBe('Bearer target')
    expect(signature).toBe(
      `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${delivery!.body}`).digest('base64')}`,
    )

    const detail = await dispatcher.detailOf(webhook._id, entry._id)
    expect(detail).toMatchObject({
      incomingRequest: { method: 'POST', path: '/orders', body: { text: '{"sku":"a"}' } },
      conditionEvaluation: { matched: true, explanation: { result: true } },
      transformation: null,
      outgoingRequest: {
        url: receiver.url,
        headers: { authorization: '[masked]', 'webhook-id': id },
        body: { text: delivery!.body },
      },
      response: { statusCode: 200, body: { text: 'thanks' } },
      error: null,
    })
    expect(JSON.stringify(detail)).not.toContain('Bearer target')
  })

  it('is logged as failed with what the target answered', async () => {
    const webhook = await dispatcher.create({
      condition: "path('/fails')",
      url: receiver.url.replace('/hook', '/broken'),
    })
    const [event] = await dispatcher.send({ path: '/fails' })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    expect(entry).toMatchObject({ status: 'failed', summary: expect.stringContaining('500') })
    const detail = await dispatcher.detailOf(webhook._id, entry._id)
    expect(detail).toMatchObject({
      response: { statusCode: 500, body: { text: 'thanks' } },
      error: { code: 'STATUS_NOT_2XX' },
    })
  })

  it('is skipped, with the reason, by a webhook whose condition does not hold', async () => {
    const webhook = await dispatcher.create({ condition: "method('POST')", url: receiver.url })
    const [event] = await dispatcher.send({ method: 'GET', path: '/skips' })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    expect(entry).toMatchObject({
      status: 'skipped',
      durationMs: 0,
      summary: expect.stringContaining('the method was GET'),
    })
    const detail = await dispatcher.detailOf(webhook._id, entry._id)
    expect(detail).toMatchObject({
      conditionEvaluation: { matched: false, explanation: { result: false } },
      outgoingRequest: null,
    })
  })

  it('is skipped as a loop by the webhook that led to it', async () => {
    const webhook = await dispatcher.create({ condition: "path('/loop')", url: receiver.url })
    const [event] = await dispatcher.send({ path: '/loop', chain: [webhook._id] })
    expect(await dispatcher.entryOf(webhook._id, event!.id)).toMatchObject({
      status: 'skipped',
      summary: expect.stringMatching(/^loop/),
    })
    expect(deliveredFor(event!.id).filter(({ body }) => body.includes(webhook._id))).toEqual([])
  })

  it('is skipped for its condition, and not as a loop, where that does not hold', async () => {
    const webhook = await dispatcher.create({ condition: "path('/loop')", url: receiver.url })
    const [event] = await dispatcher.send({ path: '/elsewhere', chain: [webhook._id] })
    const { summary } = await dispatcher.entryOf(webhook._id, event!.id)
    expect(summary).not.toMatch(/loop:/)
    expect(summary).toContain('/elsewhere')
  })

  it('is skipped after a chain of five, by a webhook whose target is the service itself and by no other', async () => {
    const condition = "path('/long')"
    const own = await dispatcher.create({ condition, url: new URL('/own/hook', receiver.url).href })
    const other = await dispatcher.create({ condition, url: receiver.url })
    const [event] = await dispatcher.send({ path: '/long', chain: ['a', 'b', 'c', 'd', 'e'] })
    expect(await dispatcher.entryOf(own._id, event!.id)).toMatchObject({
      status: 'skipped',
      summary: expect.stringMatching(/^loop/),
    })
    expect(await dispatcher.entryOf(other._id, event!.id)).toMatchObject({ status: 'success' })
  })

  it('tells the service itself, and nobody else, which webhooks led to the delivery', async () => {
    const condition = "path('/chained')"
    const own = await dispatcher.create({ condition, url: new URL('/own/hook', receiver.url).href })
    const other = await dispatcher.create({ condition, url: receiver.url })
    const [event] = await dispatcher.send({ path: '/chained', chain: ['first'] })
    await dispatcher.entryOf(own._id, event!.id)
    await dispatcher.entryOf(other._id, event!.id)
    const header = (id: string) => deliveredFor(event!.id).find(({ body }) => body.includes(id))?.headers[CHAIN_HEADER]
    const request = { method: 'POST', path: '/hook', now: dispatcher.platform.changes.storeTime() }
    const keys = chainKeys(dispatcher.platform.internalSecrets())
    expect(verifyChain(String(header(own._id)), request, keys)).toEqual(['first', own._id])
    expect(header(other._id)).toBeUndefined()
  })

  it('is delivered in the form of the template, and the log tells whether that is JSON', async () => {
    const template =
      '{"sku": "{{request.body.sku}}", "from": "{{request.headers.X-Shop}}", "at": "{{timestamp}}", "code": {{response.statusCode}}}'
    const good = await dispatcher.create({
      condition: "path('/shaped')",
      url: receiver.url,
      transform: { enabled: true, template },
    })
    const bad = await dispatcher.create({
      condition: "path('/shaped')",
      url: receiver.url,
      transform: { enabled: true, template: 'id {{id}}' },
    })
    const [event] = await dispatcher.send({
      path: '/shaped',
      body: { sku: 'say "hi"' },
      headers: [['x-shop', 'north']],
    })
    const entry = await dispatcher.entryOf(good._id, event!.id)
    const detail = await dispatcher.detailOf(good._id, entry._id)
    expect(JSON.parse(detail.transformation?.output ?? '')).toEqual({
      sku: 'say "hi"',
      from: 'north',
      at: new Date(event!.at).toISOString(),
      code: 201,
    })
    expect(detail.transformation).toMatchObject({ validJson: true, input: { request: { path: '/shaped' } } })
    const other = await dispatcher.entryOf(bad._id, event!.id)
    const flagged = await dispatcher.detailOf(bad._id, other._id)
    expect(flagged).toMatchObject({
      status: 'success',
      transformation: { validJson: false, output: `id ${event!.id}` },
    })
  })

  it('makes no second entry and no second delivery when the event comes again', async () => {
    const webhook = await dispatcher.create({ condition: "path('/again')", url: receiver.url })
    const [event] = await dispatcher.send({ path: '/again' })
    await dispatcher.entryOf(webhook._id, event!.id)
    await dispatcher.send({ path: '/again', id: event!.id, webhooksSequence: event!.webhooksSequence })
    const [last] = await dispatcher.send({ path: '/again' })
    await dispatcher.entryOf(webhook._id, last!.id)
    expect(deliveredFor(event!.id).filter(({ body }) => body.includes(webhook._id))).toHaveLength(1)
    const { items } = await dispatcher.logOf(webhook._id, '?status=success')
    expect(items.map(item => item.eventId).sort()).toEqual([event!.id, last!.id].sort())
  })

  it('is judged by the webhooks of its sequence, however late it comes', async () => {
    const webhook = await dispatcher.create({ condition: "path('/before')", url: receiver.url })
    const sequence = dispatcher.platform.changes.positions().webhooks
    await dispatcher.client.request('PATCH', `/webhooks/${webhook._id}`, { body: { condition: "path('/after')" } })
    const [early] = await dispatcher.send({ path: '/before', webhooksSequence: sequence })
    const [late] = await dispatcher.send({ path: '/before' })
    expect(await dispatcher.entryOf(webhook._id, early!.id)).toMatchObject({ status: 'success' })
    expect(await dispatcher.entryOf(webhook._id, late!.id)).toMatchObject({ status: 'skipped' })
    const before = await dispatcher.send({ path: '/before', webhooksSequence: (sequence ?? 1) - 1 })
    await dispatcher.send({ path: '/after' })
    const { items } = await dispatcher.logOf(webhook._id)
    expect(items.map(item => item.eventId)).not.toContain(before[0]!.id)
  })
})

describe('an event that can not be read', () => {
  it('is set aside with its reason, and what follows is handled', async () => {
    const webhook = await dispatcher.create({ condition: "path('/poison')", url: receiver.url })
    await dispatcher.platform.bus.send('exchange.completed.v1', [
      { key: 'poison', value: Buffer.from('no event'), headers: { huge: 'x'.repeat(100_000) } },
    ])
    const [event] = await dispatcher.send({ path: '/poison' })
    await dispatcher.entryOf(webhook._id, event!.id)
    const quarantine = dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookQuarantine' })
    const [row] = await eventually(async () => {
      const rows = await quarantine.find({ key: 'poison' })
      return rows.length > 0 && rows
    })
    const headers = [['huge', 'x'.repeat(500)]]
    expect(row).toMatchObject({ reason: expect.stringMatching(/frame/), bytes: 8, headers })
  })

  it('is kept for an upgraded dispatcher when it is of a newer major version, and holds up no other', async () => {
    const webhook = await dispatcher.create({ condition: "path('/newer')", url: receiver.url })
    const metadata = Buffer.from(JSON.stringify({ schemaVersion: 2 }))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(metadata.length)
    const value = Buffer.concat([length, metadata])
    await dispatcher.platform.bus.send('exchange.completed.v1', [{ key: 'newer', value, headers: {} }])
    const [event] = await dispatcher.send({ path: '/newer' })
    expect(await dispatcher.entryOf(webhook._id, event!.id)).toMatchObject({ status: 'success' })
    const quarantine = dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookQuarantine' })
    expect(await quarantine.find({ key: 'newer' })).toEqual([])
  })
})

describe('while the plugin is off', () => {
  it('nothing is sent: what matched is logged as skipped', async () => {
    const webhook = await dispatcher.create({ condition: "path('/off')", url: receiver.url })
    await dispatcher.setPlugin('disabled')
    const [event] = await dispatcher.send({ path: '/off' })
    const entry = await dispatcher.entryOf(webhook._id, event!.id)
    await dispatcher.setPlugin('enabled')
    expect(entry).toMatchObject({ status: 'skipped', summary: expect.stringContaining('switched off') })
    expect(deliveredFor(event!.id)).toEqual([])
  })
})
