import { once } from 'node:events'
import { createServer } from 'node:http'

const DB = 'restheart'
/** The bcrypt hash of "calm seas". */
const HASH = '$2b$04$AbEIlw9HVfSJuJw2pGdyfuZ001XoIBMCC4CkNyRbMuwZKDOm0Wpsq'
export const INES = { name: 'ines', password: 'calm seas' }

const COLLECTIONS = [
  ...['boats', 'crews', 'races', 'results', 'harbours', 'berths', 'bookings', 'members', 'invoices', 'notices'],
]
/** More than fit on one page. */
export const BOATS = 1_500

const listOf = (collection: string) => ({ db: DB, collection, find: {}, sort: { _id: { $arg: 'sort' } } })
const APPS = [
  {
    _id: 'fleet',
    schema: 'type Query { boats(sort: Int, limit: Int): [Boat] } type Boat { _id: ID name: String metres: Float }',
    mappings: { Query: { boats: { ...listOf('boats'), limit: { $arg: ['limit', 10] } } } },
  },
  {
    _id: 'racing',
    descriptor: { name: 'racing', description: 'Races and who won', enabled: true, uri: 'racing' },
    schema:
      'type Query { races(sort: Int): [Race] } type Race { _id: ID results: [Result] } type Result { place: Int }',
    mappings: {
      Query: { races: listOf('races') },
      Race: { results: { db: DB, collection: 'results', find: { race: { $fk: '_id' } }, sort: { place: 1 } } },
    },
  },
  {
    _id: 'office',
    descriptor: { uri: 'office' },
    schema: 'type Query { owed(least: Int): [Owed] } type Owed { _id: ID total: Int }',
    mappings: {
      Query: {
        owed: {
          db: DB,
          collection: 'invoices',
          stages: [
            { $ifarg: ['least', { $match: { amount: { $gte: { $arg: 'least' } } } }] },
            { $group: { _id: '$member', total: { $sum: '$amount' } } },
          ],
        },
      },
    },
  },
]

const NO_RULES = { readFilter: null, writeFilter: null, mergeRequest: null, projectResponse: null }
const PERMISSIONS = [
  ...COLLECTIONS.map((name, index) => ({
    _id: `${name}-for-crews`,
    predicate: `path-prefix[path='/${name}'] and method(GET)`,
    roles: ['crew'],
    priority: index,
    mongo: NO_RULES,
  })),
  ...COLLECTIONS.slice(0, 7).map(name => ({
    _id: `${name}-own`,
    predicate: `path-template('/${name}/{id}') and method(PATCH)`,
    roles: ['member'],
    priority: 100,
    mongo: { writeFilter: { _$or: [{ owner: '@user._id' }, { shared: true }] }, mergeRequest: { by: '@user._id' } },
  })),
  {
    _id: 'names-for-all',
    predicate: "path('/members') and method(GET)",
    roles: ['$unauthenticated'],
    priority: 1,
    mongo: { projectResponse: { name: 1 } },
  },
  { _id: 'apps-for-crews', predicate: "path-prefix('/graphql')", roles: ['crew'], priority: 1 },
  {
    _id: 'office-manages',
    predicate: "path-prefix('/notices')",
    roles: ['office'],
    priority: 1,
    mongo: { allowManagementRequests: true, allowBulkPatch: true, allowBulkDelete: true, allowWriteMode: true },
  },
]

export const OLD_USERS = [
  { _id: 'admin', password: HASH, roles: ['admin'] },
  { _id: INES.name, password: HASH, roles: ['crew'], team: 'red' },
]

const DOCUMENTS: Readonly<Record<string, readonly object[]>> = {
  boats: Array.from({ length: BOATS }, (_, at) => ({ _id: `boat-${String(at).padStart(4, '0')}`, metres: 4.5 })),
  races: [{ _id: 'spring', at: { $date: 1_700_000_000_000 } }],
  results: [
    { _id: 1, race: 'spring', place: 2 },
    { _id: 2, race: 'spring', place: 1 },
  ],
  members: [{ _id: 'ada@example.org', name: 'Ada' }],
  invoices: [{ _id: 'i1', member: 'ada', amount: { $numberLong: '9007199254740993' } }],
}

/** What the made-up service answers at a path, as its standard representation has it. */
function answerOf({ pathname, searchParams }: URL): readonly unknown[] {
  if (pathname === '/acl') return PERMISSIONS
  if (pathname === '/gql-apps') return APPS
  if (pathname === '/') return [...COLLECTIONS, 'acl', 'gql-apps', 'users']
  const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pagesize'))]
  return (DOCUMENTS[pathname.slice(1)] ?? []).slice((page - 1) * size, page * size)
}

/** A made-up service that moves: 3 apps, 20 permissions, 10 collections. */
export async function openOldService(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const answer = answerOf(new URL(request.url ?? '/', 'http://old'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
