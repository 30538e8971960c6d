import { beforeEach, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { ObjectId } from 'bson'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const shop = (changes: Document = {}, descriptor: Document = {}) => ({
  _id: 'shop',
  descriptor: { name: 'Shop', enabled: true, uri: 'shop', ...descriptor },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', find: { _id: { $gt: 0 } } } } },
  ...changes,
})
const as = (id: string | null): SignedRequest => ({ user: { id, roles: ['admin'] } })

describeServiceOnEachStore('the history of an app', {}, apps => {
  const request = (method: string, target: string, options?: SignedRequest) =>
    apps().request(method, `/gql-apps${target}`, options)
  const patch = (body: unknown, options: SignedRequest = {}) => request('PATCH', '/shop', { body, ...options })
  const list = async () => (await request('GET', '/shop/versions')).json as Document[]
  const restore = (version: number | string, headers: Record<string, string> = {}) =>
    request('POST', `/shop/versions/${version}/restore`, { headers })
  const rows = () => apps().platform.store.collection({ db: 'sluice', collection: 'gqlAppVersions' })
  const stored = () => apps().platform.store.collection({ db: 'sluice', collection: 'gql-apps' })

  beforeEach(async () => {
    for (const { _id } of await stored().find({})) await request('DELETE', `/${String(_id)}`)
    await request('POST', '', { body: shop(), ...as('ada') })
  })

  it('says of each write when it was, whose, and with which etag, newest first', async () => {
    const before = Date.now()
    const changed = await patch({ descriptor: { name: 'New' } }, as('eva'))
    const answer = await request('GET', '/shop/versions')
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': '2' } })
    expect(answer.json).toEqual([
      { version: 2, at: { $date: expect.any(Number) }, by: 'eva', etag: String(changed.headers.etag).slice(1, -1) },
      { version: 1, at: { $date: expect.any(Number) }, by: 'ada', etag: expect.stringMatching(/^[0-9a-f]{24}$/) },
    ])
    const [{ at } = {}] = answer.json as { at?: { $date: number } }[]
    expect(Math.abs(Number(at?.$date) - before)).toBeLessThan(60_000)
  })

  it('shows the whole app as it was', async () => {
    await patch({ descriptor: { name: 'New' } })
    const { status, json, headers } = await request('GET', '/shop/versions/1')
    expect({ status, json }).toEqual({ status: 200, json: { ...shop(), _etag: expect.anything() } })
    expect(headers.etag).toBe(`"${(await list())[1]?.etag}"`)
  })

  it('brings a version back as a new one, which answers at once', async () => {
    await patch({ schema: 'type Order { n: Int } type Query { orders: [Order] }' })
    expect((await apps().ask('{ orders { _id } }')).status).toBe(400)
    const answer = await restore(1)
    expect(answer).toMatchObject({ status: 200, json: { schema: shop().schema } })
    expect((await apps().ask('{ orders { _id } }')).status).toBe(200)
    expect((await list()).map(({ version }) => version)).toEqual([3, 2, 1])
    expect((await request('GET', '/shop')).headers.etag).toBe(answer.headers.etag)
  })

  it('checks what it brings back like any save: If-Match, the taken address, the mapping', async () => {
    await patch({ descriptor: { uri: 'moved' } })
    expect((await restore(1, { 'if-match': '"000000000000000000000000"' })).status).toBe(412)
    await request('POST', '', { body: shop({ _id: 'other' }) })
    expect(await restore(1)).toMatchObject({ status: 409, json: { errors: [{ path: 'descriptor.uri' }] } })
    await request('DELETE', '/other')
    await rows().updateOne({ app: 'shop', version: 1 }, { $set: { 'document.schema': 'type Query {' } })
    expect(await restore(1)).toMatchObject({ status: 400, json: { errors: [{ path: 'schema' }] } })
    expect(await list()).toHaveLength(2)
    expect((await request('GET', '/shop')).json).toMatchObject({ descriptor: { uri: 'moved' } })
    const { headers } = await request('GET', '/shop')
    await rows().updateOne({ app: 'shop', version: 1 }, { $set: { 'document.schema': shop().schema } })
    expect((await restore(1, { 'if-match': String(headers.etag) })).status).toBe(200)
  })

  it('leaves no version behind where a change was refused', async () => {
    await patch({ schema: 'nonsense' })
    await patch({ descriptor: { name: 'A' } }, { headers: { 'if-match': '"000000000000000000000000"' } })
    await request('POST', '', { body: shop() })
    expect(await list()).toHaveLength(1)
    expect(await rows().count({})).toBe(1)
  })

  it('keeps the last 20, and is 404 for one that is gone or never was', async () => {
    for (let change = 0; change < 21; change += 1) await patch({ descriptor: { name: `Name ${change}` } })
    const versions = (await list()).map(({ version }) => version)
    expect(versions).toEqual(Array.from({ length: 20 }, (_, at) => 22 - at))
    for (const version of [1, 2, 23, 'x', '-1', '3.0', '99999999999999999999']) {
      expect((await request('GET', `/shop/versions/${version}`)).status).toBe(404)
      expect((await restore(version)).status).toBe(404)
    }
    expect((await restore(3)).status).toBe(200)
    expect(await rows().count({ app: 'shop' })).toBe(20)
  })

  it('goes with its app, and begins anew with an app of the same name', async () => {
    await request('POST', '', { body: shop({ _id: 'other' }, { uri: 'other' }) })
    await request('DELETE', '/shop')
    expect((await request('GET', '/shop/versions')).status).toBe(404)
    expect((await restore(1)).status).toBe(404)
    expect(await rows().find({})).toMatchObject([{ app: 'other' }])
    await request('POST', '', { body: shop() })
    expect(await list()).toMatchObject([{ version: 1 }])
  })

  it('begins with the app as it was where that had been stored before versions were kept', async () => {
    const _etag = ObjectId.createFromTime(1_700_000_000)
    await rows().deleteMany({})
    await stored().replaceOne({ _id: 'shop' }, { ...shop({}, { name: 'Old' }), _etag })
    await patch({ descriptor: { name: 'New' } }, as('eva'))
    expect(await list()).toMatchObject([
      { version: 2, by: 'eva' },
      { version: 1, by: null, at: { $date: 1_700_000_000_000 }, etag: _etag.toHexString() },
    ])
    expect((await restore(1)).json).toMatchObject({ descriptor: { name: 'Old' } })
  })

  it('has one version for each of many changes at once', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map(name => patch({ descriptor: { [name === 'a' ? 'name' : 'description']: name } })),
    )
    const versions = (await list()).map(({ version }) => version)
    expect(versions).toEqual([...versions].sort((a, b) => Number(b) - Number(a)))
    expect(versions.length).toBe(await rows().count({ app: 'shop' }))
    expect(versions).toHaveLength(4)
  })

  it('is out of reach of every app', async () => {
    const mappings = { Query: { orders: { db: 'sluice', collection: 'gqlAppVersions' } } }
    const answer = await patch({ mappings })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'mappings.Query.orders.collection' }] } })
  })
})
