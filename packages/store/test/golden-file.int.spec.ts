import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { GOLDEN_DB as db, goldenDocuments, goldenVersions, unpackGolden } from '@sluice/testkit/golden'
import type { Store } from '../src/index.ts'
import { openSqliteStore } from '../src/sqlite/index.ts'

describe.each(goldenVersions())('the data file of version %s', version => {
  const documents = goldenDocuments(version)
  let store: Store
  beforeAll(async () => {
    store = await openSqliteStore({ path: await unpackGolden(version, 'store.sqlite') })
  })
  afterAll(() => store.close())

  it('holds every collection, and every document as it was', async () => {
    expect(await store.listCollections(db)).toEqual(Object.keys(documents).sort())
    for (const [collection, expected] of Object.entries(documents)) {
      expect(await store.collection({ db, collection }).find({}, { sort: { _id: 1 } })).toEqual(expected)
    }
  })

  it('is looked into by its indexes', async () => {
    const keys = store.collection({ db, collection: 'apiKeys' })
    for (const { _id, hash } of documents.apiKeys ?? []) {
      expect(await keys.indexFor({ hash })).toBe('hash_1')
      expect(await keys.find({ hash })).toMatchObject([{ _id }])
    }
    const executions = store.collection({ db, collection: 'webhookExecutions20261120' })
    const pending = await executions.find({ webhookId: 'by-http', status: 'pending' }, { sort: { eventId: -1 } })
    expect(pending.map(({ eventId }) => eventId)).toEqual([
      '01a1f8d3-ea00-7000-8000-000000000012',
      '01a1f8d3-ea00-7000-8000-000000000011',
    ])
  })

  it('takes new documents, and keeps its rules', async () => {
    const keys = store.collection({ db, collection: 'apiKeys' })
    const [{ hash } = {}] = documents.apiKeys ?? []
    await expect(keys.insertOne({ _id: 'copy', hash })).rejects.toMatchObject({ name: 'DuplicateKeyError' })
    await keys.insertOne({ _id: 'new', hash: 'another' })
    expect(await keys.findOne({ hash: 'another' })).toEqual({ _id: 'new', hash: 'another' })
    await keys.deleteOne({ _id: 'new' })
  })
})
