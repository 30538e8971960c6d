import { beforeEach, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { hashDocument } from '../src/domain/plan/trusted-documents.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const orders = { db: 'sluice', collection: 'orders' }
const shop = (descriptor: Document = {}) => ({
  _id: 'shop',
  descriptor: { name: 'Shop', uri: 'shop', documents: 'trusted', get: true, ...descriptor },
  schema: 'type Order { _id: Int } type Query { orders(limit: Int): [Order] }',
  mappings: { Query: { orders: { ...orders, sort: { _id: 1 }, limit: { $arg: 'limit' } } } },
})
const known = 'query Known($l: Int) { orders(limit: $l) { _id } }'
const other = '{ orders { _id } }'
const listOf = (...texts: string[]) => Object.fromEntries(texts.map(text => [hashDocument(text), text]))
const byHash = (text: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash: hashDocument(text) } } })

describeServiceOnEachStore('trusted documents', {}, apps => {
  const put = (body: unknown, headers: Record<string, string> = {}) =>
    apps().request('PUT', '/gql-apps/shop/documents', { body, headers })
  const versionOf = ({ headers }: Awaited<ReturnType<typeof list>>) => headers.etag ?? ''
  const list = () => apps().request('GET', '/gql-apps/shop/documents')
  const patch = (body: unknown) => apps().request('PATCH', '/gql-apps/shop', { body })
  const send = async (body: unknown, headers: Record<string, string> = {}) => {
    const { status, json } = await apps().request('POST', '/graphql/shop', { body, headers })
    const { data, errors } = json as { data?: { orders: unknown[] }; errors?: { extensions: { code: string } }[] }
    return { status, found: data?.orders.length, code: errors?.[0]?.extensions.code }
  }
  const notTrusted = { status: 400, found: undefined, code: 'DOCUMENT_NOT_TRUSTED' }

  beforeEach(async () => {
    await apps().request('DELETE', '/gql-apps/shop')
    const collection = apps().platform.store.collection(orders)
    await collection.deleteMany({})
    await collection.insertMany([{ _id: 1 }, { _id: 2 }])
    await apps().request('POST', '/gql-apps', { body: shop() })
  })

  it('run by their hash, their id or their full text, and nothing else does', async () => {
    expect(await put(listOf(known))).toMatchObject({ status: 200, json: listOf(known) })
    expect((await list()).json).toEqual(listOf(known))
    const variables = { l: 1 }
    const ran = { status: 200, found: 1, code: undefined }
    expect(await send({ ...byHash(known), variables })).toEqual(ran)
    expect(await send({ documentId: `sha256:${hashDocument(known)}`, variables })).toEqual(ran)
    expect(await send({ query: known, variables })).toEqual(ran)
    expect(await send({ query: known, ...byHash(known), variables })).toEqual(ran)
    for (const body of [
      { query: other },
      { query: `${known} ` },
      byHash(other),
      { documentId: `sha256:${hashDocument(other)}` },
      { documentId: 'known' },
      { query: other, ...byHash(known) },
      { query: known, ...byHash(other) },
      { query: '{ __schema { types { name } } }' },
      { query: '{ not even graphql' },
    ]) {
      expect(await send(body)).toEqual(notTrusted)
      expect(await send(body, { accept: 'application/json' })).toEqual({ ...notTrusted, status: 200 })
    }
  })

  it('run by GET too', async () => {
    await put(listOf(known))
    const search = new URLSearchParams({ documentId: `sha256:${hashDocument(known)}`, variables: '{"l":2}' })
    const answer = await apps().request('GET', `/graphql/shop?${search}`)
    expect(answer).toMatchObject({ status: 200, json: { data: { orders: [{ _id: 1 }, { _id: 2 }] } } })
    expect(await apps().request('GET', '/graphql/shop?query={orders{_id}}')).toMatchObject({
      status: 400,
      json: { errors: [{ extensions: { code: 'DOCUMENT_NOT_TRUSTED' } }] },
    })
  })

  it('are replaced as a whole, live with the answer', async () => {
    expect(await send({ query: known })).toEqual(notTrusted)
    await put(listOf(known))
    expect((await send({ query: known })).found).toBe(2)
    await put(listOf(other))
    expect(await send({ query: known })).toEqual(notTrusted)
    expect((await send({ query: other })).found).toBe(2)
    await put({})
    expect(await send({ query: other })).toEqual(notTrusted)
    expect((await list()).json).toEqual({})
  })

  it('are replaced by the first of two editors, and the second one is told that they have changed', async () => {
    const before = versionOf(await list())
    const saved = await put(listOf(known), { 'if-match': before })
    expect(saved.status).toBe(200)
    const refused = { status: 412, json: { code: 'PRECONDITION_FAILED' } }
    expect(await put(listOf(other), { 'if-match': before })).toMatchObject(refused)
    expect((await list()).json).toEqual(listOf(known))
    const now = versionOf(await list())
    expect([now === before, versionOf(saved)]).toEqual([false, now])
    expect((await put(listOf(other), { 'if-match': now })).status).toBe(200)
  })

  it('have a version that is theirs alone: the same ones have the same, in whichever order and whatever the app', async () => {
    const first = versionOf(await put(listOf(known, other)))
    await patch({ descriptor: { description: 'changed' } })
    expect(versionOf(await put(listOf(other, known)))).toBe(first)
    expect(versionOf(await put(listOf(other)))).not.toBe(first)
  })

  it('are put where there are none with If-None-Match: *, and a trial names no version', async () => {
    const isNew = { 'if-none-match': '*' }
    expect((await put(listOf(known), isNew)).status).toBe(200)
    expect(await put(listOf(other), isNew)).toMatchObject({ status: 412, json: { code: 'PRECONDITION_FAILED' } })
    const trial = await apps().request('PUT', '/gql-apps/shop/documents?dryRun=true', { body: listOf(other) })
    expect([trial.status, trial.headers.etag]).toEqual([200, undefined])
    expect((await list()).json).toEqual(listOf(known))
  })

  it('are live in a process that did not save them', async () => {
    await put(listOf(known))
    await send({ query: known })
    const elsewhere = listOf(other)
    await apps().platform.changes.record('apps', 'shop', transaction =>
      transaction
        .collection({ db: 'sluice', collection: 'gqlAppDocuments' })
        .replaceOne({ _id: 'shop' }, { _id: 'shop', documents: elsewhere }, { upsert: true }),
    )
    expect(await send({ query: known })).toEqual(notTrusted)
    expect((await send({ query: other })).found).toBe(2)
  })

  it('are refused with every fault at once, under their hash, and the old ones stay', async () => {
    await put(listOf(known))
    const [wrong = ''] = Object.keys(listOf(other))
    const broken = '{ orders {'
    const invalid = '{ nothing }'
    const answer = await put({ ...listOf(broken, invalid), [wrong]: known, nohash: other, number: 5 })
    expect(answer.status).toBe(400)
    const { errors } = answer.json as { errors: { path: string; message: string }[] }
    expect(errors).toEqual([
      expect.objectContaining({
        path: hashDocument(broken),
        line: 1,
        message: expect.stringContaining('Syntax Error'),
      }),
      expect.objectContaining({ path: hashDocument(invalid), line: 1, column: 3 }),
      { path: wrong, message: expect.stringContaining(hashDocument(known)) },
      { path: 'nohash', message: expect.stringContaining('no SHA-256') },
      { path: 'number', message: expect.stringContaining('text of a query') },
    ])
    expect((await list()).json).toEqual(listOf(known))
    expect((await send({ query: known })).found).toBe(2)
  })

  it('are 1,000 and 1 MB at most', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => `query Q${at} { orders { _id } }`)
    expect((await put(listOf(...many.slice(1)))).status).toBe(200)
    expect(await put(listOf(...many))).toMatchObject({ status: 400, json: { errors: [{ path: '' }] } })
    const large = Array.from({ length: 11 }, (_, at) => `query Q${at} { orders { _id } } #${'x'.repeat(100_000)}`)
    expect((await put(listOf(...large.slice(1)))).status).toBe(200)
    expect(await put(listOf(...large))).toMatchObject({ status: 400, json: { errors: [{ path: '' }] } })
    expect(Object.keys((await list()).json as object)).toHaveLength(10)
  })

  it('go with their app', async () => {
    await put(listOf(known))
    await apps().request('DELETE', '/gql-apps/shop')
    expect((await list()).status).toBe(404)
    expect((await put(listOf(known))).status).toBe(404)
    await apps().request('POST', '/gql-apps', { body: shop() })
    expect((await list()).json).toEqual({})
    expect(await send({ query: known })).toEqual(notTrusted)
  })

  it('may be named by their hash in an app that runs any document', async () => {
    await patch({ descriptor: { documents: 'any' } })
    await put(listOf(known))
    expect((await send(byHash(known))).found).toBe(2)
    expect((await send({ query: other })).found).toBe(2)
    expect(await send(byHash(other))).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' })
    expect((await send({ ...byHash(other), query: other })).found).toBe(2)
    expect(await send({ ...byHash(known), query: other })).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' })
    await patch({ descriptor: { documents: 'trusted' } })
    expect(await send({ query: other })).toEqual(notTrusted)
  })

  it('are out of reach of every app', async () => {
    const answer = await patch({ mappings: { Query: { orders: { ...orders, collection: 'gqlAppDocuments' } } } })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'mappings.Query.orders.collection' }] } })
  })
})
