import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@sluice/testkit'
import { describeStore } from '../src/conformance/index.ts'
import { killWriter } from '../src/conformance/kill-writer.ts'
import { openDatabase } from '../src/sqlite/database.ts'
import { openSqliteStore } from '../src/sqlite/index.ts'
import { openIdReader } from '../src/sqlite/queries/id-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-store-'))
let files = 0
const newPath = () => {
  files += 1
  return join(folder, `store-${files}.db`)
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const writer = fileURLToPath(new URL('../src/sqlite/writing-process.ts', import.meta.url))

describeStore('SQLite', {
  open: () => openSqliteStore({ path: newPath() }),
  killWhileWriting: async after => {
    const path = newPath()
    const acknowledged = await killWriter(writer, [path], after)
    return { acknowledged, store: await openSqliteStore({ path }) }
  },
})

describe('the data file', () => {
  it('is refused while another instance has it, and free again after the close', async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    const refusal = { name: 'StoreOpenError', message: expect.stringContaining('in use by another running instance') }
    await expect(openSqliteStore({ path })).rejects.toMatchObject(refusal)
    await store.close()
    await (await openSqliteStore({ path })).close()
  })
  it('is refused where it can not be made, saying what to check', async () => {
    const refusal = { name: 'StoreOpenError', message: expect.stringContaining('Check that the folder is there') }
    await expect(openSqliteStore({ path: join(folder, 'none', 'store.db') })).rejects.toMatchObject(refusal)
  })
  it('is refused when it is something else', async () => {
    const path = newPath()
    writeFileSync(path, 'no database at all, but long enough to be looked at as one'.repeat(20))
    await expect(openSqliteStore({ path })).rejects.toMatchObject({ name: 'StoreOpenError' })
  })
  it('keeps documents, indexes and collections over a close', async () => {
    const path = newPath()
    const first = await openSqliteStore({ path, syncOnCommit: true })
    await first.collection({ db: 'd', collection: 'c' }).createIndex({ a: 1 }, { unique: true })
    await first.collection({ db: 'd', collection: 'c' }).insertOne({ _id: 1, a: 1 })
    await first.close()
    const again = await openSqliteStore({ path })
    const documents = again.collection({ db: 'd', collection: 'c' })
    await expect(documents.insertOne({ a: 1 })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    expect([await documents.find({}), (await documents.listIndexes()).length]).toEqual([[{ _id: 1, a: 1 }], 2])
    await again.close()
  })
  it('loses documents past their expiry', async () => {
    const store = await openSqliteStore({ path: newPath(), purgeIntervalMs: 20 })
    const documents = store.collection({ db: 'd', collection: 'c' })
    await documents.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
    await documents.insertMany([
      { _id: 'old', at: new Date(Date.now() - 61_000) },
      { _id: 'new', at: new Date() },
      { _id: 'text', at: 'x' },
    ])
    const deadline = Date.now() + 5000
    while ((await documents.count({})) === 3 && Date.now() < deadline) await new Promise(setImmediate)
    expect((await documents.find({}, { sort: { _id: 1 } })).map(({ _id }) => _id)).toEqual(['new', 'text'])
    await store.close()
  })
})

describe('an expiry', () => {
  it('holds after a restart, for the documents that its index has, and for no others', async () => {
    const path = newPath()
    const first = await openSqliteStore({ path })
    const place = { db: 'd', collection: 'c' }
    const expireAfterSeconds = 60
    const partialFilterExpression = { short: true }
    await first.collection(place).createIndex({ at: 1 }, { expireAfterSeconds, partialFilterExpression })
    const at = new Date(Date.now() - 61_000)
    const lists = [{ _id: 'list', short: true, at: [new Date(), at] }]
    await first.collection(place).insertMany([{ _id: 'kept', at }, { _id: 'gone', at, short: true }, ...lists])
    await first.close()
    const again = await openSqliteStore({ path, purgeIntervalMs: 20 })
    const documents = again.collection(place)
    await eventually(async () => (await documents.count({})) < 2)
    expect((await documents.find({})).map(({ _id }) => _id)).toEqual(['kept'])
    await again.close()
  })
})

describe('a closed store', () => {
  it('may be closed again', async () => {
    const store = await openSqliteStore({ path: newPath() })
    await store.close()
    await expect(store.close()).resolves.toBeUndefined()
  })
  it('refuses look-ups and pipelines, whether there were any before or not', async () => {
    for (const isUsed of [false, true]) {
      const store = await openSqliteStore({ path: newPath() })
      const documents = store.collection({ db: 'd', collection: 'c' })
      if (isUsed) expect(await documents.aggregate([{ $count: 'n' }])).toEqual([])
      await store.close()
      const closed = { name: 'StoreUnavailableError', message: 'The store is closed.' }
      await expect(documents.aggregate([{ $count: 'n' }])).rejects.toMatchObject(closed)
      await expect(documents.findOne({})).rejects.toMatchObject(closed)
      await expect(documents.findOne({ _id: 'a' })).rejects.toMatchObject(closed)
    }
  })
})

describe('a look-up by _id without a thread', () => {
  it('leaves the question to the thread where it can not be answered at once', async () => {
    const path = newPath()
    const place = { db: 'd', collection: 'c' }
    const lookup = { id: 'a', fields: undefined }
    const store = await openSqliteStore({ path })
    await store.collection(place).insertOne({ _id: 'a' })
    await store.close()
    const holder = openDatabase(path, { readOnly: false })
    holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    const reader = openIdReader(path)
    expect(reader.find(place, lookup)).toBeUndefined()
    holder.exec('COMMIT')
    holder.close()
    expect(reader.find(place, lookup)).toHaveLength(1)
    reader.close()
    expect(reader.find(place, lookup)).toBeUndefined()
  })
})

describe('many look-ups by _id in a row', () => {
  it('let other work in between', async () => {
    const store = await openSqliteStore({ path: newPath() })
    const documents = store.collection({ db: 'd', collection: 'c' })
    await documents.insertOne({ _id: 'a' })
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    try {
      for (let asked = 0; asked < 1_000; asked += 1) await documents.findOne({ _id: 'a' })
    } finally {
      isOver = true
    }
    expect(turns).toBeGreaterThanOrEqual(10)
    await store.close()
  })
})

describe('the reading thread', () => {
  it('of pipelines is free again after one that was stuck in it, for the others and the next', async () => {
    const warnings: string[] = []
    const store = await openSqliteStore({ path: newPath(), onWarning: message => warnings.push(message) })
    const documents = store.collection({ db: 'd', collection: 'c' })
    const list = Array.from({ length: 1000 }, (_, index) => index)
    await documents.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id, list })))
    const conditions = list.map(index => ({ $in: [`none ${index}`, '$list'] }))
    const stuck = documents.aggregate([{ $project: { any: { $or: conditions } } }], { maxTimeMs: 500 })
    const others = Array.from({ length: 5 }, () => documents.aggregate([{ $count: 'n' }], { maxTimeMs: 30_000 }))
    await expect(stuck).rejects.toMatchObject({ name: 'StoreTimeoutError' })
    expect(await Promise.all(others)).toEqual(Array.from({ length: 5 }, () => [{ n: 100 }]))
    expect(await documents.aggregate([{ $count: 'n' }], { maxTimeMs: 30_000 })).toEqual([{ n: 100 }])
    expect(warnings).toEqual([expect.stringContaining('the reading thread is replaced')])
    await store.close()
  })

  it('is replaced when a query is stuck in it, and the other queries are answered all the same', async () => {
    const warnings: string[] = []
    const store = await openSqliteStore({ path: newPath(), onWarning: message => warnings.push(message) })
    const documents = store.collection({ db: 'd', collection: 'c' })
    const list = Array.from({ length: 1000 }, (_, index) => index)
    await documents.insertMany(Array.from({ length: 100 }, (_, _id) => ({ _id, list })))
    const conditions = list.map(index => ({ $in: [`none ${index}`, '$list'] }))
    const pipeline = [{ $project: { any: { $or: conditions } } }]
    const slow = documents.aggregate(pipeline, { maxTimeMs: 1000 }).then(
      () => 'done',
      ({ name }: Error) => name,
    )
    const others = Promise.all(
      Array.from({ length: 20 }, (_, _id) => documents.findOne({ _id }, { projection: { _id: 1 } })),
    )
    expect(await slow).toBe('StoreTimeoutError')
    expect(warnings).toEqual([expect.stringContaining('the reading thread is replaced')])
    expect((await others).map(found => found?._id)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    await store.close()
  })
})
