import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { eventDetail } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { v7 } from 'uuid'
import { executionId, timeOfId } from '../src/domain/execution/execution-id.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import { openReceiver, type TestReceiver } from '../src/testing/receiver.ts'
import type { SampleExchange } from '../src/testing/sample-exchange.ts'

await describeOnStores('requests that repeat one with its Idempotency-Key', openStore => {
  let receiver: TestReceiver
  let dispatcher: TestDispatcher
  let [any, created] = ['', '']

  beforeAll(async () => {
    receiver = await openReceiver()
    dispatcher = await openDispatcher({ allowCidrs: [receiver.cidr], store: await openStore() })
    const create = async (condition: string) => (await dispatcher.create({ condition, url: receiver.url }))._id
    any = await create("path('/orders') and method('POST')")
    created = await create("path('/orders') and response-code(201)")
  }, 60_000)
  beforeEach(() => void receiver.received.splice(0))
  afterAll(async () => {
    await dispatcher.close()
    await receiver.close()
  })

  /** The first request of each key has it, as its repeats have. */
  const send = (...samples: SampleExchange[]) =>
    dispatcher.send(...samples.map((sample): SampleExchange => ({ headers: [['idempotency-key', '"a"']], ...sample })))
  const deliveries = () => receiver.received.map(({ headers }) => headers['webhook-id']).sort()
  const bothOf = (id: string) => [any, created].map(webhook => executionId(id, webhook)).sort()
  const detail = (id: string) =>
    eventually(async () => {
      const { status, json } = await dispatcher.client.request('GET', `/events/${id}`)
      return status === 200 && eventDetail.parse(json)
    })
  /** What is sent later is handled later, so that what came before has been judged. */
  async function settle(): Promise<void> {
    const [last] = await send({ path: '/elsewhere' })
    await detail(String(last?.id))
  }

  it('are events of their own, marked, and no target is told of them', async () => {
    const [first] = await send({ body: { a: 1 } })
    const of = String(first?.id)
    await eventually(() => deliveries().length === 2)
    const [kept, open] = await send(
      { body: { a: 1 }, repeat: { of, isKept: true } },
      { statusCode: 409, repeat: { of, isKept: false } },
    )
    await settle()
    expect(deliveries()).toEqual(bothOf(of))
    for (const [event, isKept] of [
      [kept, true],
      [open, false],
    ] as const) {
      const shown = await detail(String(event?.id))
      expect(shown).toMatchObject({ repeat: { of, isKept } })
      expect(shown.webhooks.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
      expect(shown.webhooks.find(({ webhookId }) => webhookId === any)?.summary).toContain('repeat: ')
    }
  })

  it('are told of once between them where the answer of the first got lost', async () => {
    const of = v7()
    const answers = Array.from({ length: 5 }, () => ({ body: { a: 1 }, repeat: { of, isKept: true } }))
    await send({ id: of, statusCode: 502, body: { a: 1 } }, ...answers)
    await eventually(() => deliveries().length === 2)
    await settle()
    expect(deliveries()).toEqual(bothOf(of))
    const entries = (await dispatcher.logOf(created)).items.filter(({ eventId }) => eventId === of)
    expect(entries).toMatchObject([{ status: 'success' }])
    const skipped = (await dispatcher.logOf(created, '?status=skipped')).items
    expect(skipped.map(({ eventId }) => eventId)).not.toContain(of)
    expect((await detail(of)).webhooks.map(({ status }) => status)).toEqual(['success', 'success'])
  })

  it('are told of where the webhook was off as the first came, which was not missed then', async () => {
    const change = (body: object) => dispatcher.client.request('PATCH', `/webhooks/${any}`, { body })
    await change({ enabled: false })
    const [first] = await send({ body: { a: 1 } })
    const of = String(first?.id)
    const missed = async () => {
      const { items } = await dispatcher.logOf(any, '?status=skipped')
      return items.filter(({ eventId }) => eventId === of)
    }
    await eventually(async () => (await missed()).length === 1)
    await change({ enabled: true })
    await send({ body: { a: 1 }, repeat: { of, isKept: true } })
    await eventually(() => deliveries().length === 2)
    await settle()
    expect(await missed()).toEqual([])
    const body = { status: 'skipped', dryRun: true }
    const again = await dispatcher.client.request('POST', `/webhooks/${any}/redeliver`, { body })
    expect(again.json).toMatchObject({ matched: 0 })
  })

  it('are not missed by a webhook that is off: what can be delivered again is their first request, once', async () => {
    const change = (body: object) => dispatcher.client.request('PATCH', `/webhooks/${any}`, { body })
    await change({ enabled: false })
    const [first] = await send({ body: { a: 1 } })
    const of = String(first?.id)
    const repeats = Array.from({ length: 5 }, () => ({ body: { a: 1 }, repeat: { of, isKept: true } }))
    const [repeat] = await send(...repeats)
    await settle()
    await change({ enabled: true })
    const body = { status: 'skipped', from: timeOfId(of), dryRun: true }
    const all = await dispatcher.client.request('POST', `/webhooks/${any}/redeliver`, { body })
    expect(all.json).toMatchObject({ matched: 1 })
    const logId = executionId(String(repeat?.id), any)
    const alone = await dispatcher.client.request('POST', `/webhooks/${any}/logs/${logId}/redeliver`, { body: {} })
    expect(alone.status).toBe(404)
  })

  it('are told of by the first one that comes, where they overtake the event of the first request', async () => {
    const of = v7()
    await send({ body: { a: 1 }, repeat: { of, isKept: true } })
    await eventually(() => deliveries().length === 2)
    await send({ id: of, body: { a: 1 } })
    await settle()
    expect(deliveries()).toEqual(bothOf(of))
    expect((await detail(of)).repeat).toBeUndefined()
  })

  it('are not told to a webhook that was made after the first request', async () => {
    const of = v7({ msecs: Date.now() - 60_000 })
    await send({ body: { a: 1 }, repeat: { of, isKept: true } })
    await settle()
    expect(deliveries()).toEqual([])
  })
})
