import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventDetail, webhookId } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { collectionsOf } from '../src/adapters/collections.ts'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { toEventRow, toExecutionRow } from '../src/domain/execution/execution.ts'
import { resultWithoutSend } from '../src/domain/execution/execution-result.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { type SampleExchange, sampleExchange } from '../src/testing/sample-exchange.ts'
import { sampleVersion } from '../src/testing/sample-version.ts'

const DAY_MS = 24 * 3_600_000
const claim = { by: 'somebody', until: Date.now() + 60_000 }
const failure = resultWithoutSend('failed', 1, { stage: 'connect', code: 'CONNECTION_REFUSED', message: 'No.' })
const success = { ...failure, status: 'success', error: null } as const

await describeOnStores('one event', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  /** Answers of the target that it has not given yet. */
  const held: (() => void)[] = []

  beforeAll(async () => {
    receiver = await openReceiver((_, response, body) => {
      if (body.includes('/slow')) held.push(() => response.end())
      else response.end()
    })
    dispatcher = await openDispatcher({
      allowCidrs: [receiver.cidr],
      store: await openStore(),
      retentionDays: 30,
      failedRetentionDays: 90,
    })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const call = (target: string) => dispatcher.client.request('GET', target)
  async function detail(id: string) {
    const { status, json } = await call(`/events/${id}`)
    expect({ status, json }).toMatchObject({ status: 200 })
    return eventDetail.parse(json)
  }
  const outcomes = async (id: string) =>
    Object.fromEntries((await detail(id)).webhooks.map(({ webhookId, status }) => [webhookId, status]))
  const create = async (name: string, condition: string, fields = {}) =>
    (await dispatcher.create({ name, condition, url: receiver.url, ...fields }))._id
  async function sendOne(sample: SampleExchange): Promise<string> {
    const [event] = await dispatcher.send(sample)
    const id = String(event?.id)
    await eventually(async () => (await call(`/events/${id}`)).status === 200)
    return id
  }

  describe('GET /events/<id>', () => {
    it('200: the exchange, and what each webhook did about it, those that matched first', async () => {
      const fired = await create('fired', "path('/told')")
      const skipped = await create('skipped', "path('/told') and method('DELETE')")
      await create('off', "path('/told')", { enabled: false })
      const id = await sendOne({ path: '/told', body: { a: 1 }, user: 'amelia', via: 'key', permission: 'sales' })
      await dispatcher.entryOf(fired, id)
      expect(await detail(id.toUpperCase())).toMatchObject({
        _id: id,
        outcome: 'completed',
        aborted: false,
        user: 'amelia',
        via: 'key',
        permission: 'sales',
        incomingRequest: { method: 'POST', path: '/told', body: { text: '{"a":1}' } },
        incomingResponse: { statusCode: 201 },
        webhooks: [
          { webhookId: fired, name: 'fired', status: 'success', entries: [{ status: 'success', eventId: id }] },
          {
            webhookId: skipped,
            name: 'skipped',
            status: 'skipped',
            summary: expect.stringContaining("method('DELETE')"),
            entries: [{ status: 'skipped', attempt: 0 }],
          },
        ],
      })
      expect(await outcomes(id)).toEqual({ [fired]: 'success', [skipped]: 'skipped' })
    })

    it('200: by the webhooks of then: not one that was made since; one that was changed, renamed or deleted since', async () => {
      const changed = await create('changed', "path('/then')")
      const gone = await create('gone', "path('/then')")
      const missed = await create('missed', "path('/elsewhere')")
      const id = await sendOne({ path: '/then' })
      await Promise.all([changed, gone].map(webhook => dispatcher.entryOf(webhook, id)))
      const later = await create('later', "path('/then')")
      const change = { name: 'renamed', condition: "path('/now')" }
      await dispatcher.client.request('PATCH', `/webhooks/${changed}`, { body: change })
      await dispatcher.client.request('DELETE', `/webhooks/${gone}`)
      await dispatcher.client.request('DELETE', `/webhooks/${missed}`)
      const { webhooks } = await detail(id)
      const told = new Map(webhooks.map(each => [each.webhookId, each]))
      expect(told.get(changed)).toMatchObject({ name: 'renamed', status: 'success' })
      expect(told.get(gone)).toMatchObject({ name: 'gone', status: 'success' })
      expect(told.get(missed)).toMatchObject({ name: 'missed', status: 'skipped' })
      expect(told.has(later)).toBe(false)
    })

    it('200: the same from a dispatcher that has not heard of the webhooks yet', async () => {
      const store = { ...dispatcher.platform.store, close: async () => {} }
      const behind = await openDispatcher({ store, claimant: 'behind', pollMs: 3_600_000, failedRetentionDays: 90 })
      try {
        const webhook = await create('changed twice', "path('/before')")
        await behind.platform.changes.catchUp({ webhooks: dispatcher.platform.changes.positions().webhooks })
        const changes = { body: { condition: "path('/behind')", name: 'is behind' } }
        await dispatcher.client.request('PATCH', `/webhooks/${webhook}`, changes)
        const fresh = await create('fresh', "path('/before')")
        const id = await sendOne({ path: '/behind' })
        await dispatcher.entryOf(webhook, id)
        const { json } = await behind.client.request('GET', `/events/${id}`)
        const told = new Map(eventDetail.parse(json).webhooks.map(each => [each.webhookId, each.status]))
        expect([told.get(webhook), told.get(fresh)]).toEqual(['success', 'skipped'])
      } finally {
        await behind.close()
      }
    })

    it('200: pending while a delivery is under way; a redelivery stands before what it repeats', async () => {
      const webhook = await create('slow', "path('/slow')")
      const id = await sendOne({ path: '/slow' })
      await eventually(() => held.length === 1)
      const [pending] = (await detail(id)).webhooks
      expect(pending).toMatchObject({ webhookId: webhook, status: 'pending', entries: [{ status: 'pending' }] })
      for (const answer of held.splice(0)) answer()
      const { _id } = await dispatcher.entryOf(webhook, id)
      const again = await dispatcher.client.request('POST', `/webhooks/${webhook}/logs/${_id}/redeliver`, { body: {} })
      expect(again.status).toBe(201)
      await eventually(() => held.length === 1)
      const [repeated] = (await detail(id)).webhooks
      expect(repeated).toMatchObject({
        status: 'pending',
        entries: [{ redeliveryOf: _id }, { _id, status: 'success' }],
      })
      for (const answer of held.splice(0)) answer()
      await eventually(async () => (await outcomes(id))[webhook] === 'success')
    })

    it('200: pending for what is stored before its execution', async () => {
      const exchange = sampleExchange({ path: '/early' })
      const log = documentLogStore(dispatcher.platform)
      await log.open(toEventRow(exchange, [sampleVersion]), [])
      const [pending] = (await detail(exchange.event.id)).webhooks
      expect(pending).toEqual({
        webhookId: sampleVersion.webhook._id,
        name: null,
        status: 'pending',
        summary: 'The delivery has not begun yet.',
        entries: [],
      })
    })

    it('200: without what was cleared from the log of a webhook', async () => {
      const webhook = await create('cleared', "path('/cleared')")
      const id = await sendOne({ path: '/cleared' })
      await dispatcher.entryOf(webhook, id)
      expect((await dispatcher.client.request('DELETE', `/webhooks/${webhook}/logs`)).status).toBe(204)
      expect(await outcomes(id)).not.toHaveProperty(webhook)
    })

    it('200: of what is kept for longer because it has failed, only that', async () => {
      const log = documentLogStore(dispatcher.platform)
      const old = { id: v7({ msecs: Date.now() - 40 * DAY_MS }), webhooksSequence: 1 }
      const exchange = sampleExchange({ ...old, path: '/old' })
      const other = { ...sampleVersion, webhook: { ...sampleVersion.webhook, _id: webhookId.parse('other') } }
      const versions = [sampleVersion, other]
      const rows = versions.map(version => toExecutionRow(exchange, version, claim))
      const opened = await log.open(toEventRow(exchange, versions), rows)
      await Promise.all(opened.map(({ row }, at) => log.finish(row, at === 0 ? failure : success, [])))
      expect(await outcomes(exchange.event.id)).toEqual({ [sampleVersion.webhook._id]: 'failed' })
      await log.forgetDaysBefore(new Date(Date.now() - 30 * DAY_MS), new Date(Date.now() - 90 * DAY_MS))
      // What is moved is seen after a second.
      await eventually(async () => {
        const { status, json } = await call(`/events/${exchange.event.id}`)
        const told = status === 200 ? eventDetail.parse(json).webhooks : []
        return told.length === 1 && told[0]?.status === 'failed'
      })
    })

    it('200: of more than 500 webhooks, those that matched and others, and says that there are more', async () => {
      const webhook = await create('among many', "path('/many')")
      const { store, db } = dispatcher.platform
      const versions = store.collection(collectionsOf(db).versions)
      const many = Array.from({ length: 510 }, (_, index) => ({
        _id: `many-${index}.1`,
        webhookId: `many-${index}`,
        from: 1,
        until: null,
        endedAt: null,
        webhook: { ...sampleVersion.webhook, _id: `many-${index}`, condition: "equals(@request.body.a, 'b')" },
      }))
      await versions.insertMany(many)
      const id = await sendOne({ path: '/many', body: { a: 'x'.repeat(60_000) } })
      await dispatcher.entryOf(webhook, id)
      const { webhooks, more } = await detail(id)
      expect([webhooks.length, more, webhooks[0]?.webhookId]).toEqual([500, true, webhook])
      await versions.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } })
    })

    it.each(['nothing', v7(), '00000000-0000-4000-8000-000000000000', 'a%252Fb', 'a%25b', 'tail%20', '%E0%B8%81'])(
      '404: %s, which is no event',
      async id => expect(await call(`/events/${id}`)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } }),
    )
  })

  it('that lies on partitions of two dispatchers is delivered once and has one entry, whichever copy comes when', async () => {
    const store = { ...dispatcher.platform.store, close: async () => {} }
    const second = await openDispatcher({ store, claimant: 'second', allowCidrs: [receiver.cidr] })
    try {
      const twice = await create('twice', "path('/slow/twice')")
      const behind = await create('behind', "path('/behind/twice')")
      await second.platform.changes.catchUp({ webhooks: dispatcher.platform.changes.positions().webhooks })
      const [event] = await dispatcher.send({ path: '/slow/twice' })
      if (!event) throw new RangeError('nothing was sent')
      const { id, webhooksSequence } = event
      /** Resolves when a dispatcher has been handed a copy, and has delivered what came behind it. */
      const handCopy = async (to: TestDispatcher) => {
        const [, next] = await to.send(
          { path: '/slow/twice', id, webhooksSequence },
          { path: '/behind/twice', webhooksSequence },
        )
        if (next) await dispatcher.entryOf(behind, next.id)
      }
      await eventually(() => held.length === 1)
      await handCopy(second)
      for (const answer of held.splice(0)) answer()
      const { attempt } = await dispatcher.entryOf(twice, id)
      await Promise.all([handCopy(second), handCopy(dispatcher)])
      await second.stop()
      expect(attempt).toBe(1)
      expect(receiver.received.filter(({ body }) => body.includes('/slow/twice'))).toHaveLength(1)
      expect((await dispatcher.logOf(twice, '?status=success')).items.map(entry => entry.eventId)).toEqual([id])
    } finally {
      await second.close()
    }
  })
})
