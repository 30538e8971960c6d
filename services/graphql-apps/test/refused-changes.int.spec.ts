import { beforeEach, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { hashDocument } from '../src/domain/plan/trusted-documents.ts'
import { BAD_SETTINGS } from '../src/testing/bad-apps.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const orders = { db: 'sluice', collection: 'orders' }
const old = { 'if-match': '"000000000000000000000000"' }
const shop = (changes: Document = {}, descriptor: Document = {}) => ({
  _id: 'shop',
  descriptor: { name: 'Shop', uri: 'shop', ...descriptor },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders } },
  ...changes,
})
/** It would answer another field. */
const other = { schema: 'type Order { other: Int } type Query { orders: [Order] }' }

describeServiceOnEachStore('an app that is not served any more', {}, apps => {
  const ask = async (uri: string) => (await apps().ask('{ orders { _id } }', {}, uri)).status
  const patch = (body: unknown) => apps().request('PATCH', '/gql-apps/shop', { body })

  beforeEach(async () => {
    await apps().request('DELETE', '/gql-apps/shop')
    await apps().request('POST', '/gql-apps', { body: shop() })
    // What is in memory is what could go on answering.
    expect(await ask('shop')).toBe(200)
  })

  it('is silent from the answer to the change on: disabled', async () => {
    await patch({ descriptor: { enabled: false } })
    expect(await ask('shop')).toBe(404)
    await patch(other)
    expect(await ask('shop')).toBe(404)
    await patch({ descriptor: { enabled: true } })
    expect(await ask('shop')).toBe(400)
    await apps().request('POST', '/gql-apps/shop/versions/1/restore')
    expect(await ask('shop')).toBe(200)
  })

  it('is silent from the answer to the change on: deleted', async () => {
    await apps().request('DELETE', '/gql-apps/shop')
    expect(await ask('shop')).toBe(404)
    await apps().request('POST', '/gql-apps', { body: shop(other) })
    expect(await ask('shop')).toBe(400)
  })

  it('is silent from the answer to the change on: renamed, and another app may have its address', async () => {
    await patch({ descriptor: { uri: 'moved' } })
    expect([await ask('shop'), await ask('moved')]).toEqual([404, 200])
    await apps().request('POST', '/gql-apps', { body: shop({ ...other, _id: 'second' }) })
    expect([await ask('shop'), await ask('moved')]).toEqual([400, 200])
    await apps().request('DELETE', '/gql-apps/second')
    await patch({ descriptor: { uri: null } })
    expect([await ask('shop'), await ask('moved')]).toEqual([200, 404])
  })

  it('is silent from the answer to the change on: while many ask', async () => {
    let isOff = false
    const late: number[] = []
    const askAll = async () => {
      while (!isOff) await ask('shop')
      late.push(await ask('shop'))
    }
    const asking = Array.from({ length: 8 }, askAll)
    await patch({ descriptor: { enabled: false } }).finally(() => {
      isOff = true
    })
    await Promise.all(asking)
    expect(late).toEqual(Array.from({ length: 8 }, () => 404))
  })
})

describeServiceOnEachStore('a change that was refused', {}, apps => {
  const request = (method: string, target: string, options: Document = {}) =>
    apps().request(method, `/gql-apps${target}`, options)
  const known = '{ orders { _id } }'
  const documents = { [hashDocument(known)]: known }

  beforeEach(async () => {
    for (const id of ['shop', 'taken', 'new']) await request('DELETE', `/${id}`)
    await request('POST', '', { body: shop({ _id: 'taken' }, { uri: 'taken' }) })
    await request('POST', '', { body: shop({}, { name: 'First' }) })
    await request('PATCH', '/shop', { body: { descriptor: { name: 'Second' } } })
    await request('PUT', '/shop/documents', { body: documents })
  })

  it.each<[string, number, string, string, Document]>([
    ['a faulty app', 400, 'POST', '', { body: shop({ _id: 'new', schema: 'type Query {' }, { uri: 'new' }) }],
    ['an app at a taken address', 409, 'POST', '', { body: shop({ _id: 'new', ...other }) }],
    ['an app with a taken _id', 409, 'POST', '', { body: shop(other, { uri: 'new' }) }],
    ['a faulty schema', 400, 'PATCH', '/shop', { body: { schema: 'type Query {' } }],
    ['a faulty mapping', 400, 'PATCH', '/shop', { body: { ...other, mappings: { Query: {} } } }],
    ...BAD_SETTINGS.map(([what, descriptor]): [string, number, string, string, Document] => [
      what,
      400,
      'PATCH',
      '/shop',
      { body: { ...other, descriptor } },
    ]),
    ['a taken address', 409, 'PATCH', '/shop', { body: { ...other, descriptor: { uri: 'taken' } } }],
    ['another version', 412, 'PATCH', '/shop', { body: other, headers: old }],
    ['another version to delete', 412, 'DELETE', '/shop', { headers: old }],
    ['another version to restore', 412, 'POST', '/shop/versions/1/restore', { headers: old }],
    ['documents with a fault', 400, 'PUT', '/shop/documents', { body: { x: '{ orders { other } }' } }],
    ['another _id', 400, 'PATCH', '/shop', { body: { ...other, _id: 'new' } }],
  ])('leaves everything as it was: %s is %i', async (...row) => {
    const [, status, method, target, options] = row
    const before = await Promise.all(
      ['', '/shop', '/shop/versions', '/shop/documents'].map(path => request('GET', path)),
    )
    expect((await request(method, target, options)).status).toBe(status)
    const after = await Promise.all(
      ['', '/shop', '/shop/versions', '/shop/documents'].map(path => request('GET', path)),
    )
    expect(after.map(({ json }) => json)).toEqual(before.map(({ json }) => json))
    const asked = await Promise.all(['shop', 'taken', 'new'].map(uri => apps().ask(known, {}, uri)))
    expect(asked.map(answer => answer.status)).toEqual([200, 200, 404])
    expect((await apps().ask('{ orders { other } }')).status).toBe(400)
  })
})

