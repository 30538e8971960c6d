import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { isAbsent, startBackend } from '@sluice/testkit/backends'
import { describeStore } from '../conformance/index.ts'
import { killWriter } from '../conformance/kill-writer.ts'
import type { Store } from '../port.ts'
import { openMongoStore } from './index.ts'
import { serverFaults } from './server-faults.ts'

const writer = fileURLToPath(new URL('./writing-process.ts', import.meta.url))
const newPrefix = () => `t${randomUUID().slice(0, 8)}-`

// Before anything is registered, as the suite depends on the server.
const backend = isAbsent('mongodb') ? undefined : await startBackend('mongodb')
const faults = backend && (await serverFaults(backend.address))
const describeHere = backend ? describe : describe.skip
const uri = backend?.address ?? ''
afterAll(() => backend?.stop())

describeHere('on a MongoDB server', () => {
  const open = (prefix = newPrefix()): Promise<Store> => openMongoStore({ uri, prefix })

  describeStore('MongoDB', {
    serverFaults: faults,
    open: () => open(),
    killWhileWriting: async after => {
      const prefix = newPrefix()
      const acknowledged = await killWriter(writer, [uri, prefix], after)
      return { acknowledged, store: await open(prefix) }
    },
  })

  describe('beside the conformance', () => {
    it('two prefixes on one server do not see each other', async () => {
      const [first, second] = [await open(), await open()]
      const place = { db: 'same', collection: 'c' }
      await first.collection(place).insertOne({ _id: 1 })
      expect(await second.collection(place).find({})).toEqual([])
      expect([await first.listDatabases(), await second.listDatabases()]).toEqual([['same'], []])
      await Promise.all([first.close(), second.close()])
    })
    it('50 parallel upserts of one document make one, and all succeed', async () => {
      const store = await open()
      const documents = store.collection({ db: 'd', collection: 'c' })
      await documents.createIndex({ key: 1 }, { unique: true })
      const raise = () => documents.updateOne({ key: 'x' }, { $inc: { n: 1 } }, { upsert: true })
      await Promise.all(Array.from({ length: 50 }, raise))
      expect(await documents.find({}, { projection: { _id: 0 } })).toEqual([{ key: 'x', n: 50 }])
      const raises = Array.from({ length: 20 }, () =>
        documents.bulkWrite([
          { updateOne: { filter: { key: 'y' }, update: { $inc: { n: 1 } }, upsert: true } },
          { updateOne: { filter: { key: 'z' }, update: { $inc: { n: 1 } }, upsert: true } },
        ]),
      )
      expect((await Promise.all(raises)).flatMap(({ errors }) => errors)).toEqual([])
      const counts = await documents.find({ n: 20 }, { sort: { key: 1 }, projection: { _id: 0 } })
      expect(counts).toEqual([
        { key: 'y', n: 20 },
        { key: 'z', n: 20 },
      ])
      await store.close()
    })
    it('parallel transactions that upsert one document all succeed', async () => {
      const store = await open()
      const place = { db: 'd', collection: 'upserts' }
      await store.createCollection(place)
      const raise = () =>
        store.transaction(({ collection }) =>
          collection(place).updateOne({ _id: 'counter' }, { $inc: { n: 1 } }, { upsert: true }),
        )
      await Promise.all(Array.from({ length: 10 }, raise))
      expect(await store.collection(place).findOne({})).toEqual({ _id: 'counter', n: 10 })
      await store.close()
    })
    it('a transaction ends after 5 s and leaves nothing', async () => {
      const store = await open()
      const place = { db: 'd', collection: 'late' }
      await store.createCollection(place)
      const work = store.transaction(async ({ collection }) => {
        await collection(place).insertOne({ _id: 1 })
        await new Promise(() => {})
      })
      await expect(work).rejects.toMatchObject({ name: 'StoreTimeoutError' })
      expect(await store.collection(place).count({})).toBe(0)
      await store.close()
    }, 15_000)
    it('a transaction takes steps that are begun together', async () => {
      const store = await open()
      const place = { db: 'd', collection: 'together' }
      await store.transaction(async ({ collection }) => {
        await Promise.all([1, 2, 3].map(_id => collection(place).insertOne({ _id })))
      })
      expect(await store.collection(place).count({})).toBe(3)
      await store.close()
    })
    it('a unique index of the same keys under another name is not made twice', async () => {
      const store = await open()
      const documents = store.collection({ db: 'd', collection: 'indexes' })
      await documents.createIndex({ a: 1 }, { name: 'mine' })
      expect(await documents.createIndex({ a: 1 })).toBe('mine')
      await expect(documents.createIndex({ b: 1 }, { name: 'mine' })).rejects.toMatchObject({
        name: 'InvalidQueryError',
      })
      await store.close()
    })
  })

  describe('an address that is of no use', () => {
    const refusal = (message: string) => ({ name: 'StoreOpenError', message: expect.stringContaining(message) })
    it('with nothing behind it is named, without the password, within its time', async () => {
      const nowhere = 'mongodb://someone:hunter2@127.0.0.1:1/?replicaSet=rs0'
      const startedAt = performance.now()
      const error = await openMongoStore({ uri: nowhere, openTimeoutMs: 3000 }).catch((reason: Error) => reason)
      expect(error).toMatchObject(refusal('127.0.0.1:1'))
      expect(String(error)).not.toContain('hunter2')
      expect(performance.now() - startedAt).toBeLessThan(8000)
    }, 20_000)
    it('that can not be read is refused, without the password', async () => {
      const error = await openMongoStore({ uri: 'mongo://a:hunter2@b' }).catch((reason: Error) => reason)
      expect(error).toMatchObject(refusal('no address of a MongoDB server'))
      expect(String(error)).not.toContain('hunter2')
    })
    it('with a wrong password is refused at once', async () => {
      const stranger = uri.replace('mongodb://', 'mongodb://someone:hunter2@')
      const error = await openMongoStore({ uri: stranger }).catch((reason: Error) => reason)
      expect(error).toMatchObject(refusal('refuses the user or password'))
      expect(String(error)).not.toContain('hunter2')
    })
  })
})
