import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { webhookStats } from '@sluice/contracts'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { executionId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'

const LATER_MS = 120_000

await describeOnStores('a webhook that is made anew under the id of a former one', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  /** How far the clock of the store has been moved on. */
  let laterMs = 0
  let logId = ''

  const document = () => ({ name: 'orders', condition: "path('/orders')", url: receiver.url })
  const put = () => dispatcher.client.request('PUT', '/webhooks/orders', { body: document() })

  beforeAll(async () => {
    receiver = await openReceiver()
    const path = join(await temporaryDirectory(), 'store.sqlite')
    const given = (await openStore()) ?? (await openSqliteStore({ path }))
    const store = { ...given, now: async () => new Date((await given.now()).getTime() + laterMs) }
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], store, pollMs: 100 })
    await put()
    const [event] = await dispatcher.send({ path: '/orders', body: { customer: 'of the former one' } })
    logId = executionId(String(event?.id), 'orders')
    await dispatcher.entryOf('orders', String(event?.id))
    await eventually(async () => (await counted('1h')) === 1)
    expect(await counted('1m')).toBe(1)
    await dispatcher.client.request('DELETE', '/webhooks/orders')
    laterMs = LATER_MS
    await eventually(() => dispatcher.platform.changes.storeTime() - Date.now() > LATER_MS / 2)
    expect((await put()).status).toBe(201)
  }, 60_000)
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  async function counted(step: string): Promise<number> {
    const from = Date.now() - 3 * 3_600_000
    const { json } = await dispatcher.client.request('GET', `/webhooks/stats?webhook=orders&step=${step}&from=${from}`)
    return webhookStats.parse(json).buckets.reduce((sum, { success, failed }) => sum + success + failed, 0)
  }

  it.each(['1m', '1h'])('has none of its counts, by %s', async step => {
    expect(await counted(step)).toBe(0)
  })

  it('shows none of its entries', async () => {
    expect((await dispatcher.client.request('GET', `/webhooks/orders/logs/${logId}`)).status).toBe(404)
    expect((await dispatcher.logOf('orders')).items).toEqual([])
  })

  it('gets none of its bodies by a redelivery', async () => {
    const before = receiver.received.length
    const answer = await dispatcher.client.request('POST', `/webhooks/orders/logs/${logId}/redeliver`)
    expect({ status: answer.status, sent: receiver.received.length }).toEqual({ status: 404, sent: before })
  })

  it('counts its own', async () => {
    const at = Date.now() + laterMs
    const [event] = await dispatcher.send({ path: '/orders', at, id: v7({ msecs: at }) })
    await dispatcher.entryOf('orders', String(event?.id))
    await eventually(async () => (await counted('1h')) === 1)
    expect(await counted('1m')).toBe(1)
  })
})