describeServiceOnEachStore('a body that is nothing', {}, apps => {
  const deep = (open: string, close: string) => open.repeat(50_000) + close.repeat(50_000)
  const bodies: [string, unknown][] = [
    ['empty', ''],
    ['cut', '{"descriptor": {'],
    ['no JSON', 'descriptor: name'],
    ['two', '{} {}'],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
    ['a lone surrogate', '{"schema": "\\ud800"}'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a list', '[]'],
    ['lists without end', deep('[', ']')],
    ['objects without end', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['a key without end', JSON.stringify({ [`mappings.${'a.'.repeat(100_000)}`]: 1 })],
    ['a prototype', '{"__proto__": {"schema": 1}, "constructor": 5}'],
    ['a broken ObjectId', '{"_id": {"$oid": "x"}}'],
    ['wrong types', '{"_id": [], "descriptor": 5, "schema": {}, "mappings": "x"}'],
    ['a mapping of nothing', JSON.stringify(shop({ mappings: { Query: null } }))],
    [
      'a mapping with a NUL',
      JSON.stringify(shop({ mappings: { Query: { orders: { ...orders, find: { 'a\0': 1 } } } } })),
    ],
    ['a schema of brackets', JSON.stringify(shop({ schema: `type Query { a: ${deep('[', ']')} }` }))],
  ]

  it.each(bodies)('is 400 or 413 everywhere, never 500: %s', async (_, body) => {
    await apps().request('POST', '/gql-apps', { body: shop() })
    const targets: [string, string][] = [
      ['POST', '/gql-apps'],
      ['PATCH', '/gql-apps/shop'],
      ['PUT', '/gql-apps/shop/documents'],
      ['POST', '/gql-apps/draft'],
      ['POST', '/graphql/shop'],
    ]
    for (const [method, target] of targets) {
      const { status } = await apps().request(method, target, { body })
      expect({ target, status }).toEqual({ target, status: status === 413 ? 413 : 400 })
    }
    expect([200, 400, 413]).toContain((await apps().request('POST', '/gql-apps/validate', { body })).status)
    expect((await apps().ask('{ orders { _id } }')).status).toBe(200)
  })
})

describeServiceOnEachStore('an app whose name was stored when any name could be', {}, apps => {
  it('is shown, and changed in its other fields', async () => {
    const name = 'a\u0000\u202Eb'
    await apps().request('POST', '/gql-apps', { body: shop() })
    const { store, db } = apps().platform
    await store
      .collection({ db, collection: 'gql-apps' })
      .updateOne({ _id: 'shop' }, { $set: { 'descriptor.name': name } })
    expect((await apps().request('GET', '/gql-apps/shop')).json).toMatchObject({ descriptor: { name } })
    const changed = await apps().request('PATCH', '/gql-apps/shop', { body: { descriptor: { enabled: false } } })
    expect(changed).toMatchObject({ status: 200, json: { descriptor: { name, enabled: false } } })
    const renamed = await apps().request('PATCH', '/gql-apps/shop', { body: { descriptor: { name: `${name}c` } } })
    expect(renamed).toMatchObject({ status: 400, json: { errors: [{ path: 'descriptor.name' }] } })
  })
})
