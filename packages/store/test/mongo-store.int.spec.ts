import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { isAbsent, startBackend } from '@sluice/testkit/backends'
import { describeStore } from '../src/conformance/index.ts'
import { killWriter } from '../src/conformance/kill-writer.ts'
import { openMongoStore } from '../src/mongodb/index.ts'
import { serverFaults } from '../src/mongodb/server-faults.ts'
import type { Store } from '../src/port.ts'

const writer = fileURLToPath(new URL('../src/mongodb/writing-process.ts', import.meta.url))
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
    it('a page that is more than one message of the server holds is whole all the same', async () => {
      const store = await open()
      const large = store.collection({ db: 'paging', collection: 'large' })
      const text = 'x'.repeat(1024 * 1024)
      for (let _id = 0; _id < 20; _id += 1) await large.insertOne({ _id, text })
      const found = await large.find({}, { sort: { _id: 1 }, limit: 100 })
      expect(found.map(({ _id }) => _id)).toEqual(Array.from({ length: 20 }, (_, at) => at))
      expect(await large.findOne({ _id: 19 })).toEqual({ _id: 19, text })
      expect(await large.find({}, { sort: { _id: -1 }, skip: 18, limit: 2, projection: { _id: 1 } })).toEqual([
        { _id: 1 },
        { _id: 0 },
      ])
      await store.close()
    })

    const openThroughLine = async () => {
      const through = new URL(uri)
      const line = await breakableLine(through.hostname, Number(through.port || 27017))
      through.host = `127.0.0.1:${line.port}`
      through.searchParams.delete('replicaSet')
      through.searchParams.set('directConnection', 'true')
      return { line, store: await openMongoStore({ uri: through.href, prefix: newPrefix() }) }
    }

    it.each([1, 2, 40])('%i inserts at once whose answer is lost are tried again, and made once', async count => {
      const { line, store } = await openThroughLine()
      const documents = store.collection({ db: 'breaks', collection: 'c' })
      await documents.insertOne({ _id: 'before' })
      const ids = Array.from({ length: count }, (_, at) => `lost ${at}`)
      line.loseAnswerTo('lost 0')
      expect(await Promise.all(ids.map(_id => documents.insertOne({ _id })))).toEqual(ids)
      expect(line.broken()).toBe(1)
      expect(await documents.count({})).toBe(count + 1)
      await store.close()
      await line.close()
    })

    it('a read whose connection breaks under it is tried again', async () => {
      const { line, store } = await openThroughLine()
      const documents = store.collection({ db: 'breaks', collection: 'c' })
      await documents.insertOne({ _id: 'a' })
      line.breakNext('find')
      expect(await documents.findOne({ _id: 'a' })).toEqual({ _id: 'a' })
      expect(line.broken()).toBe(1)
      await store.close()
      await line.close()
    })

    it('two prefixes on one server do not see each other', async () => {
      const first = await open()
      const second = await open()
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

/** A server in front of another one. It ends the connection that brings a certain word, before or after it is answered. */
async function breakableLine(host: string, port: number) {
  let [word, lost, broken] = ['', '', 0]
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const onward = connect(port, host)
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => [client, onward].map(each => each.destroy()))
    }
    let isLost = false
    onward.on('data', bytes => (isLost ? client.destroy() : client.write(bytes)))
    client.on('data', bytes => {
      if (lost && bytes.includes(lost)) {
        isLost = true
        lost = ''
        broken += 1
        return onward.write(bytes)
      }
      if (!word || !bytes.includes(word)) return onward.write(bytes)
      word = ''
      broken += 1
      return client.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    breakNext: (next: string) => {
      word = next
    },
    loseAnswerTo: (next: string) => {
      lost = next
    },
    broken: () => broken,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
