import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import type { SampleExchange } from '../src/testing/sample-exchange.ts'

let receiver: TestReceiver
let dispatcher: TestDispatcher
let webhookId: string
let start: number

/** Seven that it fires for, each answered with the code at its end, and one that it skips. */
const PATHS = ['/orders', '/orders/1', '/orders/1/lines', '/orders2', '/a/404', '/a/500', '/a/503']

beforeAll(async () => {
  receiver = await openReceiver((_, response, body) => {
    response.statusCode = Number(/\/a\/(\d{3})"/.exec(body)?.[1] ?? 200)
    response.end()
  })
  dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr] })
  webhookId = (await dispatcher.create({ condition: "method('POST')", url: receiver.url }))._id
  start = Date.now()
  await dispatcher.send(...PATHS.map((path, index) => ({ path, id: v7({ msecs: start + index }) })), {
    path: '/orders/9',
    method: 'GET',
    id: v7({ msecs: start + PATHS.length }),
  })
  await eventually(async () => {
    const { items } = await dispatcher.logOf(webhookId)
    return items.length === PATHS.length + 1 && items.every(({ status }) => status !== 'pending')
  })
})
afterAll(async () => {
  await dispatcher.close()
  await receiver.close()
})

const found = async (query: string) => {
  const { items } = await dispatcher.logOf(webhookId, `?${query}`)
  return items.map(({ timestamp: _, eventId }) => Number.parseInt(eventId.replaceAll('-', '').slice(0, 12), 16) - start)
}

describe('the log of a webhook is filtered', () => {
  it.each([
    ['path=/orders', [7, 2, 1, 0]],
    ['path=/orders/', [7, 2, 1, 0]],
    ['path=/orders/1', [2, 1]],
    ['path=/order', []],
    ['path=/', [7, 6, 5, 4, 3, 2, 1, 0]],
    ['path=/orders&status=success', [2, 1, 0]],
    ['path=/orders&status=skipped', [7]],
  ])('by path, at whole segments: %s', async (query, entries) => expect(await found(query)).toEqual(entries))

  it.each([
    ['statusCode=404', [4]],
    ['statusCode=5xx', [6, 5]],
    ['statusCode=2xx', [3, 2, 1, 0]],
    ['statusCode=5xx&q=503', [6]],
    ['statusCode=5xx&status=success', []],
    ['statusCode=2xx&status=skipped', []],
  ])("by status code of the target's answer: %s", async (query, entries) => expect(await found(query)).toEqual(entries))

  it.each([
    ['status=failed', [6, 5, 4]],
    ['status=success&path=/orders2', [3]],
    ['status=skipped', [7]],
    ['status=pending', []],
  ])('by status: %s', async (query, entries) => expect(await found(query)).toEqual(entries))

  it('by time and text together with the rest', async () => {
    expect(await found(`from=${start + 1}&to=${start + 6}&status=failed`)).toEqual([5, 4])
    expect(await found('q=get+/orders')).toEqual([7])
  })

  it('a page has as many entries as were asked for, and a cursor to the rest', async () => {
    const first = await dispatcher.logOf(webhookId, '?limit=3')
    const second = await dispatcher.logOf(webhookId, `?limit=200&cursor=${first.next}`)
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 5, null])
    expect(new Set([...first.items, ...second.items].map(({ _id }) => _id)).size).toBe(8)
  })

  it.each([
    ['status', 'lost'],
    ['from', 'yesterday'],
    ['to', 'soon'],
    ['path', 'orders'],
    ['statusCode', '999'],
    ['statusCode', '5x'],
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'many'],
    ['cursor', 'abc'],
    ['q', 'x'.repeat(201)],
  ])('400 that names the field, for %s=%s', async (field, value) => {
    const { status, json } = await dispatcher.client.request('GET', `/webhooks/${webhookId}/logs?${field}=${value}`)
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'BAD_QUERY', errors: [{ path: field }] })
  })
})

describe('what the budget did not let be stored', () => {
  it('is said with the page that it is missing from ("n events not stored"), and in the entry whose body is gone', async () => {
    const small = await openDispatcher({ eventStoreMaxBytes: 1_000_000 })
    try {
      const { _id } = await small.create({ condition: "path('/none')", url: 'https://example.com/hook' })
      const sendOne = async (sample: SampleExchange) => {
        const [event] = await small.send(sample)
        return small.entryOf(_id, event!.id)
      }
      const stateOf = async (logId: string) => (await small.detailOf(_id, logId)).incomingRequest.body.state
      const body = { text: 'x'.repeat(60_000) }
      const first = await sendOne({ body })
      for (let n = 0; n < 15; n += 1) await sendOne({ body })
      const last = await sendOne({ body })
      expect([await stateOf(first._id), await stateOf(last._id)]).toEqual(['captured', 'dropped'])
      expect(await small.logOf(_id)).not.toHaveProperty('notStored')

      await sendOne({ headers: [['x-long', 'y'.repeat(60_000)]] })
      await small.send({ path: '/lost' }, { path: '/lost' })
      await eventually(async () => (await small.logOf(_id, '?status=skipped')).notStored === 2)
      expect(await small.logOf(_id, '?status=success')).not.toHaveProperty('notStored')
      const kept = async (query: string) => (await small.client.request('GET', `/events?${query}`)).json
      expect(await kept('path=/lost')).toMatchObject({ items: [], notStored: 2 })
      expect(await kept('to=2026-01-01T00:00:00Z')).not.toHaveProperty('notStored')
    } finally {
      await small.close()
    }
  })
})
