import { beforeAll, beforeEach, expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const writer = { id: 'ada', roles: ['writer'] }
const orders = { db: 'sluice', collection: 'orders' }
const filter = (value: unknown) => `filter=${encodeURIComponent(JSON.stringify(value))}`

type StoredRow = { _id: string; _etag: unknown; [field: string]: unknown }

describeOnEachStore('PATCH and DELETE /<collection>/*', {}, data => {
  const collection = () => data().platform.store.collection(orders)
  const stored = async () => (await collection().find({}, { sort: { _id: 1 } })) as StoredRow[]

  beforeAll(() => data().request('PUT', '/orders'))
  beforeEach(async () => {
    await collection().deleteMany({})
    await collection().insertMany([
      { _id: 'a', owner: 'ada', n: 1 },
      { _id: 'b', owner: 'bob', n: 2, public: true },
      { _id: 'c', owner: 'ada', n: 3, public: true },
    ])
  })

  it('200 changes what the filter names, and tells how many', async () => {
    const answer = await data().request('PATCH', `/orders/*?${filter({ n: { $gte: 2 } })}`, {
      body: { $inc: { n: 10 }, state: 'done' },
    })
    expect(answer).toMatchObject({ status: 200, json: { inserted: 0, matched: 2, modified: 2, deleted: 0 } })
    const [a, b, c] = await stored()
    expect([a?.n, b?.n, c?.n, a?.state, b?.state]).toEqual([1, 12, 13, undefined, 'done'])
    expect([a?._etag, b?._etag !== undefined]).toEqual([undefined, true])
  })

  it('200 deletes what every filter names', async () => {
    const answer = await data().request('DELETE', `/orders/*?${filter({ owner: 'ada' })}&${filter({ n: 3 })}`)
    expect(answer).toMatchObject({ status: 200, json: { deleted: 1, matched: 0 } })
    expect((await stored()).map(({ _id }) => _id)).toEqual(['a', 'b'])
  })

  it('writes each of more documents than one batch holds once', async () => {
    await collection().insertMany(Array.from({ length: 1_200 }, (_, index) => ({ _id: `many-${index}`, hits: 0 })))
    const many = filter({ hits: { $exists: true } })
    const answer = await data().request('PATCH', `/orders/*?${many}`, { body: { $inc: { hits: 1 } } })
    expect(answer.json).toMatchObject({ matched: 1_200, modified: 1_200 })
    expect(await collection().count({ hits: 1 })).toBe(1_200)
    expect((await data().request('DELETE', `/orders/*?${many}`)).json).toMatchObject({ deleted: 1_200 })
  })

  it('never goes beyond what the caller may write, or read', async () => {
    const permission = { rules: { allowBulkPatch: true, writeFilter: { owner: 'ada' }, readFilter: { public: true } } }
    const request = { body: { seen: true }, user: writer, permission }
    expect((await data().request('PATCH', `/orders/*?${filter({})}`, request)).json).toMatchObject({ matched: 1 })
    expect((await stored()).map(({ seen }) => seen)).toEqual([undefined, undefined, true])
  })

  it('sets the fields of mergeRequest, whatever operator was sent', async () => {
    const permission = { rules: { allowBulkPatch: true, mergeRequest: { by: 'ada' } } }
    const request = { body: { $unset: { by: true }, $set: { x: 1 } }, user: writer, permission }
    await data().request('PATCH', `/orders/*?${filter({})}`, request)
    expect((await stored()).map(({ by, x }) => [by, x])).toEqual(Array.from({ length: 3 }, () => ['ada', 1]))
  })

  it.each([
    ['PATCH', ''],
    ['DELETE', ''],
    ['DELETE', '?filter='],
    ['DELETE', '?filter=[]'],
    ['DELETE', `?${filter({ $where: '1' })}`],
    ['PATCH', `?${filter({ $or: [{ a: { $function: {} } }] })}`],
  ])('400 for %s %s; nothing is written', async (method, query) => {
    const answer = await data().request(method, `/orders/*${query}`, method === 'PATCH' ? { body: { x: 1 } } : {})
    expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_FILTER' } })
    expect((await stored()).map(({ _id, x }) => [_id, x])).toEqual([['a'], ['b'], ['c']].map(([id]) => [id, undefined]))
  })

  it('400 for a body that names an id, or that is no change', async () => {
    for (const body of [{ _id: 'z' }, { $where: 1 }, [], { $set: { '': 1 } }]) {
      expect((await data().request('PATCH', `/orders/*?${filter({})}`, { body })).status).toBe(400)
    }
  })

  it('403 without the flag, and 403 for a hidden field in the filter', async () => {
    const without = { user: writer, permission: { rules: { allowBulkPatch: true } } }
    expect((await data().request('DELETE', `/orders/*?${filter({})}`, without)).status).toBe(403)
    const hiding = { user: writer, permission: { rules: { allowBulkDelete: true, projectResponse: { owner: 0 } } } }
    const answer = await data().request('DELETE', `/orders/*?${filter({ owner: 'ada' })}`, hiding)
    expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
    expect(await collection().count({})).toBe(3)
  })

  it('404 for an unknown collection, 405 for users and acl', async () => {
    expect((await data().request('DELETE', `/nowhere/*?${filter({})}`)).status).toBe(404)
    for (const name of ['users', 'acl']) {
      const answer = await data().request('DELETE', `/${name}/*?${filter({})}`)
      expect(answer).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } })
    }
    const read = await data().request('GET', '/orders/*')
    expect(read).toMatchObject({ status: 405, headers: { allow: 'PATCH, DELETE' } })
    expect((await data().request('DELETE', '/orders/%2A')).status).toBe(404)
  })
})
