import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from '@sluice/service-kit'
import {
  createSignedClient,
  openTestPlatform,
  type SignedRequest,
  serveThreeWays,
  type TestPlatform,
} from '@sluice/testkit'
import fc from 'fast-check'
import { storeDocumentReader } from '../src/adapters/store-document-reader.ts'
import { storeDocumentWriter } from '../src/adapters/store-document-writer.ts'
import { createGraphqlApps } from '../src/create-graphql-apps.ts'
import { appRules, hiddenIn } from '../src/domain/reach.ts'
import { createGraphqlServer } from '../src/http/graphql-server.ts'
import { createLiveApps } from '../src/live-apps.ts'
import { runPlainQuery, runQuery } from '../src/routes/run-query.ts'
import { runQueryByGet } from '../src/routes/run-query-by-get.ts'

const RUNS = 400
const modern = 'application/graphql-response+json'
const orders = { db: 'sluice', collection: 'orders' }
const app = (_id: string, descriptor: object) => ({
  _id,
  descriptor: { name: _id, enabled: true, ...descriptor },
  schema:
    'type Order { _id: Int note: String mine: String } type Query { orders(limit: Int): [Order] order(id: Int!): Order }',
  mappings: {
    Query: {
      orders: { ...orders, sort: { _id: 1 }, limit: { $arg: 'limit' } },
      order: { ...orders, find: { _id: { $arg: 'id' } } },
    },
  },
})

const documents = [
  '{ orders { _id note } }',
  'query A($l: Int) { orders(limit: $l) { _id } }',
  'query A { __typename } query B { orders { mine } }',
  'query A($s: Boolean!) { orders { _id note @skip(if: $s) } }',
  '{ order(id: 2) { note } }',
  '{ order(id: 9) { note } }',
  'mutation { add(note: "x") { _id } }',
  '{ nope }',
  '{',
  '',
  7,
  null,
]
const variables = [
  undefined,
  undefined,
  null,
  {},
  { l: 2 },
  { l: 'x' },
  { s: true },
  { s: 1 },
  [],
  'x',
  { __proto__: { l: 1 } },
]
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        query: fc.constantFrom(...documents),
        variables: fc.constantFrom(...variables),
        operationName: fc.constantFrom('A', 'B', 'C', '', null, 5),
        documentId: fc.constantFrom('sha256:00', null),
        extensions: fc.constantFrom(null, {}, { persistedQuery: { version: 1, sha256Hash: '00' } }, 1),
        more: fc.anything().map(value => JSON.stringify(value) ?? null),
      },
      { requiredKeys: ['query'] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      [{ query: documents[0] }],
      [{ query: documents[0] }, { query: '{ nope }' }, 7],
      [],
      null,
      5,
      '"text"',
      '{"query":"{ orders { _id } }","query":"{ order(id: 1) { _id } }"}',
      '{"__proto__":{"query":"{ orders { _id } }"}}',
      '{"query":"\\ud800"}',
      ` \ufeff{"query":"{ orders { _id } }"}`,
      Buffer.from([0xff, 0xfe]),
      '{ orders { _id } }',
      '',
      JSON.stringify({ query: '{ orders { _id } }', more: 'x'.repeat(101 * 1024) }),
    ),
  },
)
const accepts = [undefined, '*/*', modern, 'application/json', `application/json, ${modern};q=0.9`, 'text/html', '']
const types = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset=latin1',
  'application/graphql',
  'text/plain',
  '',
]
const targets = [
  'plain',
  'plain',
  'plain',
  'plain',
  'open',
  'open',
  'nowhere',
  'off',
  'a/b',
  'pl%61in',
  'plain?a=1',
  'plain?',
  'plain/',
  '',
  '_x',
  '%',
  'plain#x',
  '../graphql/plain',
]
const callers: SignedRequest[] = [
  {},
  {},
  { user: { id: 'ann', roles: ['reader'] }, permission: {} },
  { user: { id: null, roles: [] }, permission: {} },
  { user: { id: 'ann', roles: ['reader'] }, permission: { rules: { readFilter: { n: 1 } } } },
  { grant: { principal: { id: 'ann' as never, roles: [], via: 'key', properties: { team: 'blue' } } } },
]
const asked = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'),
  uri: fc.constantFrom(...targets),
  body,
  accept: fc.constantFrom(...accepts),
  type: fc.constantFrom(...types),
  caller: fc.constantFrom(...callers),
})

describe('a query by POST', () => {
  let platform: TestPlatform
  let ways: Awaited<ReturnType<typeof serveThreeWays>>
  const stops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    platform = await openTestPlatform()
    await platform.store.collection(orders).insertMany([
      { _id: 1, note: 'ü "quoted"' },
      { _id: 2, mine: 5 },
      { _id: 3, note: 'x' },
    ])
    const { store, changes, db, tier, logger } = platform
    const rules = appRules({ tier, db })
    const hidden = hiddenIn({ tier, db })
    const liveApps = createLiveApps({ store, changes, db, logger, rules })
    const server = createGraphqlServer({
      read: storeDocumentReader(store),
      write: storeDocumentWriter(store),
      hidden,
      access: () => {
        throw new TypeError('These apps ask no permissions.')
      },
      logger,
    })
    await server.start()
    await liveApps.follow()
    await saveApps(platform, stops)
    const dependencies = { liveApps, server, changes }
    const routes: readonly Route[] = [
      ['GET', '/graphql/*uri', runQueryByGet(dependencies)],
      ['POST', '/graphql/*uri', runQuery(dependencies)],
    ]
    ways = await serveThreeWays({ platform, name: 'graphql-apps', routes, shortcut: runPlainQuery(dependencies) })
    stops.push(
      ways.stop,
      () => server.stop(),
      () => platform.close(),
    )
  }, 60_000)
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  it('is answered by the shortcut as by the routes, byte by byte, by a socket and by a call', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ method, uri, body: sent, accept, type, caller }) => {
        const headers = { 'content-type': type, ...(accept !== undefined && { accept }) }
        const target = `/graphql/${uri}`
        const [general, ...others] = await ways.ask(method, target, { ...caller, headers, body: sent })
        count += 1
        for (const other of others) expect([target, other]).toEqual([target, general])
      }),
      { numRuns: RUNS },
    )
    // Each request came to the shortcut twice.
    const share = ways.taken() / (2 * count)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.9)
  }, 120_000)

  it('is taken by the shortcut in its common form', async () => {
    const before = ways.taken()
    const headers = { 'content-type': 'application/json' }
    const answers = await ways.ask('POST', '/graphql/plain', { headers, body: { query: '{ order(id: 3) { note } }' } })
    expect(answers.map(({ text }) => text)).toEqual(Array(3).fill('{"data":{"order":{"note":"x"}}}'))
    expect(ways.taken() - before).toBe(2)
  })
})

async function saveApps(platform: TestPlatform, stops: (() => Promise<void>)[]): Promise<void> {
  const address = { socketPath: join(platform.directory, 'apps.sock') }
  const part = createGraphqlApps(platform, { address })
  await part.start()
  stops.push(() => part.stop(1_000))
  const { request } = createSignedClient({ platform, upstream: 'graphql-apps', address })
  const apps = [app('plain', {}), app('open', { get: true, httpBatching: true }), app('off', { enabled: false })]
  for (const each of apps) expect(await request('POST', '/gql-apps', { body: each })).toMatchObject({ status: 201 })
}
