import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Store } from '@sluice/store'
import { openSqliteStore } from '@sluice/store/sqlite'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import fc from 'fast-check'
import { faultyStore, type StoreHarm } from '../src/testing/faulty-store.ts'
import { startData, type TestData } from '../src/testing/start-data.ts'

const REPEATS = 200
const RUNS = 5
const TO_REPEAT: ReadonlySet<number> = new Set([409, 503])
/** Of ten calls of the store five are harmed. */
const HARMS: readonly StoreHarm[] = ['pass', 'pass', 'pass', 'pass', 'pass', 'slow', 'lose', 'lose', 'refuse', 'refuse']

await describeOnStores('1,000 repeats at once on a store that is slow, loses answers and refuses calls', openStore => {
  let data: TestData
  let harms: StoreHarm[] = []

  beforeAll(async () => {
    const store: Store =
      (await openStore()) ?? (await openSqliteStore({ path: join(await temporaryDirectory(), 'store.sqlite') }))
    data = await startData({ store: faultyStore(store, () => harms.pop() ?? 'pass') })
    await data.request('PUT', '/parcels')
  }, 60_000)
  afterAll(() => data.stop())

  it('leave one document each, and are given its answer in the end', async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const key = randomUUID()
      const seed = randomBytes(4).readInt32LE()
      const post = () =>
        data.request('POST', '/parcels', {
          user: { id: 'ann', roles: ['writer'] },
          permission: {},
          body: { key },
          headers: { 'idempotency-key': key },
        })
      harms = fc.sample(fc.constantFrom(...HARMS), { seed, numRuns: 50_000 })
      const answers = await Promise.all(
        Array.from({ length: REPEATS }, () =>
          eventually(
            async () => {
              const answer = await post()
              return !TO_REPEAT.has(answer.status) && answer
            },
            { timeoutMs: 60_000, what: `an answer (seed ${seed})` },
          ),
        ),
      )
      harms = []
      const stored = await data.platform.store.collection({ db: 'sluice', collection: 'parcels' }).find({ key })
      expect({ seed, stored: stored.length }).toEqual({ seed, stored: 1 })
      expect([...new Set(answers.map(({ status, text }) => `${status} ${text}`))]).toHaveLength(1)
      expect(answers[0]).toMatchObject({ status: 201, json: { _id: { $oid: String(stored[0]?._id) } } })
    }
  }, 240_000)
})
