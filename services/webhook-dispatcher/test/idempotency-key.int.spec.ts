import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDefinitions, ordersWebhook, type TestDefinitions } from '../src/testing/definition-requests.ts'

await describeOnStores('making a webhook with an Idempotency-Key, by two dispatchers', openStore => {
  let definitions: TestDefinitions
  let key: string
  const make = (by: 'first' | 'second', body: object = ordersWebhook, rules?: object) =>
    definitions[by].client.request('POST', '/webhooks', {
      body,
      headers: { 'idempotency-key': key },
      ...(rules && { user: { id: 'admin', roles: ['staff'] }, permission: { rules } }),
    })

  beforeAll(async () => {
    definitions = await openDefinitions(await openStore())
  })
  afterAll(() => definitions.close())
  beforeEach(async () => {
    key = randomUUID()
    await definitions.clear()
  })

  it('makes one, and shows its signing secret again', async () => {
    const first = await make('first')
    const again = await make('second')
    expect(first).toMatchObject({ status: 201, json: { secret: expect.stringMatching(/^whsec_/) } })
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    for (const name of ['etag', 'location']) expect(again.headers[name]).toBe(first.headers[name])
    expect((await definitions.stored()).webhooks).toHaveLength(1)
  })

  it('makes one for many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => make(at % 2 ? 'second' : 'first')))
    expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1)
    expect((await definitions.stored()).webhooks).toHaveLength(1)
  })

  it('hides from the caller what is hidden from him by now', async () => {
    await make('first')
    const narrowed = await make('first', ordersWebhook, { projectResponse: { secret: 0, headers: 0 } })
    expect(narrowed.status).toBe(201)
    expect(narrowed.text).not.toContain('whsec_')
    expect(await make('first', { ...ordersWebhook, name: 'other' })).toMatchObject({ status: 422 })
  })

  it('keeps no secret in clear', async () => {
    const { json } = await make('first', { ...ordersWebhook, headers: { 'x-api-key': 'of the target' } })
    const { store, db } = definitions.first.platform
    const text = JSON.stringify(await store.collection({ db, collection: '_keptAnswers' }).find({}))
    expect(text).not.toContain((json as { secret: string }).secret)
    expect(text).not.toContain('of the target')
  })
})
