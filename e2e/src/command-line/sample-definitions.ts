// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the files look like placeholders.
/** Files of definitions with each kind once, in the form that `sluice pull` writes. */
export const SAMPLE_FILES: Readonly<Record<string, unknown>> = {
  'apps/flights/app.json': {
    _id: 'flights',
    descriptor: { name: 'Flights', enabled: true, uri: 'flights', limits: { maxDepth: 12 } },
    schema: { $file: 'schema.graphql' },
    mappings: {
      Airport: { iata: '_id' },
      Query: { airport: { db: 'sluice', collection: 'airports', find: { _id: { $arg: 'iata' }, state: 'CA' } } },
    },
  },
  'apps/flights/schema.graphql':
    'type Airport {\n  iata: ID!\n  name: String\n}\n\ntype Query {\n  airport(iata: ID!): Airport\n}\n',
  'apps/flights/documents/one.graphql': 'query one { airport(iata: "SFO") { name } }\n',
  'permissions/read-flights.json': {
    _id: 'read-flights',
    description: 'Who reads flights',
    roles: ['flight-reader', 'crew'],
    predicate: "path-prefix('/airports') and method('GET')",
    priority: 20,
    mongo: { readFilter: { z: 1, a: { $in: ['x', 'y'] } } },
  },
  'permissions/%C3%A9%20b.json': { _id: 'é b', roles: ['crew'], predicate: "path('/nowhere')" },
  'webhooks/new-route.json': {
    _id: 'new-route',
    name: 'New route',
    type: 'http',
    enabled: true,
    condition: "path('/routes') and method('POST')",
    url: 'https://hooks.example.com/routes',
    headers: { authorization: '${secret:HOOK}' },
    retry: { attempts: 5, schedule: [5, 30] },
    disableAfter: { failures: 100, days: 5 },
    contact: ['ann@example.com', 'bob@example.com'],
    transform: { enabled: true, template: { $file: 'new-route.template.json' } },
  },
  'webhooks/new-route.template.json': '{"text": "{{request.body.origin}} costs ${5}"}',
  'collections/airports/collection.json': { _id: 'airports', description: 'Airports of the world' },
  'collections/airports/schema.json': { type: 'object', properties: { name: { type: 'string' } } },
  'collections/airports/indexes.json': [{ _id: 'by-state', keys: { state: 1, name: -1 }, ops: { sparse: true } }],
  'collections/airports/aggregations/by-state.json': {
    uri: 'by-state',
    type: 'pipeline',
    stages: [{ $group: { _id: '$state', count: { $sum: 1 } } }],
  },
  'service.json': { plugins: { 'api-keys': 'enabled', webhooks: 'enabled' } },
}

/** The value of the one secret that the sample refers to. */
export const HOOK_CANARY = 'Bearer canary-7f3a9e51c2'
