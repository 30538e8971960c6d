import { expect, it } from '@jest/globals'
import { PROCESSES_COLLECTION, processRecord } from '@sluice/contracts'
import { type Store, StoreUnavailableError } from '@sluice/store'
import { eventually, openTestPlatform } from '@sluice/testkit'
import { describeOnStores } from '@sluice/testkit/stores'
import { createLogger } from '../index.ts'
import type { Degradation } from '../service/admin-server.ts'
import { processBeat } from './process-beat.ts'

const LOOK_MS = 20

await describeOnStores('a process that tells of itself', openStore => {
  async function open(change: (store: Store) => Store = store => store) {
    const given = await openStore()
    const platform = await openTestPlatform(given ? { store: given } : {})
    const logged: string[] = []
    const logger = createLogger({
      service: 'test',
      level: 'trace',
      destination: { write: (line: string) => void logged.push(line) },
    })
    const state = { missing: ['The process is starting.'], degraded: [] as Degradation[] }
    const beat = processBeat({
      service: 'keys',
      port: 8080,
      platform: { ...platform, logger, store: change(platform.store) },
      readiness: () => state.missing,
      degradation: () => state.degraded,
      lookMs: LOOK_MS,
    })
    const records = async () =>
      (await platform.store.collection({ db: platform.db, collection: PROCESSES_COLLECTION }).find({})).map(document =>
        processRecord.parse(document),
      )
    return { platform, beat, state, logged, records }
  }

  it('is told of with its version and figures at once, and of what changes within seconds', async () => {
    const { platform, beat, state, records } = await open()
    await beat.start()
    await eventually(async () => (await records()).length === 1)
    const [first] = await records()
    expect(first).toMatchObject({ service: 'keys', version: expect.stringMatching(/^\d+\.\d+\.\d+/), port: 8080 })
    expect(first).toMatchObject({ ready: false, missing: ['The process is starting.'], degraded: [] })
    expect(first?.figures.memoryBytes).toBeGreaterThan(10_000_000)
    const life = Number(first?.endsAt) - platform.changes.storeTime()
    expect(life).toBeGreaterThan(50_000)
    expect(life).toBeLessThanOrEqual(60_000)

    state.missing = []
    state.degraded = [{ dependency: 'redis', since: 1_790_000_000_000, effect: 'Slower.', error: 'refused' }]
    await eventually(async () => (await records())[0]?.ready === true)
    const degraded = [{ dependency: 'redis', since: new Date(1_790_000_000_000), effect: 'Slower.' }]
    expect(await records()).toMatchObject([{ _id: first?._id, degraded, startedAt: first?.startedAt }])

    await beat.stop(1_000)
    expect(await records()).toEqual([])
    await platform.close()
  })

  it('ends by itself when its process was killed', async () => {
    const { platform, beat, records } = await open()
    await beat.start()
    await eventually(async () => (await records()).length === 1)
    const indexes = await platform.store.collection({ db: platform.db, collection: PROCESSES_COLLECTION }).listIndexes()
    expect(indexes).toContainEqual(expect.objectContaining({ keys: { endsAt: 1 }, expireAfterSeconds: 0 }))
    await beat.stop(1_000)
    await platform.close()
  })

  it('is not harmed by a store that is away: it says so once, and stops in time', async () => {
    let asked = 0
    const away = async () => {
      asked += 1
      throw new StoreUnavailableError('away')
    }
    const { platform, beat, state, logged } = await open(store => ({
      ...store,
      collection: name => ({ ...store.collection(name), createIndex: away, replaceOne: away }),
    }))
    await beat.start()
    await eventually(() => asked === 1)
    state.missing = ['The store has not answered for 6 seconds.']
    await beat.stop(1_000)
    expect(logged.filter(line => line.includes('process.not-told'))).toHaveLength(1)
    await platform.close()
  })

  it('stops in time though the store never answers', async () => {
    const never = () => new Promise<never>(() => {})
    const { platform, beat } = await open(store => ({
      ...store,
      collection: name => ({ ...store.collection(name), createIndex: never }),
    }))
    await beat.start()
    const stoppingAt = performance.now()
    await beat.stop(200)
    expect(performance.now() - stoppingAt).toBeLessThan(2_000)
    await platform.close()
  })
})
