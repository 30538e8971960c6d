import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { encodeExchange } from '@sluice/contracts'
import { secret } from '@sluice/service-kit'
import { eventually } from '@sluice/testkit'
import { type MailReceiver, openMailReceiver } from '@sluice/testkit/mail'
import { describeOnStores } from '@sluice/testkit/stores'
import { z } from 'zod'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { sampleExchange, TOPIC } from '../src/testing/sample-exchange.ts'

const told = z.object({
  occurrence: z.string(),
  request: z.object({
    path: z.string(),
    body: z.looseObject({
      occurrence: z.string(),
      text: z.string(),
      webhook: z.object({ _id: z.string(), name: z.string() }),
      figures: z.object({ failures: z.int() }),
      firstEntry: z.object({ _id: z.string() }).nullable(),
      lastEntry: z.object({ _id: z.string(), statusCode: z.int().nullable(), error: z.string().nullable() }).nullable(),
    }),
  }),
  response: z.null(),
})

await describeOnStores('what is told of webhooks', openStore => {
  let receiver: TestReceiver
  let first: TestDispatcher
  let second: TestDispatcher
  let isDown = true

  beforeAll(async () => {
    receiver = await openReceiver((request, response) => {
      response.statusCode = request.headers['x-for'] === 'target' && isDown ? 503 : 204
      response.end()
    })
    const settings = { allowCidrs: [receiver.cidr], toldAfterMs: 0, occurrencesEveryMs: 100 }
    first = await openDispatcher({ ...settings, claimant: 'first', store: await openStore() })
    const store = { ...first.platform.store, close: async () => {} }
    second = await openDispatcher({ ...settings, claimant: 'second', store })
  }, 60_000)
  afterAll(async () => {
    await second.close()
    await first.close()
    await receiver.close()
  })

  const to = (name: string) => ({ url: receiver.url, headers: { 'X-For': name } })
  /** What those with this header were told, by name and webhook. */
  const heardBy = (name: string) =>
    receiver.received.filter(({ headers }) => headers['x-for'] === name).map(({ body }) => told.parse(JSON.parse(body)))
  const namesHeardBy = (name: string) => heardBy(name).map(({ occurrence }) => occurrence)
  const as = (id: string, rules?: object) => ({
    user: { id, roles: ['team'] },
    permission: { id: `of ${id}`, rules: rules ?? {} },
  })

  describe('of one that fails', () => {
    let target: string
    let entry: string

    beforeAll(async () => {
      target = (await first.create({ ...to('target'), name: 'target of red', condition: "path('/orders')" }))._id
      await first.create({ ...to('all'), condition: "sluice('webhook.*')" })
      await first.create({ ...to('itself'), condition: "sluice('webhook.recovered') or method('DELETE')" })
      await first.create({ ...to('requests'), condition: "true or not path('/x')" })
      const red = { readFilter: { name: { $regex: 'of red$' } } }
      const blue = { readFilter: { name: { $regex: 'of blue$' } } }
      for (const [user, rules] of [
        ['red', red],
        ['blue', blue],
        ['shown-less', { projectResponse: { name: 0 } }],
      ] as const) {
        const body = { name: `hears of ${user}`, ...to(user), condition: "sluice('*')" }
        const { status } = await first.client.request('POST', '/webhooks', { body, ...as(user, rules) })
        expect(status).toBe(201)
      }
      const [event] = await first.send({ path: '/orders' })
      entry = (await first.entryOf(target, String(event?.id)))._id
      await eventually(() => heardBy('all').length > 0, { timeoutMs: 20_000 })
    }, 60_000)

    it('is one message by two dispatchers, with the figures and the entries, and a field that no request has', () => {
      const [message, ...others] = heardBy('all')
      expect(others).toEqual([])
      expect(message).toMatchObject({
        occurrence: 'webhook.failing',
        request: {
          path: '/_sluice/webhook.failing',
          body: {
            webhook: { _id: target, name: 'target of red' },
            figures: { failures: 1 },
            firstEntry: { _id: entry },
            lastEntry: { _id: entry, statusCode: 503, error: 'STATUS_NOT_2XX' },
          },
        },
      })
    })

    it('is heard by those alone whose writers may read the webhook', async () => {
      await eventually(() => heardBy('red').length === 1)
      expect([...heardBy('blue'), ...heardBy('shown-less'), ...heardBy('itself')]).toEqual([])
    })

    it('is no request: conditions on requests hear nothing, and no log of theirs has a line of it', async () => {
      expect(receiver.received.filter(({ headers }) => headers['x-for'] === 'requests')).toHaveLength(1)
      const { items } = await first.logOf(target)
      expect(items.map(({ summary }) => summary)).toEqual([expect.stringContaining('503')])
    })

    it('tells once that it has recovered', async () => {
      isDown = false
      const [event] = await first.send({ path: '/orders' })
      await first.entryOf(target, String(event?.id))
      await eventually(() => namesHeardBy('all').includes('webhook.recovered'), { timeoutMs: 20_000 })
      expect(namesHeardBy('all')).toEqual(['webhook.failing', 'webhook.recovered'])
      await eventually(() => namesHeardBy('itself').length === 1 && namesHeardBy('red').length === 2)
    })
  })

  it('can be forged by nobody: neither a request to such a path nor what the bus brings is an occurrence', async () => {
    const before = receiver.received.length
    const forged = sampleExchange({ path: '/_sluice/key.leaked' })
    const webhooks = z.array(z.object({ _id: z.string() })).parse((await first.client.request('GET', '/webhooks')).json)
    const occurrence = { name: 'key.leaked', audience: webhooks.map(({ _id }) => _id) }
    const webhooksSequence = first.platform.changes.positions().webhooks ?? 0
    const event = { ...forged.event, webhooksSequence, occurrence }
    await first.platform.bus.send(TOPIC, [{ key: event.id, value: encodeExchange({ ...forged, event }), headers: {} }])
    await eventually(() => receiver.received.length > before)
    const made = receiver.received.slice(before)
    expect(made.map(({ headers }) => headers['x-for'])).toEqual(['requests'])
    expect(JSON.parse(made[0]?.body ?? '')).not.toHaveProperty('occurrence')
  })

  it('400: a condition that names no occurrence, with its place', async () => {
    const body = { name: 'wrong', url: receiver.url, condition: "path('/a')\nand sluice('webhook.fails')" }
    const { status, json } = await first.client.request('POST', '/webhooks', { body })
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'condition', line: 2, column: 12 }] },
    })
  })

  it.each(['_id', 'name', 'type', 'enabled', 'disableAfter', 'autoDisabled', 'heldBack', 'health', 'health.since'])(
    'is told to nobody whose permission hides %s of webhooks, as it would show that',
    async field => {
      const body = { name: `without ${field}`, ...to('hidden'), condition: "sluice('*')" }
      const hiding = as('hidden', { projectResponse: { [field]: 0 } })
      expect((await first.client.request('POST', '/webhooks', { body, ...hiding })).status).toBe(201)
      const stored = await first.platform.store
        .collection({ db: 'sluice', collection: 'webhooks' })
        .findOne({ name: body.name })
      expect(stored?.hearing).toMatchObject({ among: ['{"_id":{"$in":[]}}'] })
    },
  )

  it('gives nobody more by a change of somebody else: a webhook hears what all may read who have written it', async () => {
    const made = await first.create({ ...to('shared'), condition: "sluice('*')" })
    const change = { body: { timeout_ms: 2000 }, ...as('blue', { readFilter: { name: { $regex: 'of blue$' } } }) }
    await first.client.request('PATCH', `/webhooks/${made._id}`, { body: { name: 'a webhook of blue' } })
    expect((await first.client.request('PATCH', `/webhooks/${made._id}`, change)).status).toBe(200)
    expect((await first.client.request('PATCH', `/webhooks/${made._id}`, { body: { timeout_ms: 3000 } })).status).toBe(
      200,
    )
    const stored = await first.platform.store
      .collection({ db: 'sluice', collection: 'webhooks' })
      .findOne({ _id: made._id })
    expect(stored?.hearing).toMatchObject({ user: null, among: [expect.stringContaining('of blue')] })
    const shown = (await first.client.request('GET', `/webhooks/${made._id}`)).text
    expect(shown).not.toContain('hearing')
  })
})

