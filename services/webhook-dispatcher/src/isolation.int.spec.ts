import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { openDispatcher, type TestDispatcher } from './testing/open-dispatcher.ts'
import { openReceiver, type Receiver } from './testing/receiver.ts'

let slow: Receiver
let quick: Receiver
let dispatcher: TestDispatcher
let isSlow = true
const held: ServerResponse[] = []

beforeAll(async () => {
  slow = await openReceiver((_, response) => {
    if (isSlow) held.push(response)
    else response.end()
  })
  quick = await openReceiver()
  dispatcher = await openDispatcher({ allowCidrs: [slow.cidr, quick.cidr] })
})
afterAll(async () => {
  await dispatcher.close()
  await slow.close()
  await quick.close()
})

const waiting = () => dispatcher.platform.store.collection({ db: 'sluice', collection: 'webhookDeliveriesWaiting' })

describe('a target that hangs', () => {
  it('does not hold up the others, has its deliveries parked, and gets them all when it is well again', async () => {
    const condition = "path('/both')"
    const [stuck, fine] = [
      await dispatcher.create({ condition, url: slow.url, timeout_ms: 30_000 }),
      await dispatcher.create({ condition, url: quick.url }),
    ]
    const events = await dispatcher.send(...Array.from({ length: 100 }, () => ({ path: '/both' })))
    await eventually(() => quick.received.length === 100)
    expect(slow.received).toHaveLength(16)
    expect((await dispatcher.logOf(fine._id, '?status=success')).items).toHaveLength(50)

    // What waited too long in memory is put aside, so that the events it belongs to are complete.
    await eventually(async () => (await waiting().count({})) === 84)
    isSlow = false
    for (const response of held) response.end()
    await eventually(async () => (await waiting().count({})) === 0, { timeoutMs: 20_000 })
    await eventually(async () => (await dispatcher.entryOf(stuck._id, events[0]!.id)).status === 'success')
    expect(new Set(slow.received.map(({ headers }) => headers['webhook-id'])).size).toBe(100)
    expect(slow.received).toHaveLength(100)
  }, 30_000)

  it('has what still waits ended as skipped when its webhook is disabled', async () => {
    isSlow = true
    const webhook = await dispatcher.create({ condition: "path('/off')", url: slow.url, timeout_ms: 30_000 })
    const before = slow.received.length
    const events = await dispatcher.send(...Array.from({ length: 20 }, () => ({ path: '/off' })))
    await eventually(() => slow.received.length === before + 16)
    await dispatcher.client.request('PATCH', `/webhooks/${webhook._id}`, { body: { enabled: false } })
    isSlow = false
    for (const response of held) response.end()
    const entries = await Promise.all(events.map(({ id }) => dispatcher.entryOf(webhook._id, id)))
    expect(entries.filter(({ status }) => status === 'success')).toHaveLength(16)
    expect(entries.filter(({ status, summary }) => status === 'skipped' && summary.includes('disabled'))).toHaveLength(
      4,
    )
    expect(slow.received).toHaveLength(before + 16)
  })
})
