import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { logEntry } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import { dayOfId, executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher
/** Fewer than would open the breaker of the target. */
const MANY = 8
/** Paths that are answered 500. */
const broken = new Set<string | undefined>()

beforeAll(async () => {
  receiver = await openReceiver((request, response) => {
    response.statusCode = broken.has(request.url) ? 500 : 200
    response.end('so')
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const post = (target: string, body?: unknown) => dispatcher.client.request('POST', target, { body })
const urlOf = (path: string) => new URL(path, receiver.url).href
const receivedFor = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
const redeliver = (webhookId: string, logId: string, body?: object) =>
  post(`/webhooks/${webhookId}/logs/${logId}/redeliver`, body)
const endOf = (webhookId: string, logId: string) =>
  eventually(async () => {
    const entry = await dispatcher.detailOf(webhookId, logId)
    return entry.status !== 'pending' && entry
  })

/** A delivery that has ended. */
async function delivered(path: string, sample: object = {}, webhook: object = {}) {
  const { _id, secret } = await dispatcher.create({ condition: `path('${path}')`, url: urlOf(path), ...webhook })
  const [event] = await dispatcher.send({ path, ...sample })
  await dispatcher.entryOf(_id, event!.id)
  return { _id, secret, eventId: event!.id, logId: executionId(event!.id, _id) }
}

/** Has it delivered again. @returns the new entry at its end */
async function again(webhookId: string, logId: string, body?: object) {
  const answer = await redeliver(webhookId, logId, body)
  expect(answer.status).toBe(201)
  const entry = logEntry.parse(answer.json)
  expect(answer.headers.location).toBe(`/webhooks/${webhookId}/logs/${entry._id}`)
  return { entry, end: await endOf(webhookId, entry._id) }
}

describe('POST /webhooks/<id>/logs/<logId>/redeliver', () => {
  it('201: the same body under the same webhook-id, to the url of now, as an entry beside the first', async () => {
    broken.add('/old')
    const { _id, eventId, logId, secret } = await delivered('/old', { body: { a: 1 } })
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { url: urlOf('/new') } })
    const { entry, end } = await again(_id, logId)
    expect(entry).toMatchObject({ status: 'pending', redeliveryOf: logId, eventId, webhookId: _id, attempt: 1 })
    expect(entry._id).not.toBe(logId)
    expect(dayOfId(entry._id)).toBe(dayOfId(eventId))
    expect(end).toMatchObject({ status: 'success', redeliveryOf: logId, outgoingRequest: { url: urlOf('/new') } })
    const [first, second] = receivedFor(logId)
    expect(second!.body).toBe(first!.body)
    const signed = `${logId}.${second!.headers['webhook-timestamp']}.${second!.body}`
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(second!.headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    const { items } = await dispatcher.logOf(_id)
    expect(items.map(item => [item._id, item.redeliveryOf, item.status])).toEqual([
      [entry._id, logId, 'success'],
      [logId, undefined, 'failed'],
    ])
  })

  it('201: rendered anew, by the template of now', async () => {
    const { _id, logId } = await delivered('/rendered', { body: { sku: 'x' } })
    const transform = { enabled: true, template: 'sku {{request.body.sku}}' }
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { transform } })
    await again(_id, logId, { render: 'same' })
    await again(_id, logId, { render: 'again' })
    const bodies = receivedFor(logId).map(({ body }) => body)
    expect(bodies).toHaveLength(3)
    expect([bodies[1], bodies[2]]).toEqual([bodies[0], 'sku x'])
  })

  it('201: a redelivery that is delivered again repeats the first, and is one more of its entries', async () => {
    const { _id, logId } = await delivered('/twice')
    const { entry } = await again(_id, logId)
    const { end } = await again(_id, entry._id)
    expect(end).toMatchObject({ redeliveryOf: logId, status: 'success' })
    expect(receivedFor(logId)).toHaveLength(3)
    expect((await dispatcher.logOf(_id)).items).toHaveLength(3)
  })

  it('201 once for two who ask at the same moment: they get the same entry, or the other is told to wait', async () => {
    const { _id, logId } = await delivered('/at-once')
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeliver(_id, logId)))
    const entries = answers.filter(({ status }) => status === 201).map(({ json }) => logEntry.parse(json)._id)
    expect(new Set(entries).size).toBe(1)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    await endOf(_id, entries[0]!)
    expect(receivedFor(logId)).toHaveLength(2)
  })

  it('201: as often as its webhook says, each with retries of its own', async () => {
    const { _id, logId } = await delivered('/retried')
    broken.add('/retried')
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { retry: { attempts: 2, schedule: [1] } } })
    const { end } = await again(_id, logId)
    expect(end).toMatchObject({ status: 'failed', attempt: 2 })
    expect(end.attempts).toHaveLength(2)
  })

  it('201: and each entry is on one page of the log, also where an event has many at its end', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/paged')", url: urlOf('/paged') })
    const events = await dispatcher.send(...Array.from({ length: 55 }, () => ({ path: '/paged' })))
    await Promise.all(events.map(({ id }) => dispatcher.entryOf(_id, id)))
    const sorted = events.map(({ id }) => id).sort()
    // The fiftieth of the newest, with which the first page ends, and those beside it.
    const repeated = [4, 5, 6].map(at => executionId(sorted[at]!, _id))
    for (const logId of [...repeated, ...repeated]) await again(_id, logId)
    for (const query of ['?', '?status=success&']) {
      const first = await dispatcher.logOf(_id, query)
      const second = await dispatcher.logOf(_id, `${query}cursor=${first.next}`)
      expect(second.next).toBeNull()
      const all = [...first.items, ...second.items]
      expect([all.length, new Set(all.map(entry => entry._id)).size]).toEqual([61, 61])
      expect(all.map(({ eventId }) => eventId)).toEqual(
        all
          .map(({ eventId }) => eventId)
          .toSorted()
          .reverse(),
      )
      const beside = all.filter(({ _id: id, redeliveryOf }) => repeated.includes(redeliveryOf ?? id))
      const times = beside.map(({ timestamp }) => timestamp.$date)
      for (const at of [0, 3, 6])
        expect(times.slice(at, at + 3)).toEqual(
          times
            .slice(at, at + 3)
            .toSorted()
            .reverse(),
        )
    }
  })

  it('400: names what it does not know', async () => {
    const { _id, logId } = await delivered('/bad-body')
    expect(await redeliver(_id, logId, { render: 'twice' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'render' }] },
    })
  })

  it('403: while the plugin is off', async () => {
    const { _id, logId } = await delivered('/plugin-off')
    await dispatcher.setPlugin('disabled')
    const answer = await redeliver(_id, logId)
    await dispatcher.setPlugin('enabled')
    expect(answer).toMatchObject({ status: 403, json: { code: 'WEBHOOKS_PLUGIN_DISABLED' } })
  })

  it('404: an entry that is not there, or of another webhook', async () => {
    const one = await delivered('/one')
    const other = await delivered('/other')
    expect((await redeliver(one._id, other.logId)).status).toBe(404)
    expect((await redeliver(one._id, executionId(one.eventId, 'nobody'))).status).toBe(404)
    expect((await redeliver('nobody', one.logId)).status).toBe(404)
  })

  it('409: what did not match says how to send something all the same', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/x') and method('PUT')", url: receiver.url })
    const [event] = await dispatcher.send({ path: '/x' })
    await dispatcher.entryOf(_id, event!.id)
    expect(await redeliver(_id, executionId(event!.id, _id))).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('/test') },
    })
  })

  it('409: of a body that the log has cut says that it can be rendered anew', async () => {
    const { _id, logId } = await delivered('/cut', { body: { text: 'x'.repeat(100_000) } })
    expect(await redeliver(_id, logId)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('"render": "again"') },
    })
    expect((await again(_id, logId, { render: 'again' })).end.status).toBe('success')
  })

  it('409: while the webhook is disabled', async () => {
    const { _id, logId } = await delivered('/disabled')
    await dispatcher.client.request('PATCH', `/webhooks/${_id}`, { body: { enabled: false } })
    expect(await redeliver(_id, logId)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('disabled') },
    })
  })
})

