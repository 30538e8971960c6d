/** The GraphQL app of the demo: airports by state, one airport, its departures with the destination joined. */
export const flightsApp = (db: string) => ({
  _id: 'flights',
  descriptor: {
    name: 'Flights',
    description: 'Airports of the United States and the routes between them',
    enabled: true,
    uri: 'flights',
  },
  schema: `type Airport {
  iata: ID!
  name: String
  city: String
  state: String
  latitude: Float
  longitude: Float
  departures(limit: Int = 100, skip: Int = 0): [Route!]!
}

type Route {
  origin: String!
  destination: Airport
  flights: Int
}

type Query {
  airports(state: String!, limit: Int = 10, skip: Int = 0): [Airport!]!
  airport(iata: ID!): Airport
}
`,
  mappings: {
    Query: {
      airports: {
        db,
        collection: 'airports',
        find: { state: { $arg: 'state' } },
        sort: { _id: 1 },
        limit: { $arg: 'limit' },
        skip: { $arg: 'skip' },
      },
      airport: { db, collection: 'airports', find: { _id: { $arg: 'iata' } } },
    },
    Airport: {
      iata: '_id',
      departures: {
        db,
        collection: 'routes',
        find: { origin: { $fk: '_id' } },
        sort: { flights: -1 },
        limit: { $arg: 'limit' },
        skip: { $arg: 'skip' },
      },
    },
    Route: { destination: { db, collection: 'airports', find: { _id: { $fk: 'destination' } } } },
  },
})

/** The permissions of the demo: the crew reads and issues keys; a key reads flights, may add a route, or is for an assistant. */
export const demoPermissions = [
  {
    _id: 'crew-issues-keys',
    description: 'Members of the crew issue keys for their scripts: at most 5, for 30 days, for these roles.',
    roles: ['crew'],
    predicate: "path-prefix('/keys')",
    priority: 10,
    apiKeys: {
      roles: ['flight-reader', 'route-writer', 'assistant'],
      'max-expires-in-days': 30,
      'max-keys-per-user': 5,
    },
  },
  {
    _id: 'read-flights',
    roles: ['crew', 'flight-reader', 'assistant'],
    predicate: "path('/graphql/flights') and method('POST')",
    priority: 20,
  },
  {
    _id: 'add-routes',
    description: 'Who adds a route is written into it, whatever the request says.',
    roles: ['crew', 'route-writer'],
    predicate: "path('/routes') and method('POST')",
    priority: 20,
    mongo: { mergeRequest: { addedBy: '@user._id' } },
  },
  {
    _id: 'read-airports',
    roles: ['assistant'],
    predicate: "path-prefix('/airports', '/routes') and method('GET')",
    priority: 20,
  },
  {
    _id: 'assistant',
    description: 'An assistant reads with tools, and writes nothing.',
    roles: ['assistant'],
    predicate: "path('/mcp') and method('POST')",
    priority: 10,
    mcp: { collections: ['airports', 'routes'], apps: ['flights'] },
  },
] as const

/** Tells the demo's receiver about each new route. */
export const newRouteWebhook = (receiverUrl: string) => ({
  name: 'New route',
  type: 'http',
  condition: "path('/routes') and method('POST') and response-code('201')",
  url: receiverUrl,
  transform: {
    enabled: true,
    template:
      '{"text": "New route {{request.body.origin}} to {{request.body.destination}}", "added": "{{timestamp}}", "status": {{response.statusCode}}}',
  },
})
