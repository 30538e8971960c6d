import type { Document } from '@sluice/store'
import type { RunningServices } from './open-services.ts'

/** Documents that permissions narrow, wherever they are served. */
export type NarrowedResource = {
  name: string
  service: string
  /** The list is served here, and one document below it by its `_id`. */
  path: string
  /** The collection of the default database in which the store has the documents. */
  collection: string
  make(services: RunningServices): Promise<void>
  /** Paths that filters and projections name, with values that some document has. */
  fields: Readonly<Record<string, readonly unknown[]>>
  /** Whether `GET <path>/<_id>` shows one document. */
  showsOne: boolean
  /** What is shown of a stored document to a caller from whom nothing is hidden; absent: all of it. */
  asShown?(document: Document): Document
  /** Fields of answers that are not stored, but made of what is. */
  made?: readonly string[]
}

/** Writes documents as the owner does, one by one. */
const post =
  (service: string, path: string, documents: readonly object[]) =>
  async (services: RunningServices): Promise<void> => {
    for (const body of documents) await services.client(service).request('POST', path, { body })
  }

const ORDERS = [
  { _id: 'o1', team: 'red', total: 5, at: { city: 'Bari', zip: '70121' }, lines: [{ sku: 'a', cost: 1 }] },
  { _id: 'o2', team: 'blue', total: 12, at: { city: 'Rome' }, lines: [{ sku: 'b', cost: 2 }, { sku: 'a' }] },
  { _id: 'o3', team: 'red', total: 20, at: null, lines: [] },
  { _id: 'o4', total: 7, at: { city: 'Bari' }, tags: ['x', 'y'] },
  { _id: 'o5', team: ['red', 'blue'], total: 12, tags: [] },
]

/** The hash of no password that anybody has. */
const passwordHash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
const USERS = [
  { _id: 'ann', roles: ['reader'], team: 'red', passwordHash, home: { city: 'Bari' } },
  { _id: 'bob', roles: ['reader', 'writer'], team: 'blue', passwordHash },
  { _id: 'cyd', roles: [], passwordHash, disabled: true, home: { city: 'Rome' } },
]

const PERMISSIONS = [
  { _id: 'p1', roles: ['reader'], predicate: "path-prefix('/orders')", priority: 5, description: 'red' },
  { _id: 'p2', roles: ['writer'], predicate: "path('/users')", mongo: { readFilter: { team: 'red' } } },
  { _id: 'p3', roles: ['reader', 'writer'], predicate: "path('/a')", priority: 9, mongo: { allowBulkPatch: true } },
]

const appOf = (_id: string, descriptor: object) => ({
  _id,
  descriptor: { name: _id, ...descriptor },
  schema: 'type Order { total: Int } type Query { orders: [Order] }',
  mappings: { Query: { orders: { db: 'sluice', collection: 'orders' } } },
})
const APPS = [
  appOf('red', { description: 'team-red', limits: { maxDepth: 3 } }),
  appOf('blue', { description: 'team-blue', enabled: false }),
  appOf('plain', {}),
]

const DAY_MS = 86_400_000
const keyOf = (index: number) => {
  const createdAt = new Date(Date.UTC(2026, 0, 1) + index * DAY_MS)
  const isOdd = index % 2 === 1
  return {
    _id: `key-${index}`,
    user: `user-${index % 3}`,
    name: `key ${index}`,
    roles: isOdd ? ['reader', 'writer'] : [],
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 365 * DAY_MS),
    hash: String(index).repeat(64).slice(0, 64),
    hint: `h00${index}`,
    ...(isOdd ? { lastUsedAt: createdAt } : {}),
  }
}
const KEYS = [0, 1, 2, 3, 4].map(keyOf)

const target = { condition: "path('/orders')", url: 'https://hooks.example.com/1' }
const WEBHOOKS = [
  { name: 'red', ...target },
  { name: 'blue', ...target, enabled: false, maxPerMinute: 5 },
  { name: 'red', ...target, condition: "path('/users')", maxPerMinute: 12 },
]

/** A resource that is to be held to the same is one more line here. */
export const NARROWED_RESOURCES: readonly NarrowedResource[] = [
  {
    name: 'a collection of the owner’s',
    service: 'data',
    path: '/orders',
    collection: 'orders',
    async make(services) {
      await services.client('data').request('PUT', '/orders')
      await services.client('data').request('POST', '/orders', { body: ORDERS })
    },
    fields: {
      _id: ['o1', 'o4'],
      team: ['red', 'blue'],
      total: [5, 12],
      at: [null],
      'at.city': ['Bari', 'Rome'],
      'lines.sku': ['a', 'b'],
      tags: ['x'],
    },
    showsOne: true,
  },
  {
    name: 'users',
    service: 'data',
    path: '/users',
    collection: 'users',
    make: post('data', '/users', USERS),
    fields: {
      _id: ['ann', 'bob'],
      team: ['red', 'blue'],
      roles: ['reader', 'admin'],
      'home.city': ['Bari'],
      disabled: [true],
    },
    showsOne: true,
    asShown: ({ password: _, passwordHash: __, ...user }) => user,
  },
  {
    name: 'permissions',
    service: 'data',
    path: '/acl',
    collection: 'acl',
    make: post('data', '/acl', PERMISSIONS),
    fields: {
      _id: ['p1', 'p2'],
      roles: ['reader'],
      priority: [5, 9],
      'mongo.readFilter.team': ['red'],
      description: ['red'],
    },
    showsOne: true,
  },
  {
    name: 'GraphQL apps',
    service: 'graphql-apps',
    path: '/gql-apps',
    collection: 'gql-apps',
    make: post('graphql-apps', '/gql-apps', APPS),
    fields: {
      _id: ['red', 'plain'],
      descriptor: [null],
      'descriptor.description': ['team-red', 'team-blue'],
      'descriptor.limits.maxDepth': [3],
      schema: ['x'],
      'mappings.Query.orders': [null],
    },
    showsOne: true,
  },
  {
    name: 'keys of all users',
    service: 'keys',
    path: '/admin/keys',
    collection: 'apiKeys',
    async make({ platform: { store, db } }) {
      await store.collection({ db, collection: 'apiKeys' }).insertMany(KEYS)
    },
    fields: {
      _id: ['key-1', 'key-2'],
      user: ['user-0', 'user-1'],
      name: ['key 3'],
      roles: ['reader'],
      lastUsedAt: [null],
      hint: ['h002'],
    },
    showsOne: false,
    asShown: ({ hash: _, ...key }) => key,
  },
  {
    name: 'webhooks',
    service: 'webhook-dispatcher',
    path: '/webhooks',
    collection: 'webhooks',
    make: post('webhook-dispatcher', '/webhooks', WEBHOOKS),
    fields: {
      name: ['red', 'blue'],
      condition: [target.condition],
      url: [target.url],
      enabled: [true, false],
      maxPerMinute: [5, 12],
    },
    showsOne: true,
    asShown: ({ secret: _, ...webhook }) => webhook,
    made: ['secretHint', '_etag'],
  },
]