describe('POST /webhooks/<id>/redeliver', () => {
  it('200: counts first, then has all that failed delivered once, and nothing more when it is asked again', async () => {
    broken.add('/many')
    const { _id } = await dispatcher.create({ condition: "path('/many')", url: urlOf('/many') })
    const failed = await dispatcher.send(...Array.from({ length: MANY }, () => ({ path: '/many' })))
    await Promise.all(failed.map(({ id }) => dispatcher.entryOf(_id, id)))
    broken.delete('/many')
    const [fine] = await dispatcher.send({ path: '/many' })
    await dispatcher.entryOf(_id, fine!.id)

    const ask = async (body: object) => (await post(`/webhooks/${_id}/redeliver`, body)).json
    expect(await ask({ dryRun: true })).toEqual({ matched: MANY, redelivered: 0, refused: 0, more: false })
    expect(await ask({})).toEqual({ matched: MANY, redelivered: MANY, refused: 0, more: false })
    expect(await ask({})).toMatchObject({ matched: 0, redelivered: 0 })
    const items = await eventually(async () => {
      const page = await dispatcher.logOf(_id, '?status=success')
      return page.items.length === MANY + 1 && page.items
    })
    expect(items.filter(({ redeliveryOf }) => redeliveryOf !== undefined)).toHaveLength(MANY)
    expect(await ask({})).toMatchObject({ matched: 0, redelivered: 0 })
    expect(await ask({ status: 'success' })).toMatchObject({ matched: 1, redelivered: 1 })
    await eventually(async () => (await dispatcher.logOf(_id, '?status=success')).items.length === MANY + 2)
    expect(await ask({ status: 'success' })).toMatchObject({ matched: 0 })
    const ids = failed.map(({ id }) => executionId(id, _id))
    expect(ids.map(id => receivedFor(id).length)).toEqual(ids.map(() => 2))
  })

  it('200: keeps to the time and text of its filter', async () => {
    broken.add('/filtered')
    const condition = "path-prefix('/filtered')"
    const { _id } = await dispatcher.create({ condition, url: urlOf('/filtered') })
    const [first] = await dispatcher.send({ path: '/filtered/a' }, { path: '/filtered/b' }, { path: '/filtered/b' })
    await eventually(async () => (await dispatcher.logOf(_id, '?status=failed')).items.length === 3)
    const count = async (filter: object) => (await post(`/webhooks/${_id}/redeliver`, { ...filter, dryRun: true })).json
    expect(await count({ q: 'filtered/b' })).toMatchObject({ matched: 2 })
    expect(await count({ to: first!.at - 60_000 })).toMatchObject({ matched: 0 })
    expect(await count({ from: new Date(first!.at - 60_000).toISOString() })).toMatchObject({ matched: 3 })
  })

  it('400: names what it can not be', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/x')", url: receiver.url })
    const answer = await post(`/webhooks/${_id}/redeliver`, { status: 'pending', from: 'yesterday' })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'status' }, { path: 'from' }] } })
  })

  it('404: a webhook that is not there', async () => {
    expect((await post('/webhooks/nobody/redeliver', {})).status).toBe(404)
  })
})

