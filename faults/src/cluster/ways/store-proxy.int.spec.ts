import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Backend, isAbsent, startBackend } from '@sluice/testkit/backends'
import { MongoClient } from 'mongodb'
import { type StoreProxy, startStoreProxy } from './store-proxy.ts'

const describeHere = isAbsent('mongodb') ? describe.skip : describe

describeHere('the way to the store', () => {
  let store: Backend
  let proxy: StoreProxy
  let client: MongoClient
  const things = () => client.db('rig-proxy').collection<{ _id: string; text: string }>('things')

  beforeAll(async () => {
    store = await startBackend('mongodb')
    proxy = await startStoreProxy(store.address)
    client = await new MongoClient(proxy.url, { serverSelectionTimeoutMS: 10_000 }).connect()
    await things().deleteMany({})
  })
  afterAll(async () => {
    await client.close()
    proxy.close()
    await store.stop()
  })

  const took = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return performance.now() - startedAt
  }

  it('lets everything pass, however large', async () => {
    const text = 'x'.repeat(3_000_000)
    await things().insertOne({ _id: 'large', text })
    expect((await things().findOne({ _id: 'large' }))?.text).toBe(text)
    expect(proxy.treated()).toBe(0)
  })

  it('keeps the answers of the commands that it is told to, and of no others', async () => {
    proxy.treat(command => (command === 'find' ? { kind: 'late', ms: 300 } : { kind: 'pass' }))
    expect(await took(() => things().findOne({ _id: 'large' }))).toBeGreaterThanOrEqual(299)
    expect(await took(() => client.db('rig-proxy').command({ ping: 1 }))).toBeLessThan(299)
    proxy.heal()
    expect(await took(() => things().findOne({ _id: 'none' }))).toBeLessThan(299)
  })

  it('has the store hear later of the commands that it is told to', async () => {
    proxy.treat(command => (command === 'insert' ? { kind: 'held', ms: 300 } : { kind: 'pass' }))
    const inserting = took(() => things().insertOne({ _id: 'held', text: '' }))
    expect(await things().findOne({ _id: 'held' })).toBeNull()
    expect(await inserting).toBeGreaterThanOrEqual(299)
    proxy.heal()
    expect(await things().findOne({ _id: 'held' })).not.toBeNull()
  })

  it('lets the store do what it is told, and loses the answer, of the commands and collections that it is told to', async () => {
    const other = client.db('rig-proxy').collection<{ _id: string }>('others')
    await other.deleteMany({})
    const asked: string[] = []
    proxy.treat((command, collection) => {
      if (command !== 'insert' || collection !== 'things') return { kind: 'pass' }
      asked.push(command)
      return { kind: 'lost' }
    })
    await expect(things().insertOne({ _id: 'lost', text: '' })).rejects.toMatchObject({ name: 'MongoNetworkError' })
    await other.insertOne({ _id: 'kept' })
    proxy.heal()
    expect(asked.length).toBeGreaterThan(0)
    expect(await things().findOne({ _id: 'lost' })).not.toBeNull()
  })

  it('answers in the place of a store that takes no writes, and the store never hears of them', async () => {
    proxy.treat(command =>
      command === 'insert' ? { kind: 'refuse', code: 371, name: 'UserWritesBlocked' } : { kind: 'pass' },
    )
    await expect(things().insertOne({ _id: 'refused', text: '' })).rejects.toMatchObject({ code: 371 })
    proxy.heal()
    expect(await things().findOne({ _id: 'refused' })).toBeNull()
  })
})
