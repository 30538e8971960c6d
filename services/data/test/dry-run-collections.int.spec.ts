import { expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'
import type { TestData } from '../src/testing/start-data.ts'

type Call = Parameters<TestData['request']>[2]
type IndexAnswer = { _id: string; keys: object; ops: object }

const asking =
  (data: () => TestData) =>
  (line: string, options: Call = {}) => {
    const [method = '', target = ''] = line.split(' ')
    return data().request(method, target, options)
  }

/** What there is beside the documents: collections, their indexes, what is kept about them, the change log. */
async function propertiesIn({ platform: { store } }: TestData): Promise<unknown> {
  const databases = (await store.listDatabases()).toSorted()
  const places = await Promise.all(
    databases.map(async db => (await store.listCollections(db)).map(collection => ({ db, collection }))),
  )
  return Promise.all(
    places.flat().map(async place => {
      const collection = store.collection(place)
      const isKept = ['_collections', '_changes', '_changeCounters'].includes(place.collection)
      const indexes = (await collection.listIndexes()).map(({ name }) => name).toSorted()
      return { place, indexes, kept: isKept ? await collection.find({}, { sort: { _id: 1 } }) : [] }
    }),
  )
}

const trying = (data: () => TestData) => async (line: string, options?: Call) => {
  const before = await propertiesIn(data())
  const answer = await asking(data)(`${line}?dryRun=true`, options)
  expect(await propertiesIn(data())).toEqual(before)
  return answer
}

describeOnEachStore('dryRun=true about a collection', {}, data => {
  const ask = asking(data)
  const tryOut = trying(data)

  it('says whether it would be made, changed, removed, and does nothing', async () => {
    expect(await tryOut('PUT /parts')).toMatchObject({ status: 201, json: { _id: 'parts' } })
    const described = await tryOut('PUT /parts', { body: { description: 'tried' } })
    expect(described).toMatchObject({ status: 201, json: { description: 'tried' } })
    expect(await tryOut('PUT /keys')).toMatchObject({ status: 400 })
    expect(await tryOut('PATCH /parts/_meta', { body: { description: 'x' } })).toMatchObject({ status: 404 })
    expect(await ask('PUT /parts')).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /parts')).toMatchObject({ status: 200 })
    const headers = { 'if-none-match': '*' }
    expect(await tryOut('PUT /parts', { headers })).toMatchObject({ status: 412 })
    expect(await ask('PUT /parts', { headers })).toMatchObject({ status: 412 })
    expect(await ask('PUT /others', { headers })).toMatchObject({ status: 201 })
  })

  it('judges properties, and the version that they are changed under', async () => {
    await ask('PATCH /parts/_meta', { body: { description: 'first', jsonSchema: { type: 'object' } } })
    const { etag = '' } = (await ask('GET /parts/_meta')).headers
    const changed = await tryOut('PATCH /parts/_meta', { body: { description: 'second', jsonSchema: null } })
    expect(changed).toMatchObject({ status: 200, json: { _id: 'parts', description: 'second' } })
    expect(changed.json).not.toHaveProperty('jsonSchema')
    const wrong = await tryOut('PATCH /parts/_meta', { body: { jsonSchema: { type: 'nothing' } } })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('jsonSchema.type')
    const stale = { headers: { 'if-match': '"65a1b2c3d4e5f60718293a4b"' } }
    expect(await tryOut('PATCH /parts/_meta', { ...stale, body: { description: 'x' } })).toMatchObject({ status: 412 })
    expect(await tryOut('DELETE /parts')).toMatchObject({ status: 409 })
    expect(await tryOut('DELETE /parts', stale)).toMatchObject({ status: 412 })
    expect(await tryOut('DELETE /parts', { headers: { 'if-match': etag } })).toMatchObject({ status: 204 })
    expect(await ask('GET /parts/_meta')).toMatchObject({ status: 200, json: { description: 'first' } })
  })

  it('says whether an index would be made, be there, or break on what is stored', async () => {
    await ask('POST /parts', {
      body: [
        { sku: 'a', tags: ['x', 'y'] },
        { sku: 'a', tags: ['y'] },
      ],
    })
    const unique = { keys: { sku: 1 }, ops: { unique: true } }
    expect(await tryOut('PUT /parts/_indexes/sku', { body: { keys: { sku: 1 } } })).toMatchObject({
      status: 201,
      json: { _id: 'sku', keys: { sku: 1 }, ops: {} },
    })
    expect(await tryOut('PUT /parts/_indexes/sku', { body: unique })).toMatchObject({ status: 409 })
    const tags = { keys: { tags: 1 }, ops: { unique: true } }
    expect(await tryOut('PUT /parts/_indexes/tags', { body: tags })).toMatchObject({ status: 409 })
    expect(await ask('PUT /parts/_indexes/sku', { body: { keys: { sku: 1 } } })).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /parts/_indexes/sku', { body: { keys: { sku: 1 } } })).toMatchObject({ status: 200 })
    expect(await tryOut('PUT /parts/_indexes/sku', { body: { keys: { other: 1 } } })).toMatchObject({ status: 409 })
    expect(await tryOut('PUT /parts/_indexes/sku', { body: { keys: { sku: 3 } } })).toMatchObject({ status: 400 })
    expect(await tryOut('DELETE /parts/_indexes/sku')).toMatchObject({ status: 204 })
    expect(await tryOut('DELETE /parts/_indexes/none')).toMatchObject({ status: 404 })
    const headers = { 'if-none-match': '*' }
    expect(await ask('PUT /parts/_indexes/sku', { headers, body: { keys: { sku: 1 } } })).toMatchObject({ status: 412 })
  })

  it('is 400 with another value or misspelt, and then nothing is done', async () => {
    const lines = [
      'PUT /new',
      'DELETE /parts',
      'PATCH /parts/_meta',
      'PUT /parts/_indexes/n',
      'DELETE /parts/_indexes/sku',
    ]
    const before = await propertiesIn(data())
    for (const line of lines) {
      for (const query of ['dryrun=true', 'dryRun=1', 'dry=true']) {
        const body = line.includes('_indexes/n') ? { keys: { n: 1 } } : line.startsWith('PATCH') ? {} : undefined
        expect(await ask(`${line}?${query}`, { body })).toMatchObject({ status: 400, json: { code: 'BAD_QUERY' } })
      }
    }
    expect(await propertiesIn(data())).toEqual(before)
  })

  it('an index is told in the form that makes it: sent back as it is, it is the same, made anew too', async () => {
    await ask('PUT /formed')
    const wanted = [
      { keys: { a: 1 }, ops: {} },
      { keys: { b: 1, 'c.d': -1 }, ops: { unique: true, sparse: true } },
      { keys: { at: 1 }, ops: { expireAfterSeconds: 60, partialFilterExpression: { since: { $gt: { $date: 5 } } } } },
    ]
    for (const [number, body] of wanted.entries()) await ask(`PUT /formed/_indexes/i${number}`, { body })
    const collated = { keys: { e: 1 }, ops: { collation: { locale: 'en', strength: 2 } } }
    await ask('PUT /formed/_indexes/i9', { body: collated })
    const list = async () => (await ask('GET /formed/_indexes')).json as IndexAnswer[]
    const told = await list()
    expect(told.length).toBeGreaterThan(3)
    expect(told.find(({ _id }) => _id === 'i2')).toMatchObject(wanted[2] ?? {})
    for (const index of told) {
      expect(await ask(`PUT /formed/_indexes/${index._id}`, { body: index })).toMatchObject({
        status: 200,
        json: index,
      })
      const { _id, keys, ops } = index
      expect(await ask(`PUT /formed/_indexes/${_id}`, { body: { keys, ops } })).toMatchObject({ status: 200 })
      if (_id === '_id_') continue
      expect(await ask(`DELETE /formed/_indexes/${_id}`)).toMatchObject({ status: 204 })
      expect(await ask(`PUT /formed/_indexes/${_id}`, { body: index })).toMatchObject({ status: 201, json: index })
    }
    const byName = (indexes: IndexAnswer[]) => indexes.toSorted((one, other) => one._id.localeCompare(other._id))
    expect(byName(await list())).toEqual(byName(told))
  })

  it('what stands beside keys and ops has to agree with them', async () => {
    const body = { _id: 'other', keys: { a: 1 }, key: { b: 1 }, unique: true }
    const answer = await ask('PUT /formed/_indexes/mine', { body })
    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ path: '_id' }, { path: 'key' }, { path: 'unique' }] },
    })
  })
})

