import { expect, it } from '@jest/globals'
import { describeServiceOnEachStore } from '../testing/service-on-each-store.ts'

describeServiceOnEachStore('the schema of an app', {}, apps => {
  it('is text that any GraphQL tool can read, with its own etag, also while the app is off line', async () => {
    const schema = 'type Order { _id: ObjectId } type Query { orders: [Order] }'
    const mappings = { Query: { orders: { db: 'sluice', collection: 'orders' } } }
    const descriptor = { name: 'Shop', introspection: false, enabled: false }
    await apps().request('POST', '/gql-apps', { body: { _id: 'shop', descriptor, schema, mappings } })
    const { status, headers, text } = await apps().request('GET', '/gql-apps/shop/schema')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text.startsWith(schema)).toBe(true)
    expect(text).toContain('scalar ObjectId')
    const known = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await apps().request('GET', '/gql-apps/shop/schema', known)).status).toBe(304)
    await apps().request('PATCH', '/gql-apps/shop', { body: { schema: schema.replace('_id', 'a: Long _id') } })
    const changed = await apps().request('GET', '/gql-apps/shop/schema', known)
    expect(changed).toMatchObject({ status: 200, text: expect.stringContaining('scalar Long') })
    expect((await apps().request('GET', '/gql-apps/none/schema')).status).toBe(404)
  })
})
