import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type FaultyStore, openFaultyStore } from '@sluice/testkit/faulty-store'
import { describeOnStores } from '@sluice/testkit/stores'
import { openDefinitions, ordersWebhook, type TestDefinitions } from '../src/testing/definition-requests.ts'

await describeOnStores('1,000 repeats at once on a store that is slow, loses answers and refuses calls', openStore => {
  let faulty: FaultyStore
  let definitions: TestDefinitions

  beforeAll(async () => {
    faulty = await openFaultyStore(await openStore())
    definitions = await openDefinitions(faulty.store)
  }, 60_000)
  afterAll(() => definitions.close())

  it('make one webhook by two dispatchers, and are all shown its signing secret', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [answer, ...others] = await faulty.repeat(at =>
      definitions[at % 2 ? 'second' : 'first'].client.request('POST', '/webhooks', { body: ordersWebhook, headers }),
    )
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 201, text: expect.stringContaining('"secret":"whsec_') })
    expect(await definitions.stored()).toMatchObject({ webhooks: [{ name: 'orders' }], versions: [{}] })
  }, 240_000)
})
