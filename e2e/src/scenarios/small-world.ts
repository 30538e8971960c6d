import { ownerClient } from '../http-client.ts'
import type { SluiceTarget } from '../target.ts'

export const AMELIA = { name: 'amelia', password: 'the sky is not the limit' }

const APP = {
  _id: 'flights',
  descriptor: { name: 'Flights', enabled: true, uri: 'flights' },
  schema: `type Airport { iata: ID! name: String departures: [Route!]! }
type Route { destination: Airport flights: Int }
type Query { airports(state: String!): [Airport!]! }`,
  mappings: {
    Query: {
      airports: { db: 'sluice', collection: 'airports', find: { state: { $arg: 'state' } }, sort: { _id: 1 } },
    },
    Airport: {
      iata: '_id',
      departures: { db: 'sluice', collection: 'routes', find: { origin: { $fk: '_id' } }, sort: { flights: -1 } },
    },
    Route: { destination: { db: 'sluice', collection: 'airports', find: { _id: { $fk: 'destination' } } } },
  },
}

const PERMISSIONS = [
  {
    _id: 'crew-issues-keys',
    roles: ['crew'],
    predicate: "path-prefix('/keys')",
    apiKeys: { roles: ['flight-reader', 'route-writer'], 'max-expires-in-days': 30, 'max-keys-per-user': 1000 },
  },
  { _id: 'read-flights', roles: ['flight-reader'], predicate: "path('/graphql/flights') and method('POST')" },
  {
    _id: 'add-routes',
    roles: ['route-writer'],
    predicate: "path('/routes') and method('POST')",
    mongo: { mergeRequest: { addedBy: '@user._id' } },
  },
]

/** Both plugins on. */
export async function switchPluginsOn({
  urls,
  ownerPassword,
}: Pick<SluiceTarget, 'urls' | 'ownerPassword'>): Promise<void> {
  const owner = ownerClient({ url: urls[0], ownerPassword })
  for (const step of ['api-keys/install', 'api-keys/enable', 'webhooks/enable']) {
    await owner.json('POST', `/plugins/${step}`)
  }
}

/** Airports, routes, a GraphQL app over them, a user who may issue keys, and both plugins on. */
export async function makeSmallWorld({
  urls,
  ownerPassword,
}: Pick<SluiceTarget, 'urls' | 'ownerPassword'>): Promise<void> {
  const owner = ownerClient({ url: urls[0], ownerPassword })
  await switchPluginsOn({ urls, ownerPassword })
  for (const collection of ['airports', 'routes']) await owner.json('PUT', `/${collection}`)
  await owner.json('POST', '/airports', { _id: 'SFO', name: 'San Francisco', state: 'CA' })
  await owner.json('POST', '/airports', { _id: 'LAX', name: 'Los Angeles', state: 'CA' })
  await owner.json('POST', '/airports', { _id: 'LIT', name: 'Little Rock', state: 'AR' })
  await owner.json('POST', '/routes', { origin: 'SFO', destination: 'LAX', flights: 7 })
  await owner.json('POST', '/users', { _id: AMELIA.name, password: AMELIA.password, roles: ['crew'] })
  for (const permission of PERMISSIONS) await owner.json('POST', '/acl', permission)
  await owner.json('POST', '/gql-apps', APP)
}
