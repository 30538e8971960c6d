import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import type { SignedRequest } from '@sluice/testkit'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const shop = (name: string): Document => ({
  descriptor: { name, enabled: true, uri: 'shop' },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', find: { _id: { $gt: 0 } } } } },
})

describeServiceOnEachStore('making an app with an Idempotency-Key', {}, apps => {
  let key: string
  const post = (body: unknown, query = '', more: SignedRequest = {}) =>
    apps().request('POST', `/gql-apps${query}`, { body, headers: { 'idempotency-key': `"${key}"` }, ...more })
  const stored = () => apps().platform.store.collection({ db: 'sluice', collection: 'gql-apps' })
  const versions = () => apps().platform.store.collection({ db: 'sluice', collection: 'gqlAppVersions' })

  beforeEach(async () => {
    key = randomUUID()
    for (const { _id } of await stored().find({})) await apps().request('DELETE', `/gql-apps/${String(_id)}`)
  })

  it('makes one, and gives the first answer again', async () => {
    const first = await post(shop('Shop'))
    const again = await post(shop('Shop'))
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    for (const name of ['etag', 'location']) expect(again.headers[name]).toBe(first.headers[name])
    expect(await stored().count({})).toBe(1)
    expect(await post(shop('Other'))).toMatchObject({ status: 422 })
  })

  it('replaces one once: what others have written since stays', async () => {
    const { json } = await post(shop('Shop'))
    const { _id } = json as { _id: { $oid: string } }
    key = randomUUID()
    const first = await post({ ...shop('New'), _id }, '?wm=update')
    expect(first).toMatchObject({ status: 200, json: { descriptor: { name: 'New' } } })
    await apps().request('PATCH', `/gql-apps/${_id.$oid}`, { body: { descriptor: { name: 'Newer' } } })
    expect((await post({ ...shop('New'), _id }, '?wm=update')).text).toBe(first.text)
    expect(await stored().find({})).toMatchObject([{ descriptor: { name: 'Newer' } }])
    expect(await versions().count({})).toBeGreaterThan(0)
  })

  it.each(['update', 'upsert'])('is carried out once also where there was nothing to change (wm=%s)', async mode => {
    const { json } = await post(shop('Shop'))
    const { _id } = json as { _id: { $oid: string } }
    key = randomUUID()
    const first = await post({ ...shop('Shop'), _id }, `?wm=${mode}`)
    expect(first).toMatchObject({ status: 200, text: (await apps().request('GET', `/gql-apps/${_id.$oid}`)).text })
    await apps().request('PATCH', `/gql-apps/${_id.$oid}`, { body: { descriptor: { name: 'Newer' } } })
    const again = await post({ ...shop('Shop'), _id }, `?wm=${mode}`)
    expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replayed': 'true' } })
    expect(again.headers.etag).toBe(first.headers.etag)
    expect(await stored().find({})).toMatchObject([{ descriptor: { name: 'Newer' } }])
    expect(await post({ ...shop('Other'), _id }, `?wm=${mode}`)).toMatchObject({ status: 422 })
  })

  it('shows or hides the app by what was written, whatever is stored by now', async () => {
    const ofName = (name: string) => ({ permission: { rules: { readFilter: { 'descriptor.name': name } } } })
    const first = await post(shop('Shop'), '', ofName('Shop'))
    expect(first).toMatchObject({ status: 201, json: { descriptor: { name: 'Shop' } } })
    const { _id } = first.json as { _id: { $oid: string } }
    await apps().request('PATCH', `/gql-apps/${_id.$oid}`, { body: { descriptor: { name: 'Newer' } } })
    expect(await post(shop('Shop'), '', ofName('Shop'))).toMatchObject({ status: 201, text: first.text })
    const blind = await post(shop('Shop'), '', ofName('Newer'))
    expect(Object.keys(blind.json as object)).toEqual(['_id', '_etag'])
    await apps().request('DELETE', `/gql-apps/${_id.$oid}`)
    expect(await post(shop('Shop'), '', ofName('Shop'))).toMatchObject({ status: 201, text: first.text })
  })

  it('keeps of a large app its version alone', async () => {
    const large = { ...shop('Shop'), schema: `"""${'x'.repeat(100_000)}"""\n${shop('').schema}` }
    const first = await post(large)
    expect(first.status).toBe(201)
    expect((await post(large)).text).toBe(first.text)
    const { _id } = first.json as { _id: { $oid: string } }
    await apps().request('PATCH', `/gql-apps/${_id.$oid}`, { body: { descriptor: { name: 'Newer' } } })
    expect(await post(large)).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
  })
})