await describeOnStores('the contacts of a webhook', openStore => {
  let mail: MailReceiver
  let receiver: TestReceiver
  let dispatcher: TestDispatcher

  beforeAll(async () => {
    mail = await openMailReceiver()
    receiver = await openReceiver((_, response) => {
      response.statusCode = 503
      response.end()
    })
    dispatcher = await openDispatcher({
      allowCidrs: [receiver.cidr],
      smtp: { url: secret(mail.url), from: 'sluice@example.org' },
      emailDailyAllowance: 0,
      contactDailyAllowance: 2,
      toldAfterMs: 0,
      occurrencesEveryMs: 100,
      store: await openStore(),
    })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
    await mail.close()
  })

  it('are mailed, outside of the allowance of webhooks and within their own', async () => {
    const contact = ['ann@example.com', 'bob@example.com']
    const condition = "path('/orders')"
    const secretUrl = `${receiver.url}/part-that-is-secret`
    const first = await dispatcher.create({ name: 'First one', url: secretUrl, condition, contact })
    const [event] = await dispatcher.send({ path: '/orders' })
    const entry = await dispatcher.entryOf(first._id, String(event?.id))
    await eventually(() => mail.mails.length === 1, { timeoutMs: 20_000 })
    expect(mail.mails[0]).toMatchObject({ recipients: contact })
    const text = JSON.stringify(mail.mails[0])
    expect(text).toContain(entry._id)
    expect(text).not.toContain('part-that-is-secret')

    const second = await dispatcher.create({
      url: receiver.url,
      condition: "path('/others')",
      contact: ['cy@example.com'],
    })
    const [other] = await dispatcher.send({ path: '/others' })
    await dispatcher.entryOf(second._id, String(other?.id))
    const subjects = dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookOccurrences' })
    const told = { _id: `webhook/${second._id}`, state: 'failing', owing: null }
    await eventually(async () => (await subjects.count(told)) === 1, { timeoutMs: 20_000 })
    expect(mail.mails).toHaveLength(1)
    const allowance = await dispatcher.client.request('GET', '/webhooks/mail-allowance')
    expect(allowance.json).toMatchObject({ limit: 0, used: 0 })
  })
})
