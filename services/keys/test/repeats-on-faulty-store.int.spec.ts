import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type FaultyStore, openFaultyStore } from '@sluice/testkit/faulty-store'
import { describeOnStores } from '@sluice/testkit/stores'
import { as, openKeys } from '../src/testing/open-keys.ts'

await describeOnStores('1,000 repeats at once on a store that is slow, loses answers and refuses calls', openStore => {
  let faulty: FaultyStore
  let keys: Awaited<ReturnType<typeof openKeys>>

  beforeAll(async () => {
    faulty = await openFaultyStore(await openStore())
    keys = await openKeys({ store: faulty.store })
  }, 60_000)
  afterAll(() => keys.close())

  it('issue one key by two processes, and are all shown its secret', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { name: 'ci', roles: ['reader'] }
    const [answer, ...others] = await faulty.repeat(at =>
      (at % 2 ? keys.second : keys.client).request('POST', '/keys', { ...as(), body, headers }),
    )
    expect(others).toEqual([])
    expect(answer).toMatchObject({ status: 201, text: expect.stringContaining('"key":"slk_') })
    expect(await keys.stored()).toHaveLength(1)
  }, 240_000)
})
