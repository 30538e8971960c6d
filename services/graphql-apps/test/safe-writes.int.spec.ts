import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Document } from '@sluice/store'
import { createSignedClient, openTestPlatform, type SignedClient, type SignedRequest } from '@sluice/testkit'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const shop = (changes: Document = {}, descriptor: Document = {}) => ({
  descriptor: { name: 'Shop', enabled: true, ...descriptor },
  schema: 'type Order { _id: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders', find: { _id: { $gt: 0 } } } } },
  ...changes,
})
const ifMatch = (etag: unknown) => ({ 'if-match': String(etag) })
const IF_NEW = { 'if-none-match': '*' }

describeServiceOnEachStore('safe writes of apps', {}, apps => {
  let second: SignedClient & { stop(): Promise<void> }
  beforeAll(async () => {
    const { store } = apps().platform
    const platform = await openTestPlatform({ store: { ...store, close: async () => {} } })
    const address = { socketPath: join(platform.directory, 'second.sock') }
    const part = createGraphqlApps(platform, { address })
    await part.start()
    const { request } = createSignedClient({ platform, upstream: 'graphql-apps', address })
    second = {
      request,
      async stop() {
        await part.stop(1000)
        await platform.close()
      },
    }
  })
  afterAll(() => second.stop())

  const request = (method: string, target: string, options?: SignedRequest) =>
    apps().request(method, `/gql-apps${target}`, options)
  const put = (target: string, body: unknown, headers: Record<string, string> = {}) =>
    request('PUT', target, { body, headers })
  const rows = (collection: string) =>
    apps()
      .platform.store.collection({ db: 'sluice', collection })
      .find({}, { sort: { _id: 1 } })
  const stored = async () => Promise.all(['gql-apps', 'gqlAppVersions', 'gqlAppDocuments'].map(rows))
  const position = () => apps().platform.changes.positions().apps
  const codeOf = ({ json }: { json: unknown }) => (json as { code?: string }).code

  beforeEach(async () => {
    for (const { _id } of await rows('gql-apps')) await request('DELETE', `/${String(_id)}`)
  })

  describe('PUT of an app', () => {
    it('makes it where there is none, and replaces all of it where there is one', async () => {
      const made = await put('/shop', shop({}, { description: 'of the first version' }))
      expect(made).toMatchObject({ status: 201, json: { _id: 'shop' }, headers: { location: '/gql-apps/shop' } })
      expect((await apps().ask('{ orders { _id } }')).json).toEqual({ data: { orders: [] } })
      const replaced = await put('/shop', shop({}, { name: 'Other' }))
      expect(replaced).toMatchObject({ status: 200, headers: { etag: expect.stringMatching(/^"[0-9a-f]{24}"$/) } })
      const { json } = await request('GET', '/shop')
      expect(json).toMatchObject({ descriptor: { name: 'Other' } })
      expect((json as { descriptor: object }).descriptor).not.toHaveProperty('description')
      expect((await request('GET', '/shop/versions')).json).toHaveLength(2)
    })

    it('takes an app that was read, and an ObjectId as the path has it', async () => {
      await put('/shop', shop())
      const { json } = await request('GET', '/shop')
      expect((await put('/shop', json)).status).toBe(200)
      const id = '65f1a2b3c4d5e6f7a8b9c0d1'
      expect(await put(`/${id}`, shop({ _id: { $oid: id } }))).toMatchObject({
        status: 201,
        json: { _id: { $oid: id } },
      })
    })

    it.each(['draft', 'validate', '_x', 'a%20b', 'a%23', 'A'.repeat(201)])('refuses the id %s', async id => {
      expect([400, 405]).toContain((await put(`/${id}`, shop())).status)
      expect(await rows('gql-apps')).toEqual([])
    })

    it('refuses a body that names another id', async () => {
      expect(await put('/shop', shop({ _id: 'other' }))).toMatchObject({
        status: 400,
        json: { errors: [{ path: '_id' }] },
      })
    })

    it('refuses what POST refuses, and what is live stays', async () => {
      await put('/shop', shop())
      expect((await put('/shop', shop({ schema: 'type' }))).status).toBe(400)
      expect(await put('/other', shop({}, { uri: 'shop' }))).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
      expect((await apps().ask('{ orders { _id } }')).json).toEqual({ data: { orders: [] } })
    })

    it('puts nothing in the place of an app that is not the caller’s to write, nor tries it', async () => {
      await put('/shop', shop())
      const rules = { writeFilter: { 'descriptor.name': 'Mine' } }
      const narrow = { user: { id: 'mia', roles: ['team'] }, permission: { id: 'narrow', rules } }
      for (const query of ['', '?dryRun=true']) {
        const body = shop({}, { name: 'Mine', access: 'collections' })
        expect((await request('PUT', `/shop${query}`, { ...narrow, body })).status).toBe(409)
        expect((await request('PUT', `/shop${query}`, { ...narrow, body, headers: IF_NEW })).status).toBe(412)
      }
      expect((await request('GET', '/shop')).json).toMatchObject({ descriptor: { name: 'Shop' } })
    })
  })

  describe('preconditions', () => {
    it('of two editors tell the second one', async () => {
      const { headers } = await put('/shop', shop())
      const eva = await put('/shop', shop({}, { name: 'by Eva' }), ifMatch(headers.etag))
      const ada = await put('/shop', shop({}, { name: 'by Ada' }), ifMatch(headers.etag))
      expect([eva.status, ada.status, codeOf(ada)]).toEqual([200, 412, 'PRECONDITION_FAILED'])
    })

    it.each(['PUT', 'PATCH', 'DELETE'])('of two who race through two processes by %s let one through', async method => {
      for (let round = 0; round < 4; round += 1) {
        const { headers } = await put(`/race-${round}`, shop())
        const write = (client: SignedClient, name: string) =>
          client.request(method, `/gql-apps/race-${round}`, {
            ...(method === 'DELETE' ? {} : { body: { ...shop({}, { name }) } }),
            headers: ifMatch(headers.etag),
          })
        const answers = await Promise.all([write(apps(), 'Eva'), write(second, 'Ada')])
        const lost = method === 'DELETE' ? 404 : 412
        expect(answers.map(({ status }) => status).sort()).toEqual([method === 'DELETE' ? 204 : 200, lost])
      }
    })

    it('If-None-Match: * lets one of two who make an app through two processes', async () => {
      for (let round = 0; round < 4; round += 1) {
        const make = ({ request }: SignedClient) =>
          request('PUT', `/gql-apps/born-${round}`, { body: shop(), headers: IF_NEW })
        const answers = await Promise.all([make(apps()), make(second)])
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 412])
      }
    })

    it('two who PUT a new app at once without any both get through, one after the other', async () => {
      const make = ({ request }: SignedClient, name: string) =>
        request('PUT', '/gql-apps/both', { body: shop({}, { name }) })
      const answers = await Promise.all([make(apps(), 'Eva'), make(second, 'Ada')])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    })

    it('If-Match makes nothing', async () => {
      for (const etag of ['"65f1a2b3c4d5e6f7a8b9c0d1"', '*']) {
        expect((await put('/none', shop(), ifMatch(etag))).status).toBe(412)
      }
      expect(await rows('gql-apps')).toEqual([])
    })

    it('an If-None-Match that names a version is refused with a write', async () => {
      expect(codeOf(await put('/shop', shop(), { 'if-none-match': '"x"' }))).toBe('BAD_REQUEST')
    })
  })

  describe('a write that changes nothing', () => {
    it.each<[string, string, object]>([
      ['PUT', '/shop', shop()],
      ['PATCH', '/shop', { descriptor: { name: 'Shop' } }],
      ['POST', '/shop/versions/1/restore', {}],
    ])('%s %s makes no version', async (method, target, body) => {
      const { headers } = await put('/shop', shop())
      const [before, at] = [await stored(), position()]
      const answer = await request(method, target, { body })
      expect(answer).toMatchObject({ status: 200, headers: { etag: headers.etag } })
      expect([await stored(), position()]).toEqual([before, at])
    })
  })

  describe('dryRun', () => {
    const QUERY = '{ orders { _id } }'
    const HASH = '3ce8d7f6f19f3f4bf2b4bd7d8c6a6b8b2c2b3c3d3e3f30414243444546474849'

    it.each<[string, string, object | undefined, number]>([
      ['POST', '?dryRun=true', shop({ _id: 'new' }), 201],
      ['PUT', '/new?dryRun=true', shop(), 201],
      ['PUT', '/shop?dryRun=true', shop({}, { name: 'Other' }), 200],
      ['PATCH', '/shop?dryRun=true', { descriptor: { name: 'Other' } }, 200],
      ['DELETE', '/shop?dryRun=true', undefined, 204],
      ['POST', '/shop/versions/1/restore?dryRun=true', {}, 200],
      ['PUT', '/shop/documents?dryRun=true', {}, 200],
    ])('%s %s answers as if it were done, and writes nothing', async (...[method, target, body, status]) => {
      await put('/shop', shop())
      await request('PATCH', '/shop', { body: { descriptor: { description: 'second' } } })
      const [before, at] = [await stored(), position()]
      const answer = await request(method, target, body === undefined ? {} : { body })
      expect(answer.status).toBe(status)
      expect([answer.headers.etag, answer.headers.location]).toEqual([undefined, undefined])
      expect(answer.text).not.toContain('_etag')
      expect([await stored(), position()]).toEqual([before, at])
      expect((await apps().ask(QUERY)).status).toBe(200)
    })

    it.each<[string, string, object | undefined, Record<string, string>, number]>([
      ['POST', '?dryRun=true', shop({ _id: 'shop' }), {}, 409],
      ['PUT', '/new?dryRun=true', shop({}, { uri: 'shop' }), {}, 409],
      ['PUT', '/shop?dryRun=true', shop({ schema: 'type' }), {}, 400],
      ['PUT', '/shop?dryRun=true', shop(), IF_NEW, 412],
      ['PATCH', '/none?dryRun=true', {}, {}, 404],
      ['DELETE', '/none?dryRun=true', undefined, {}, 404],
      ['DELETE', '/shop?dryRun=true', undefined, ifMatch('"x"'), 412],
      ['PUT', '/shop/documents?dryRun=true', { [HASH]: 'nonsense' }, {}, 400],
    ])('%s %s is refused as the write would be', async (...[method, target, body, headers, status]) => {
      await put('/shop', shop())
      const answer = await request(method, target, { headers, ...(body === undefined ? {} : { body }) })
      expect(answer.status).toBe(status)
    })

    it.each(['dryrun=true', 'dryRun=yes', 'dryRun', 'verbose=1'])(
      '?%s is refused, and nothing is written',
      async query => {
        expect(codeOf(await put(`/shop?${query}`, shop()))).toBe('BAD_QUERY')
        expect(await rows('gql-apps')).toEqual([])
      },
    )
  })
})