describe('what was missed while a webhook was switched off', () => {
  const change = (id: string, body: object) => dispatcher.client.request('PATCH', `/webhooks/${id}`, { body })
  const missed = { status: 'skipped', reason: 'disabled', summary: expect.stringMatching(/^disabled:/) }

  it('is in the log where the condition holds, and delivered again alone once it is switched on', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/missed')", url: urlOf('/missed'), enabled: false })
    const [event] = await dispatcher.send({ path: '/missed', body: { a: 1 } }, { path: '/other' })
    await eventually(async () => (await dispatcher.logOf(_id)).items.length === 1)
    const { items } = await dispatcher.logOf(_id)
    expect(items).toMatchObject([missed])
    const logId = executionId(event!.id, _id)
    expect(await redeliver(_id, logId)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('Enable') },
    })
    await change(_id, { enabled: true })
    const { entry, end } = await again(_id, logId)
    expect(entry).toMatchObject({ redeliveryOf: logId, eventId: event!.id })
    expect(end).toMatchObject({ status: 'success', incomingRequest: { path: '/missed' } })
    expect(receivedFor(logId)).toHaveLength(1)
    expect(JSON.parse(receivedFor(logId)[0]!.body)).toMatchObject({ request: { body: { a: 1 } } })
    expect((await dispatcher.detailOf(_id, logId)).conditionEvaluation.matched).toBe(false)
  })

  it('is delivered again by a filter, each once, page by page', async () => {
    const { _id } = await dispatcher.create({ condition: "path('/off')", url: urlOf('/off'), enabled: false })
    const sent = await dispatcher.send(...Array.from({ length: MANY }, () => ({ path: '/off' })), { path: '/none' })
    await eventually(async () => (await dispatcher.logOf(_id, '?status=skipped')).items.length === MANY)
    await change(_id, { enabled: true })
    const all = { status: 'skipped' }
    const counted = { matched: MANY, redelivered: 0, refused: 0, more: false }
    expect((await post(`/webhooks/${_id}/redeliver`, { ...all, dryRun: true })).json).toEqual(counted)
    const half = sent[4]!.id
    const older = await post(`/webhooks/${_id}/redeliver`, { ...all, cursor: half })
    expect(older.json).toMatchObject({ matched: 4, redelivered: 4 })
    await post(`/webhooks/${_id}/redeliver`, all)
    for (const { id } of sent.slice(0, MANY)) {
      await eventually(() => receivedFor(executionId(id, _id)).length === 1)
    }
    await eventually(async () => {
      const { json } = await post(`/webhooks/${_id}/redeliver`, all)
      return logPageCount.parse(json).matched === 0
    })
  })

  it('400: a cursor that is none', async () => {
    const { _id } = await dispatcher.create({ condition: 'false', url: urlOf('/off') })
    const answer = await post(`/webhooks/${_id}/redeliver`, { status: 'skipped', cursor: 'x' })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'cursor' }] } })
  })
})

const logPageCount = z.object({ matched: z.int() })
