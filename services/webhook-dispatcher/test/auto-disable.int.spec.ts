import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { auditRecord, savedWebhook } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import { createSimulatedEnds, LOOK_EVERY_MS } from '../src/testing/simulated-ends.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_HOURS = 24

await describeOnStores('a webhook that may be switched off by itself', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  let aheadMs = 0

  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({
      allowCidrs: [receiver.cidr],
      toldAfterMs: 0,
      occurrencesEveryMs: LOOK_EVERY_MS,
      aheadMs: () => aheadMs,
      store: await openStore(),
    })
    await dispatcher.create({ url: receiver.url, condition: "sluice('webhook.*')" })
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  const show = async (id: string) => {
    const { json } = await dispatcher.client.request('GET', `/webhooks/${id}`)
    return savedWebhook.parse(json)
  }
  /** As who may not see whether it is on. */
  async function showNarrowed(id: string): Promise<unknown> {
    const narrow = {
      user: { id: 'mia', roles: ['team'] },
      permission: { id: 'narrow', rules: { projectResponse: { enabled: 0 } } },
    }
    return (await dispatcher.client.request('GET', `/webhooks/${id}`, narrow)).json
  }
  const change = (id: string, body: object) => dispatcher.client.request('PATCH', `/webhooks/${id}`, { body })
  /** What was told of it, in order. */
  const toldOf = (id: string) =>
    receiver.received.map(({ body }) => JSON.parse(body).request.body).filter(({ webhook }) => webhook?._id === id)

  async function failFor(hours: number, id: string, everyHour = 1): Promise<void> {
    const { end, look } = createSimulatedEnds(dispatcher)
    for (let hour = 0; hour < hours; hour += 6) {
      aheadMs += 6 * HOUR_MS
      await end(id, false, 6 * everyHour)
      await look()
    }
  }

  it('is switched off after so many days and failures, told before and after, and what it missed is delivered again', async () => {
    const { look } = createSimulatedEnds(dispatcher)
    const { _id } = await dispatcher.create({
      name: 'dead',
      url: `${receiver.url}/dead`,
      condition: "path('/orders')",
      disableAfter: { failures: 20, days: 2 },
    })
    await failFor(2 * DAY_HOURS + 6, _id)
    await eventually(async () => !(await show(_id)).enabled)
    await eventually(() => toldOf(_id).length >= 3)
    const told = toldOf(_id).map(({ occurrence, disablesAt }) => [occurrence, Boolean(disablesAt)])
    expect(told).toEqual([
      ['webhook.failing', true],
      ['webhook.failing', true],
      ['webhook.disabled', true],
    ])
    expect(await show(_id)).toMatchObject({ version: 2, autoDisabled: { failures: expect.any(Number) } })
    const hidden = await showNarrowed(_id)
    expect(hidden).toMatchObject({ name: 'dead' })
    expect(hidden).not.toHaveProperty('autoDisabled')
    const lines = await dispatcher.platform.store
      .collection({ db: 'sluice', collection: 'auditTrail' })
      .find({ subject: _id })
    expect(lines.map(line => auditRecord.parse(line))).toMatchObject([
      { action: 'webhook.saved' },
      { action: 'webhook.saved', actor: null, fields: ['enabled', 'autoDisabled'] },
    ])

    // While it is off, each day is told, and what it misses is kept.
    const [missed] = await dispatcher.send({ path: '/orders', body: { total: 5 } })
    const logId = executionId(String(missed?.id), _id)
    await eventually(async () => (await dispatcher.logOf(_id, '?status=skipped')).items.length === 1)
    aheadMs += DAY_HOURS * HOUR_MS
    await look()
    await eventually(() => toldOf(_id).filter(({ occurrence }) => occurrence === 'webhook.disabled').length === 2)

    expect((await change(_id, { name: 'still dead' })).json).toMatchObject({ enabled: false, autoDisabled: {} })
    expect((await change(_id, { enabled: true })).json).not.toHaveProperty('autoDisabled')
    await look()
    const again = await dispatcher.client.request('POST', `/webhooks/${_id}/redeliver`, { body: { status: 'skipped' } })
    expect(again.json).toMatchObject({ matched: 1, redelivered: 1 })
    await eventually(async () => (await dispatcher.logOf(_id, '?status=success')).items.length === 1)
    const { items } = await dispatcher.logOf(_id)
    expect(items.map(({ redeliveryOf, reason }) => redeliveryOf ?? reason)).toEqual([logId, 'disabled'])
    await look()
    expect(await show(_id)).toMatchObject({ enabled: true })
    expect(toldOf(_id)).toHaveLength(4)
  }, 120_000)

  it('has all of its days and failures anew once it is switched on again', async () => {
    const { end, look } = createSimulatedEnds(dispatcher)
    const { _id } = await dispatcher.create({
      url: `${receiver.url}/dead`,
      condition: "path('/anew')",
      disableAfter: { failures: 100, days: 1 },
    })
    await failFor(DAY_HOURS + 6, _id, 4)
    await eventually(async () => !(await show(_id)).enabled)
    await end(_id, false, 90)
    aheadMs += MINUTE_MS
    const { switchedOnAt } = savedWebhook.parse((await change(_id, { enabled: true })).json)
    await look()
    expect(await show(_id)).toMatchObject({ enabled: true, switchedOnAt })
    expect(await showNarrowed(_id)).not.toHaveProperty('switchedOnAt')

    await failFor(DAY_HOURS + 6, _id)
    expect(await show(_id)).toMatchObject({ enabled: true })
    await failFor(DAY_HOURS, _id, 4)
    await eventually(async () => !(await show(_id)).enabled)
    expect(await show(_id)).toMatchObject({ autoDisabled: { since: switchedOnAt } })

    await change(_id, { enabled: true })
    await failFor(DAY_HOURS - 6, _id, 10)
    expect(await show(_id)).toMatchObject({ enabled: true })
  }, 120_000)

  it.each([
    ['PATCH', '', { enabled: true }],
    ['PUT', '', { name: 'put', url: 'https://hooks.example.com/', condition: 'false' }],
    ['POST', '/versions/1/restore', {}],
  ])(
    'says since when it is on where %s %s switches it on, and nothing else writes that',
    async (method, target, body) => {
      const url = 'https://hooks.example.com/'
      const { _id, ...made } = await dispatcher.create({ url, condition: 'false' })
      expect(made).not.toHaveProperty('switchedOnAt')
      await change(_id, { enabled: false })
      expect(await show(_id)).not.toHaveProperty('switchedOnAt')
      const on = await dispatcher.client.request(method, `/webhooks/${_id}${target}`, { body })
      const { switchedOnAt } = savedWebhook.parse(on.json)
      expect(switchedOnAt).toEqual({ $date: expect.any(Number) })
      aheadMs += MINUTE_MS
      for (const sent of [
        { name: 'other' },
        { switchedOnAt: { $date: 5 }, name: 'sent' },
        { enabled: true, maxPerMinute: 5 },
      ])
        await change(_id, sent)
      await dispatcher.client.request('POST', `/webhooks/${_id}/secret`, { body: {} })
      expect(await show(_id)).toMatchObject({ switchedOnAt, version: 7 })
    },
  )

  it('is not told to deliver again where somebody switches it off, or on again', async () => {
    const { end, look } = createSimulatedEnds(dispatcher)
    const { _id } = await dispatcher.create({ url: `${receiver.url}/dead`, condition: "path('/by-hand')" })
    await failFor(1, _id)
    await eventually(() => toldOf(_id).length === 1)
    for (const changes of [[{ enabled: false }], [{ enabled: true }], [{ enabled: false }, { enabled: true }]]) {
      for (const fields of changes) await change(_id, fields)
      await look()
    }
    aheadMs += HOUR_MS
    await end(_id, false, 1)
    await look()
    await eventually(() => toldOf(_id).length >= 2)
    for (const fields of [{ enabled: false }, { enabled: true }]) await change(_id, fields)
    await look()
    await end(_id, true, 1)
    await look()
    expect(toldOf(_id).map(({ occurrence }) => occurrence)).toEqual(['webhook.failing', 'webhook.failing'])
  }, 60_000)

  it('is not switched off while nothing is delivered, and is by the next failure', async () => {
    const { end, look } = createSimulatedEnds(dispatcher)
    const { _id } = await dispatcher.create({
      url: `${receiver.url}/dead`,
      condition: "path('/quiet')",
      disableAfter: { failures: 1, days: 1 },
    })
    await end(_id, false, 1)
    await look()
    aheadMs += (DAY_HOURS + 1) * HOUR_MS
    await look()
    expect(await show(_id)).toMatchObject({ enabled: true })
    await end(_id, false, 1)
    await eventually(async () => !(await show(_id)).enabled)
    expect(await show(_id)).toMatchObject({ autoDisabled: { failures: 2 } })
  }, 60_000)

  it('is forgotten with all that was told of it when it is deleted while it fails', async () => {
    const { look } = createSimulatedEnds(dispatcher)
    const url = `${receiver.url}/gone`
    const { _id } = await dispatcher.create({ name: 'gone', url, condition: "path('/gone')" })
    await failFor(6, _id)
    await eventually(() => toldOf(_id).length === 1)
    const subject = () =>
      dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookOccurrences' }).findOne({
        _id: `webhook/${_id}`,
      })
    expect(await subject()).toMatchObject({ state: 'failing' })
    expect((await dispatcher.client.request('DELETE', `/webhooks/${_id}`)).status).toBe(204)
    await look()
    await eventually(async () => expect(await subject()).toMatchObject({ state: 'well', owing: null }))
    expect(toldOf(_id)).toHaveLength(1)
  }, 60_000)

  it('stays on while it has not failed often enough, and where it has delivered in between', async () => {
    const { end, look } = createSimulatedEnds(dispatcher)
    const create = (failures: number) =>
      dispatcher.create({ url: `${receiver.url}/x`, condition: "path('/x')", disableAfter: { failures, days: 1 } })
    const [seldom, well, unruly] = [
      await create(1000),
      await create(2),
      await dispatcher.create({ url: receiver.url, condition: 'false' }),
    ]
    for (let hour = 0; hour < 30; hour += 6) {
      for (const { _id } of [seldom, well, unruly]) await end(_id, false, 5)
      await end(well._id, hour === 18, 1)
      aheadMs += 6 * HOUR_MS
      await look()
    }
    for (const { _id } of [seldom, well, unruly]) expect(await show(_id)).toMatchObject({ enabled: true })
  }, 120_000)

  it.each([
    [{ disableAfter: { failures: 0, days: 1 } }, 'disableAfter.failures'],
    [{ disableAfter: { failures: 5 } }, 'disableAfter.days'],
    [{ disableAfter: { failures: 5, days: 31 } }, 'disableAfter.days'],
    [{ disableAfter: 5 }, 'disableAfter'],
    [{ contact: ['Ann <ann@example.com>'] }, 'contact.0'],
    [{ contact: [] }, 'contact'],
  ])('400: %j', async (fields, path) => {
    const body = { name: 'wrong', url: receiver.url, condition: 'true', ...fields }
    const { status, json } = await dispatcher.client.request('POST', '/webhooks', { body })
    expect({ status, json }).toMatchObject({ status: 400, json: { errors: [{ path }] } })
  })
})
