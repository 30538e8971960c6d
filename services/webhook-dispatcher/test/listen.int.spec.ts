import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { listenedDelivery, WATCHES_COLLECTION } from '@sluice/contracts'
import { eventually } from '@sluice/testkit'
import { v7 } from 'uuid'
import { newSigningSecret } from '../src/domain/request/sign-delivery.ts'
import { openDispatcher, type TestDispatcher } from '../src/testing/open-dispatcher.ts'
import type { ReadTail } from '../src/testing/open-tail.ts'
import { verifyInNode } from '../src/testing/verify-examples.ts'

let dispatcher: TestDispatcher
const opened: ReadTail[] = []
const secret = newSigningSecret()

beforeAll(async () => {
  dispatcher = await openDispatcher()
})
afterEach(() => {
  for (const tail of opened.splice(0)) tail.leave()
})
afterAll(() => dispatcher.close())

async function listen(input: object, lastId?: string): Promise<ReadTail> {
  const tail = dispatcher.listen({ secret, ...input }, lastId)
  opened.push(tail)
  await eventually(() => tail.status() !== 0)
  return tail
}

const deliveriesOf = (tail: ReadTail) =>
  tail
    .messages()
    .filter(({ event }) => event === 'delivery')
    .map(({ data }) => listenedDelivery.parse(data))
const post = (body: object) => dispatcher.client.request('POST', '/webhooks/listen', { body })
const faultsOf = ({ status, json }: Awaited<ReturnType<typeof post>>) => [
  status,
  Reflect.get(Object(json), 'errors').map(({ path }: { path: string }) => path),
]

describe('POST /webhooks/listen', () => {
  it('200: gives each match as the signed request that a webhook would send', async () => {
    const tail = await listen({ condition: "path('/heard') and bson-request-contains('total')" })
    expect([tail.status(), tail.type()]).toEqual([200, 'text/event-stream'])
    await dispatcher.send({ path: '/heard', body: { other: 1 } })
    const [event] = await dispatcher.send({ path: '/heard', body: { total: 7 } })
    await dispatcher.send({ path: '/unheard', body: { total: 7 } })
    const [delivery] = await eventually(() => deliveriesOf(tail).length > 0 && deliveriesOf(tail))
    expect(delivery).toMatchObject({ eventId: event!.id, summary: 'POST /heard 201' })
    const { headers = {}, body = '' } = delivery!
    expect(headers['webhook-id']).toBe(delivery!.id)
    const verify = await verifyInNode()
    expect(await verify(secret, [{ headers, body }])).toEqual([true])
    expect(JSON.parse(body)).toMatchObject({ request: { body: { total: 7 } } })
    expect(deliveriesOf(tail)).toHaveLength(1)
  })

  it('200: renders by a template, and says why where it can not', async () => {
    const template = '{"total":{{request.body.total}}}'
    const tail = await listen({ condition: "path('/rendered')", transform: { enabled: true, template } })
    const tooMuch = { enabled: true, template: '{{#request.body.rows}}{{{request.body.text}}}{{/request.body.rows}}' }
    const failing = await listen({ condition: "path('/rendered')", transform: tooMuch })
    await dispatcher.send({
      path: '/rendered',
      body: { total: 7, text: 'x'.repeat(4_000), rows: Array.from({ length: 100 }, () => 1) },
    })
    await eventually(() => deliveriesOf(tail).length === 1 && deliveriesOf(failing).length === 1)
    expect(deliveriesOf(tail)[0]).toMatchObject({ body: '{"total":7}' })
    expect(deliveriesOf(failing)[0]).toEqual(
      expect.objectContaining({ summary: 'POST /rendered 201', error: expect.any(String) }),
    )
    expect(deliveriesOf(failing)[0]?.body).toBeUndefined()
  })

  it('200: goes on after the message that its reader had last, with the same ids, each once', async () => {
    const condition = "path('/away')"
    const first = await listen({ condition })
    const ids = [5, 10, 15].map(ms => v7({ msecs: Date.now() + ms }))
    await dispatcher.send({ path: '/away', id: ids[0]! })
    await eventually(() => deliveriesOf(first).length === 1)
    first.leave()
    await dispatcher.send({ path: '/away', id: ids[1]! }, { path: '/other' })
    const again = await listen({ condition }, ids[0])
    await dispatcher.send({ path: '/away', id: ids[2]! })
    await eventually(() => deliveriesOf(again).length === 2)
    expect(deliveriesOf(again).map(({ eventId }) => eventId)).toEqual([ids[1], ids[2]])
    const whole = await listen({ condition }, '00000000-0000-0000-0000-000000000000')
    await eventually(() => deliveriesOf(whole).length === 3)
    expect(deliveriesOf(whole).slice(1)).toMatchObject(deliveriesOf(again).map(({ id }) => ({ id })))
  })

  it('200: of a burst of large deliveries loses none, though not all fit into one look', async () => {
    const tail = await listen({ condition: "path('/large')" })
    const bodies = Array.from({ length: 30 }, (_, at) => ({ path: '/large', body: { at, text: 'x'.repeat(50_000) } }))
    await dispatcher.send(...bodies)
    await eventually(() => deliveriesOf(tail).length === 30, { timeoutMs: 30_000 })
    expect(new Set(deliveriesOf(tail).map(({ eventId }) => eventId)).size).toBe(30)
    expect(tail.isEnded()).toBe(false)
  }, 40_000)

  it('200: makes events wanted while it is open, and leaves nothing in the store', async () => {
    const watches = () => dispatcher.platform.store.collection({ db: 'sluice', collection: WATCHES_COLLECTION })
    await listen({ condition: 'true' })
    expect(await watches().count({ kind: 'tail' })).toBe(1)
    expect(JSON.stringify(await watches().find({}))).not.toContain(secret)
    for (const tail of opened.splice(0)) tail.leave()
    await eventually(async () => (await watches().count({ kind: 'tail' })) === 0, { timeoutMs: 20_000 })
  }, 30_000)

  it('400: names every fault at its place, and repeats no secret', async () => {
    const transform = { enabled: true, template: '{{#a}}' }
    expect(faultsOf(await post({ secret, condition: 'path(', transform }))).toEqual([
      400,
      ['condition', 'transform.template'],
    ])
    const bad = await post({ secret: 'whsec_tell-nobody', condition: 'true', url: 'https://a.example/' })
    expect(faultsOf(bad)).toEqual([400, expect.arrayContaining(['secret'])])
    expect(bad.text).not.toContain('tell-nobody')
  })

  it('403: while the plugin is off', async () => {
    await dispatcher.setPlugin('disabled')
    const answer = await post({ secret, condition: 'true' })
    await dispatcher.setPlugin('enabled')
    expect(answer.status).toBe(403)
  })

  it('503: when 10 are open, and not any more when one has left', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => listen({ condition: 'true' })))
    expect(all.map(tail => tail.status())).toEqual(Array(10).fill(200))
    expect((await listen({ condition: 'true' })).status()).toBe(503)
    all[0]?.leave()
    await eventually(async () => (await listen({ condition: 'true' })).status() === 200)
  })
})
