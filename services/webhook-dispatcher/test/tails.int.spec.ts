import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { logEntry, WATCHES_COLLECTION } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import type { ReadTail } from '../src/testing/open-tail.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher
const opened: ReadTail[] = []

beforeAll(async () => {
  receiver = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
})
afterEach(() => {
  for (const tail of opened.splice(0)) tail.leave()
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

async function follow(target: string, lastId?: string): Promise<ReadTail> {
  const tail = dispatcher.tail(target, lastId)
  opened.push(tail)
  await eventually(() => tail.status() !== 0)
  return tail
}
const pathsOf = (tail: ReadTail) => tail.messages().map(({ data }) => Reflect.get(Object(data), 'path'))
const watches = () => dispatcher.platform.store.collection({ db: 'sluice', collection: WATCHES_COLLECTION })

describe('GET /events/tail', () => {
  it('200: tells each exchange once, as it is stored, to everyone who reads', async () => {
    await dispatcher.send({ path: '/before' })
    await eventually(async () => {
      const [read] = [
        await dispatcher.client.request('POST', '/webhooks/conditions/check', {
          body: { condition: "path('/before')" },
        }),
      ]
      return Reflect.get(Object(Reflect.get(Object(read.json), 'recent')), 'matched') === 1
    })
    const first = await follow('/events/tail')
    const second = await follow('/events/tail')
    expect([first.status(), first.type()]).toEqual([200, 'text/event-stream'])
    const caller = { user: 'ann', via: 'key', client: 'console' } as const
    const [event] = await dispatcher.send({ path: '/told', method: 'PUT', ...caller })
    await dispatcher.send({ path: '/events/tail', method: 'GET' })
    await dispatcher.send({ path: '/told/again' })
    for (const tail of [first, second]) {
      await eventually(() => pathsOf(tail).includes('/told/again'))
      expect(pathsOf(tail).sort()).toEqual(['/told', '/told/again'])
    }
    expect(first.messages().find(({ id }) => id === event!.id)).toMatchObject({
      event: 'exchange',
      data: {
        _id: event!.id,
        method: 'PUT',
        path: '/told',
        statusCode: 201,
        matched: [],
        user: 'ann',
        via: 'key',
        client: 'console',
      },
    })
  })

  it('200: goes on after the message that a reader had last', async () => {
    const first = (await dispatcher.send({ path: '/resume/1' }))[0]!
    const second = (await dispatcher.send({ path: '/resume/2' }))[0]!
    const third = (await dispatcher.send({ path: '/resume/3' }))[0]!
    await eventually(async () => {
      const answer = await dispatcher.client.request('POST', '/webhooks/templates/preview', {
        body: { template: 'x', as: 'text', event: third.id },
      })
      return answer.status === 200
    })
    const ids = [first.id, second.id, third.id].sort()
    const tail = await follow('/events/tail', ids[0])
    await eventually(() => tail.messages().length === 2)
    expect(tail.messages().map(({ id }) => id)).toEqual(ids.slice(1))
    await dispatcher.send({ path: '/resume/4' })
    await eventually(() => pathsOf(tail).includes('/resume/4'))
    expect(tail.messages()).toHaveLength(3)
  })

  it('200: begins with its place, behind which a reader comes back that was told nothing yet', async () => {
    const first = await follow('/events/tail')
    await eventually(() => first.text().includes('\n\n'))
    const [, place] = /^id: (\S+)\n\n/.exec(first.text()) ?? []
    first.leave()
    const [event] = await dispatcher.send({ path: '/while/away', id: v7({ msecs: Date.now() + 5 }) })
    const tail = await follow('/events/tail', place)
    await eventually(() => pathsOf(tail).includes('/while/away'))
    expect(tail.messages().map(({ id }) => id)).toContain(event!.id)
    expect(tail.text()).not.toMatch(/^id: \S+\n\n/m)
  })

  it('200: makes events wanted while it is open', async () => {
    await follow('/events/tail')
    const held = await watches().findOne({ kind: 'tail' })
    expect(held?.until).toBeInstanceOf(Date)
    const until = Number(held?.until)
    expect(until).toBeGreaterThan(Date.now())
    await eventually(async () => Number((await watches().findOne({ kind: 'tail' }))?.until) > until)
    for (const tail of opened.splice(0)) tail.leave()
    await eventually(async () => (await watches().count({ kind: 'tail' })) === 0)
  })

  it('403: while the plugin is off', async () => {
    await dispatcher.setPlugin('disabled')
    const tail = await follow('/events/tail')
    await dispatcher.setPlugin('enabled')
    expect(tail.status()).toBe(403)
  })

  it('503: when 50 are open, and not any more when one has left', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => follow('/events/tail')))
    expect(all.map(tail => tail.status())).toEqual(Array(50).fill(200))
    expect((await follow('/events/tail')).status()).toBe(503)
    all[0]?.leave()
    await eventually(async () => (await follow('/events/tail')).status() === 200)
  })
})