describeOnEachStore('dryRun=true about a database', { tier: 'dedicated' }, data => {
  const ask = asking(data)
  const tryOut = trying(data)

  it('says whether it would be made or removed, and does nothing', async () => {
    expect(await tryOut('PUT /shop')).toMatchObject({ status: 201, json: { _id: 'shop' } })
    expect(await ask('PUT /shop')).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /shop')).toMatchObject({ status: 200 })
    expect(await tryOut('PUT /SHOP')).toMatchObject({ status: 409 })
    expect(await tryOut('PUT /shop/parts')).toMatchObject({ status: 201 })
    expect(await tryOut('PUT /none/parts')).toMatchObject({ status: 201 })
    const { etag = '' } = (await ask('GET /shop/_meta')).headers
    expect(await tryOut('DELETE /shop', { headers: { 'if-match': 'x' } })).toMatchObject({ status: 412 })
    expect(await tryOut('DELETE /shop', { headers: { 'if-match': etag } })).toMatchObject({ status: 204 })
    expect(await ask('PUT /shop', { headers: { 'if-none-match': '*' } })).toMatchObject({ status: 412 })
    expect(await ask('DELETE /shop?dryrun=true', { headers: { 'if-match': etag } })).toMatchObject({ status: 400 })
    expect(await ask('GET /shop/_meta')).toMatchObject({ status: 200 })
  })
})
