import { beforeAll, expect, it } from '@jest/globals'
import { describeServiceOnEachStore } from '../src/testing/service-on-each-store.ts'

const MAX_MS = 3000
const app = (_id: string) => ({
  _id,
  descriptor: { name: _id, get: true, httpBatching: true },
  schema: 'type Order { _id: Int } type Query { orders: [Order] must: [Order!]! }',
  mappings: {
    Query: { orders: { db: 'sluice', collection: 'orders' }, must: { db: 'sluice', collection: 'orders' } },
  },
})
type Errors = { errors: { extensions: { code: string } }[] }

describeServiceOnEachStore('while the store does not answer', { losesStore: true }, apps => {
  beforeAll(async () => {
    for (const id of ['loaded', 'asleep']) await apps().request('POST', '/gql-apps', { body: app(id) })
    expect((await apps().ask('{ orders { _id } }', {}, 'loaded')).status).toBe(200)
    await apps().loseStore()
  }, 60_000)

  const timed = async (method: string, target: string, options = {}) => {
    const start = performance.now()
    const answer = await apps().request(method, target, options)
    expect(performance.now() - start).toBeLessThan(MAX_MS)
    return answer
  }

  it.each<[string, string, unknown?]>([
    ['GET', '/gql-apps'],
    ['GET', '/gql-apps/loaded'],
    ['GET', '/gql-apps/loaded/schema'],
    ['GET', '/gql-apps/loaded/versions'],
    ['GET', '/gql-apps/loaded/versions/1'],
    ['GET', '/gql-apps/loaded/documents'],
    ['POST', '/gql-apps', app('new')],
    ['POST', '/gql-apps/draft', { db: 'sluice', collection: 'orders' }],
    ['PATCH', '/gql-apps/loaded', { descriptor: { name: 'New' } }],
    ['PUT', '/gql-apps/loaded/documents', {}],
    ['POST', '/gql-apps/loaded/versions/1/restore'],
    ['DELETE', '/gql-apps/loaded'],
  ])('management is 503 inside 3 s: %s %s', async (...row) => {
    const [method, target, body] = row
    const answer = await timed(method, target, { body })
    expect(answer).toMatchObject({ status: 503, json: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } })
  })

  it.each([
    ['in memory, nullable', 'loaded', '{ orders { _id } }'],
    ['in memory, not nullable', 'loaded', '{ must { _id } }'],
    ['not in memory', 'asleep', '{ orders { _id } }'],
  ])('a query is a GraphQL error inside 3 s: an app %s', async (_, uri, query) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const post = { body: { query }, headers: { accept } }
      const answers = [
        await timed('POST', `/graphql/${uri}`, post),
        await timed('GET', `/graphql/${uri}?query=${encodeURIComponent(query)}`, { headers: { accept } }),
      ]
      for (const { status, headers, json } of answers) {
        expect([status, headers['retry-after']]).toEqual([503, '1'])
        expect(headers['content-type']).toBe(`${accept}; charset=utf-8`)
        expect((json as Errors).errors.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE'])
      }
    }
    const batch = await timed('POST', `/graphql/${uri}`, { body: [{ query }, { query }] })
    expect(batch.status).toBe(503)
  })

  it('an app can be checked all the same', async () => {
    expect((await timed('POST', '/gql-apps/validate', { body: app('new') })).json).toEqual({ valid: true, errors: [] })
  })
})
