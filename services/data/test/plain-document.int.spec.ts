import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createRuleReach } from '@sluice/access'
import { createRepeats } from '@sluice/service-kit'
import { openTestPlatform, type SignedRequest, serveThreeWays, type TestPlatform } from '@sluice/testkit'
import { Decimal128, ObjectId } from 'bson'
import fc from 'fast-check'
import { hashPassword } from '../src/adapters/argon2-password-hasher.ts'
import { endKeysOf } from '../src/adapters/keys-of-user.ts'
import { storeCatalog } from '../src/adapters/store-catalog.ts'
import { storedCollectionMetas } from '../src/adapters/stored-collection-metas.ts'
import { trustedAcl } from '../src/adapters/trusted-acl.ts'
import { routes } from '../src/app.ts'
import type { DataDependencies } from '../src/dependencies.ts'
import { createLargePages } from '../src/large-pages.ts'
import { getPlainDocument } from '../src/routes/get-plain-document.ts'

const RUNS = 400
const OID = '65a1b2c3d4e5f60718293a4b'
const VERSION = '65a1b2c3d4e5f60718293a4c'
const _etag = new ObjectId(VERSION)

const DOCUMENTS = [
  { _id: 'a', name: 'plain', n: 1.5, at: new Date(0), _etag },
  { _id: 'a-b_C9', note: 'ü "quoted"', inner: { _etag: new ObjectId(), list: [1, null, true] }, _etag },
  { _id: 'none', note: 'another program wrote it' },
  { _id: 'text', _etag: 'no version' },
  { _id: new ObjectId(OID), price: Decimal128.fromString('1.10'), _etag },
  { _id: 'A1', '65': 1, password: 'of nobody', _etag },
  { _id: OID.toUpperCase() },
  { _id: 7 },
  { _id: 'ü' },
  { _id: 'a b' },
]

const names = [
  'things',
  'users',
  'acl',
  'gql-apps',
  'apiKeys',
  'webhooks',
  'plugins',
  'webhookRows',
  'none',
  '_things',
  'x.y',
  'things%20',
  'th%69ngs',
  '',
]
const ids = [
  'a',
  'a-b_C9',
  'none',
  'text',
  OID,
  OID.toUpperCase(),
  'A1',
  'missing',
  '7',
  '%61',
  '%C3%BC',
  'a%20b',
  'a%2Fb',
  'a%',
  '_id',
  '_meta',
  '_size',
  '_indexes',
  '_x',
  '*',
  '..',
  'admin',
  'ignored',
  '-a',
  'x'.repeat(300),
  '',
]
const queries = [
  '',
  '',
  '',
  '',
  '?',
  '?jsonMode=canonical',
  '?jsonMode=shell',
  '?jsonMode=no',
  '?keys={"name":1}',
  '?keys={"_id":0}',
  '?id_type=STRING',
  '?id_type=NUMBER',
  '?id=1',
  '?nope=1',
  '?jsonmode=1',
  '?filter={}',
  '?rep=s',
  '?hal=f',
  '?a=1&a=2',
  '#x',
]
const etags = [
  undefined,
  undefined,
  undefined,
  '*',
  `"${VERSION}"`,
  VERSION,
  `W/"${VERSION}"`,
  `"other", "${VERSION}"`,
  `"${VERSION}.12345678"`,
  '',
]
const rules = [
  {},
  { readFilter: { n: { $gt: 1 } } },
  { readFilter: { name: 'no' } },
  { projectResponse: { note: 0 } },
  { projectResponse: { _id: 1 } },
  { writeFilter: { n: 1 } },
]
const callers: SignedRequest[] = [
  {},
  { user: { id: 'ann', roles: ['reader'] }, permission: {} },
  { user: { id: 'ann', roles: ['reader'] } },
  { user: { id: null, roles: [] }, permission: {} },
  ...rules.map(each => ({ user: { id: 'ann', roles: ['reader'] }, permission: { rules: each } })),
]

const path = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), id: fc.constantFrom(...ids), query: fc.constantFrom(...queries) }),
  fc.record({
    name: fc.constant('things'),
    id: fc.stringMatching(/^[\w.~%-]{1,12}$/),
    query: fc.constantFrom(...queries),
  }),
)
const anyRequest = fc.record({
  method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD'),
  path,
  end: fc.constantFrom('', '', '', '', '', '/', '/a', '//'),
  etag: fc.constantFrom(...etags),
  caller: fc.constantFrom(...callers),
  body: fc.constantFrom(undefined, undefined, undefined, undefined, '{}'),
})
const plainRequest = fc.record({
  method: fc.constant('GET'),
  path: fc.record({
    name: fc.constantFrom('things', 'none'),
    id: fc.constantFrom(...ids.slice(0, 9)),
    query: fc.constant(''),
  }),
  end: fc.constant(''),
  etag: fc.constantFrom(...etags),
  caller: fc.constantFrom(...callers.slice(0, 4)),
  body: fc.constant(undefined),
})
/** What the shortcut takes is asked as often as what it leaves. */
const asked = fc.oneof(anyRequest, plainRequest)

describe.each(['shared', 'dedicated'] as const)('a document by its id in the %s tier', tier => {
  let platform: TestPlatform
  let ways: Awaited<ReturnType<typeof serveThreeWays>>
  const base = tier === 'dedicated' ? '/sluice' : ''

  beforeAll(async () => {
    platform = await openTestPlatform({ tier })
    const dependencies = await openDependencies(platform)
    const things = platform.store.collection({ db: 'sluice', collection: 'things' })
    for (const document of DOCUMENTS) await things.insertOne(document)
    await platform.store.collection({ db: 'sluice', collection: 'users' }).insertOne({ _id: 'a', password: 'x', _etag })
    ways = await serveThreeWays({
      platform,
      name: 'data',
      routes: routes(dependencies),
      shortcut: getPlainDocument(dependencies),
    })
  }, 60_000)
  afterAll(async () => {
    await ways?.stop()
    await platform?.close()
  })

  it('is answered by the shortcut as by the routes, byte by byte, by a socket and by a call', async () => {
    let count = 0
    await fc.assert(
      fc.asyncProperty(asked, async ({ method, path: { name, id, query }, end, etag, caller, body }) => {
        const target = `${base}/${name}/${id}${end}${query}`
        const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
        const [general, ...others] = await ways.ask(method, target, { ...caller, headers, ...(body && { body }) })
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

  it('is 304 for who has it, and 404 where there is none', async () => {
    const before = ways.taken()
    const statuses = async (id: string, headers: Record<string, string>) =>
      (await ways.ask('GET', `${base}/things/${id}`, { headers })).map(({ status }) => status)
    expect(await statuses('a', { 'if-none-match': `"${VERSION}"` })).toEqual([304, 304, 304])
    expect(await statuses('a', {})).toEqual([200, 200, 200])
    expect(await statuses('nobody', {})).toEqual([404, 404, 404])
    expect(ways.taken() - before).toBe(6)
  })
})

async function openDependencies(platform: TestPlatform): Promise<DataDependencies> {
  const { store, changes, db, tier } = platform
  const acl = trustedAcl(platform)
  await acl.follow()
  return {
    store,
    changes,
    db,
    tier,
    acl,
    catalog: storeCatalog(store),
    metas: storedCollectionMetas(store),
    hashPassword,
    endKeysOf: endKeysOf(platform),
    largePages: createLargePages(),
    ruleReach: createRuleReach({ tier, db }),
    repeats: createRepeats(platform),
  }
}
