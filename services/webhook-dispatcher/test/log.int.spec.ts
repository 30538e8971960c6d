import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { documentLogStore } from '../src/adapters/log/document-log-store.ts'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher

beforeAll(async () => {
  receiver = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

describe('the log of a webhook', () => {
  it('has one entry for every event, newest first, over pages and days', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/odd')", url: receiver.url })
    // The webhook counts from its creation: these events are of just after it, on both sides of no boundary in particular.
    const start = Date.now()
    const sent = await dispatcher.send(
      ...Array.from({ length: 130 }, (_, n) => ({
        id: v7({ msecs: start + n * 50 }),
        path: n % 2 === 1 ? '/odd' : '/even',
      })),
    )
    const all = await eventually(async () => {
      const entries = await readAll(_id)
      return entries.length === 130 && entries.every(({ status }) => status !== 'pending') && entries
    })
    expect(all.map(({ eventId }) => eventId)).toEqual(
      sent
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    expect(new Set(all.map(entry => entry._id)).size).toBe(130)
    expect(all.filter(({ status }) => status === 'success')).toHaveLength(65)
    expect(all.filter(({ status }) => status === 'skipped')).toHaveLength(65)

    expect(await readAll(_id, 'status=skipped')).toHaveLength(65)
    expect(await readAll(_id, 'status=success&q=post /ODD')).toHaveLength(65)
    expect(await readAll(_id, 'q=nothing like it')).toEqual([])
    expect(await readAll(_id, `from=${start + 60 * 50}&to=${new Date(start + 70 * 50).toISOString()}`)).toHaveLength(10)
  })

  async function readAll(webhookId: string, query = '') {
    const entries = []
    for (let cursor = ''; ; ) {
      const parameters = new URLSearchParams(query)
      if (cursor) parameters.set('cursor', cursor)
      const page = await dispatcher.logOf(webhookId, `?${parameters}`)
      entries.push(...page.items)
      expect(page.items.length).toBeLessThanOrEqual(50)
      if (page.next === null) return entries
      cursor = page.next
    }
  }

  it('says nothing about events from before the webhook was there, and of one from while it was disabled that it was', async () => {
    await dispatcher.send({ path: '/x' })
    const { _id } = await dispatcher.create({ condition: "path('/x')", url: receiver.url })
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { enabled: false } })
    const [missed] = await dispatcher.send({ path: '/x' })
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { enabled: true } })
    const [last] = await dispatcher.send({ path: '/x' })
    expect(await dispatcher.entryOf(_id, last!.id)).toMatchObject({ status: 'success' })
    expect(await dispatcher.entryOf(_id, missed!.id)).toMatchObject({ status: 'skipped', reason: 'disabled' })
    const { items } = await dispatcher.logOf(_id)
    expect(items.map(({ eventId }) => eventId)).toEqual([last!.id, missed!.id])
  })

  it('says in a line why an event was skipped as it does in the whole entry, also by what the body holds', async () => {
    const condition = "path('/vip') and bson-request-prop-equals(key=vip, value='true')"
    const { _id } = await dispatcher.create({ condition, url: receiver.url })
    const [sent] = await dispatcher.send({ path: '/vip', body: { vip: false } })
    const { _id: logId } = await dispatcher.entryOf(_id, sent!.id)
    const [listed] = (await dispatcher.logOf(_id)).items
    const { json } = await dispatcher.client.request('GET', `/webhooks/${_id}/logs/${logId}`)
    expect(listed).toMatchObject({ status: 'skipped', summary: expect.stringContaining('vip') })
    expect(json).toMatchObject({ conditionEvaluation: { matched: false, explanation: { reason: listed?.summary } } })
  })

  it('is empty after it was cleared, and goes on', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/clear')", url: receiver.url })
    const [before] = await dispatcher.send({ path: '/clear' })
    const entry = await dispatcher.entryOf(_id, before!.id)
    expect((await dispatcher.client.request('DELETE', `/webhooks/${_id}/logs`)).status).toBe(204)
    expect((await dispatcher.logOf(_id)).items).toEqual([])
    expect((await dispatcher.client.request('GET', `/webhooks/${_id}/logs/${entry._id}`)).status).toBe(404)
    const [after] = await dispatcher.send({ path: '/clear', id: v7({ msecs: Date.now() + 5 }) })
    expect(await dispatcher.entryOf(_id, after!.id)).toMatchObject({ status: 'success' })
  })

  it('goes on from a cursor of the far future as from its beginning', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/far')", url: receiver.url })
    const [event] = await dispatcher.send({ path: '/far' })
    await dispatcher.entryOf(_id, event!.id)
    const first = await dispatcher.logOf(_id, '')
    for (const cursor of ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF']) {
      expect(await dispatcher.logOf(_id, `?cursor=${cursor}`)).toEqual(first)
    }
  })

  it.each(['status=lost', 'from=yesterday', 'to=-1', 'cursor=abc'])('400 for %s', async query => {
    const { _id } = await dispatcher.create({ condition: "path('/x')", url: receiver.url })
    expect((await dispatcher.client.request('GET', `/webhooks/${_id}/logs?${query}`)).status).toBe(400)
  })

  it.each(['/logs', '/logs/018f0000-0000-8000-8000-000000000000'])(
    '404 for a webhook that is not there: %s',
    async path => {
      expect((await dispatcher.client.request('GET', `/webhooks/nothing${path}`)).status).toBe(404)
    },
  )

  it('goes after its retention, whole days at a time', async () => {
    const DAY_MS = 24 * 3_600_000
    const { platform } = dispatcher
    const webhook = await dispatcher.create({ condition: "path('/old')", url: receiver.url })
    const [old, young] = await dispatcher.send(
      { path: '/old', id: v7({ msecs: Date.now() - 40 * DAY_MS }) },
      { path: '/old', id: v7({ msecs: Date.now() - 20 * DAY_MS }) },
    )
    await dispatcher.entryOf(webhook._id, old!.id)
    await dispatcher.entryOf(webhook._id, young!.id)
    const log = documentLogStore({ store: platform.store, db: platform.db })
    await log.forgetDaysBefore(new Date(Date.now() - 30 * DAY_MS))
    expect([await log.event(old!.id), (await log.event(young!.id))?._id]).toEqual([undefined, young!.id])
    expect(await log.execution(executionId(old!.id, webhook._id))).toBeUndefined()
  })
})
