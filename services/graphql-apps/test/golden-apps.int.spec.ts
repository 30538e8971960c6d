import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createSignedClient, type SignedClient } from '@sluice/testkit'
import { GOLDEN_SENDER, goldenDocuments, goldenKey, goldenVersions, openGoldenPlatform } from '@sluice/testkit/golden'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'

const TRUSTED = '09ae008fe6aacd136976479a71d6ff461ab601e88759df01a466ec7cf91fc9e6'

describe.each(goldenVersions())('what the graphql-apps service of version %s has stored', version => {
  let client: SignedClient
  let stop: () => Promise<void>
  beforeAll(async () => {
    const platform = await openGoldenPlatform(version)
    const address = { socketPath: join(platform.directory, 'graphql-apps.sock') }
    const part = createGraphqlApps(platform, { address })
    await part.start()
    client = createSignedClient({ platform, upstream: 'graphql-apps', address })
    stop = async () => {
      await part.stop(1_000)
      await platform.close()
    }
  })
  afterAll(() => stop())

  const get = async (path: string) => (await client.request('GET', path)).json
  const ask = async (path: string, body: unknown) => (await client.request('POST', path, { body })).json

  it('is apps that answer, under their uri or their id', async () => {
    const found = { data: { orders: [{ owner: 'ann' }] } }
    for (const path of ['/graphql/shop/orders', '/graphql/65a1b2c3d4e5f60718293a4d']) {
      expect(await ask(path, { query: '{ orders { owner } }' })).toEqual(found)
    }
  })

  it('is what an app allows, and its limits', async () => {
    const stored = goldenDocuments(version)['gql-apps']?.find(({ _id }) => _id === 'orders')
    expect(await get('/gql-apps/orders')).toMatchObject({
      _id: 'orders',
      _etag: { $oid: String(stored?._etag) },
      descriptor: {
        name: 'All orders',
        description: 'What was ordered.',
        enabled: true,
        uri: 'shop/orders',
        introspection: true,
        get: true,
        httpBatching: true,
        documents: 'any',
        access: 'endpoint',
        limits: { maxDepth: 5, maxAliases: 3, maxTokens: 500, maxDocuments: 100, timeoutMs: 2000 },
      },
    })
    const batch = [{ query: '{ orders { owner } }' }, { query: '{ a: orders { owner } b: orders { owner } }' }]
    expect(await ask('/graphql/shop/orders', batch)).toHaveLength(2)
  })

  const { _keptAnswers: kept } = goldenDocuments(version)
  ;(kept ? it : it.skip)('is the answer to a POST that made an app', async () => {
    const answer = await client.request('POST', '/gql-apps', {
      user: GOLDEN_SENDER,
      permission: {},
      body: JSON.stringify('small'),
      headers: { 'idempotency-key': goldenKey(40) },
    })
    expect(answer).toMatchObject({
      status: 201,
      json: { _id: { $oid: '65a1b2c3d4e5f60718293a4d' }, descriptor: { name: 'Small' } },
      headers: { 'idempotent-replayed': 'true' },
    })
  })

  it('is trusted documents by their hash', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: TRUSTED } }
    expect(await ask('/graphql/shop/orders', { extensions })).toEqual({ data: { orders: [{ owner: 'ann' }] } })
  })

  it('is the versions of an app, with who wrote them', async () => {
    const at = { $date: Date.UTC(2026, 10, 20, 12) }
    expect(await get('/gql-apps/orders/versions')).toMatchObject([
      { version: 2, at, by: null },
      { version: 1, at, by: 'admin' },
    ])
    expect(await get('/gql-apps/orders/versions/1')).toMatchObject({ descriptor: { name: 'Orders' } })
  })
})
