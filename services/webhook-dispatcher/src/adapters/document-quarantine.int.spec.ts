import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { collectionsOf } from './collections.ts'
import { documentQuarantine } from './document-quarantine.ts'

const MAX_ROWS = 1000
const TRIMMED_EVERY = 100

await describeOnStores('events that can not be read', openStore => {
  let platform: TestPlatform
  beforeAll(async () => {
    const store = await openStore()
    platform = await openTestPlatform(store ? { store } : {})
  })
  afterAll(() => platform.close())

  const poison = (offset: number, at: Date) => ({
    topic: 't',
    partition: 0,
    offset: BigInt(offset),
    key: 'k',
    headers: {},
    value: Buffer.from('x'),
    at,
  })

  it('are kept in a number that is bounded at all times, the newest of them, also in a flood of one millisecond', async () => {
    const quarantine = documentQuarantine(platform)
    const rows = platform.store.collection(collectionsOf(platform.db).quarantine)
    const at = new Date()
    for (let first = 0; first < 2 * MAX_ROWS; first += TRIMMED_EVERY) {
      const flood = Array.from({ length: TRIMMED_EVERY }, (_, index) => poison(10_000 + first + index, at))
      await Promise.all(flood.map(record => quarantine.put(record, 'poison')))
      expect(await rows.count({})).toBeLessThanOrEqual(MAX_ROWS + 2 * TRIMMED_EVERY)
    }
    await quarantine.tidy(new Date(at.getTime() - 1))
    expect(await rows.count({})).toBe(MAX_ROWS)
    expect(await rows.findOne({ _id: 't.0.11999' })).toBeDefined()
    expect(await rows.findOne({ _id: 't.0.10999' })).toBeUndefined()
  })
})