describe('GET /webhooks/<id>/logs/tail', () => {
  it('200: tells each entry once it has ended, skipped ones with their reason', async () => {
    const webhook = await dispatcher.create({ condition: "path('/logged')", url: receiver.url })
    const tail = await follow(`/webhooks/${webhook._id}/logs/tail`)
    const failures = await follow(`/webhooks/${webhook._id}/logs/tail?status=failed`)
    const [matching] = await dispatcher.send({ path: '/logged' })
    const [other] = await dispatcher.send({ path: '/else' })
    await eventually(() => tail.messages().length >= 2)
    const entries = tail.messages().map(({ data }) => logEntry.parse(data))
    expect(entries.find(({ eventId }) => eventId === matching!.id)).toMatchObject({ status: 'success' })
    expect(entries.find(({ eventId }) => eventId === other!.id)).toMatchObject({
      status: 'skipped',
      summary: expect.stringContaining('/else'),
    })
    expect(entries).toHaveLength(2)
    expect(failures.messages()).toEqual([])
  })

  it('200: goes on after any message, with what the log still shows and nothing that was cleared', async () => {
    const webhook = await dispatcher.create({ condition: "path('/cleared')", url: receiver.url })
    const [before] = await dispatcher.send({ path: '/cleared' })
    await dispatcher.entryOf(webhook._id, before!.id)
    expect((await dispatcher.client.request('DELETE', `/webhooks/${webhook._id}/logs`)).status).toBe(204)
    const [after] = await dispatcher.send({ path: '/cleared', id: v7({ msecs: Date.now() + 5 }) })
    await dispatcher.entryOf(webhook._id, after!.id)
    const tail = await follow(`/webhooks/${webhook._id}/logs/tail`, '00000000-0000-0000-0000-000000000000')
    await eventually(() => tail.messages().some(({ id }) => id === after!.id))
    expect(tail.messages().map(({ id }) => id)).not.toContain(before!.id)
  })

  it('200: ends with a word when the webhook is deleted', async () => {
    const webhook = await dispatcher.create({ condition: 'true', url: receiver.url })
    const tail = await follow(`/webhooks/${webhook._id}/logs/tail`)
    await dispatcher.client.request('DELETE', `/webhooks/${webhook._id}`)
    await eventually(() => tail.isEnded())
    expect(tail.messages().at(-1)).toMatchObject({ event: 'end', data: { reason: 'deleted' } })
  })

  it('400: a status that is none', async () => {
    const webhook = await dispatcher.create({ condition: 'true', url: receiver.url })
    expect((await follow(`/webhooks/${webhook._id}/logs/tail?status=x`)).status()).toBe(400)
  })

  it('404: an id that is not there', async () => {
    expect((await follow('/webhooks/nothing/logs/tail')).status()).toBe(404)
  })
})

describe('a dispatcher that stops', () => {
  it('ends its tails with a word, and does not wait for their readers', async () => {
    const own = await openDispatcher()
    const tail = own.tail('/events/tail')
    await eventually(() => tail.status() === 200)
    const startedAt = performance.now()
    await own.close()
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    await eventually(() => tail.isEnded())
    expect(tail.messages().at(-1)).toMatchObject({ event: 'end', data: { reason: 'stopping' } })
  })
})
