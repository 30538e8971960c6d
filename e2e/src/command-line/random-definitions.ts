// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the files look like placeholders.
import fc from 'fast-check'

/** A definition as it is sent to a server. */
export type RandomDefinition = {
  path: string
  method: 'POST' | 'PUT' | 'PATCH'
  body: Readonly<Record<string, unknown>>
}

/** Texts that a file system, a URL, a template or a reference could take for something else. */
const HOSTILE = [
  'CON',
  'nul.txt',
  '.hidden',
  '..',
  'a/b',
  'a\\b',
  '%2E',
  'x.template',
  'x.body',
  'é b',
  '😀',
  '-rf',
  '~',
  'a:b',
]
const LITERALS = ['${', '$${', '${secret:X}', '\r\n', ' ', '{{a}}', '"', '\\', '\u2028', '\n']

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...LITERALS, 'a'), { maxLength: 5 }).map(parts => parts.join('')) },
)
const idText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }))
const idWord = fc.oneof(
  fc.constantFrom('CON', 'nul.txt', '.hidden', 'a.template', 'a.body', 'oid-6b03e00a89fb6746dd7a3ad2', '-rf', 'a.'),
  fc.stringMatching(/^[A-Za-z0-9._-]{1,60}$/),
)
/** Two ids that differ by case alone can't both be files. */
const distinct = <T extends { body: Readonly<Record<string, unknown>> }>(arbitrary: fc.Arbitrary<T>) =>
  fc.uniqueArray(arbitrary, { maxLength: 4, selector: ({ body }) => String(body._id).toLowerCase() })

const field = fc.stringMatching(/^[a-z]{1,6}$/)
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 3 }),
)
const filter = fc.dictionary(field, fc.oneof(value, fc.record({ $in: fc.array(value, { maxLength: 3 }) })), {
  maxKeys: 4,
})
const predicate = fc.constantFrom("path('/nowhere')", "method('GET') and path-prefix('/a')", "not(path('/ü'))")

const permission = fc
  .record(
    {
      roles: fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 1, maxLength: 3 }),
      predicate,
      _id: idText,
      description: text,
      priority: fc.integer({ min: 1, max: 1_000 }),
      mongo: fc.record({ readFilter: filter, mergeRequest: fc.dictionary(field, value) }, { requiredKeys: [] }),
    },
    { requiredKeys: ['roles', 'predicate', '_id'] },
  )
  .map((body): RandomDefinition => ({ path: '/acl', method: 'POST', body }))

const webhook = fc
  .record(
    {
      _id: idWord,
      condition: predicate,
      url: fc.constantFrom(
        'https://hooks.example.com/',
        'https://a.example.com:8443/${x}?q=1',
        'http://b.example.com/',
      ),
      name: text.map(part => `A ${part}`),
      enabled: fc.boolean(),
      headers: fc.dictionary(
        fc.stringMatching(/^x-[a-z]{1,6}$/),
        fc.stringMatching(/^[ -~]{1,20}$/).map(part => `v${part.trim()}`),
      ),
      transform: fc.record({ template: text, enabled: fc.boolean() }),
      timeout_ms: fc.integer({ min: 1_000, max: 10_000 }),
      disableAfter: fc.record({
        days: fc.integer({ min: 1, max: 30 }),
        failures: fc.integer({ min: 1, max: 100_000 }),
      }),
      contact: fc.uniqueArray(fc.constantFrom('ann@example.com', 'bob@example.com', 'cleo@example.com'), {
        minLength: 1,
      }),
    },
    { requiredKeys: ['_id', 'condition', 'url', 'name'] },
  )
  .map((body): RandomDefinition => ({ path: `/webhooks/${body._id}`, method: 'PUT', body }))

const app = fc
  .record({
    _id: idText,
    uri: fc.stringMatching(/^[a-z]{8}$/),
    about: text,
    last: fc.constantFrom('', '\n', '\n\n', '\r\n'),
  })
  .map(({ _id, uri, about, last }): RandomDefinition => {
    const schema = `# ${about.replace(/[\r\n\u2028\u2029]/g, ' ')}\ntype Query {\n  one(id: ID): String\n}${last}`
    const mappings = { Query: { one: { db: 'sluice', collection: 'ones', find: { _id: { $arg: 'id' } } } } }
    return { path: '/gql-apps', method: 'POST', body: { schema, descriptor: { uri, name: about }, mappings, _id } }
  })

const collection = fc
  .record({
    name: fc.stringMatching(/^[a-z][a-z0-9-]{2,12}$/),
    jsonSchema: fc.record({
      type: fc.constant('object'),
      description: text,
      properties: fc.dictionary(field, fc.constantFrom({}, { type: 'string' })),
    }),
    uri: fc.stringMatching(/^[a-z]{3,8}$/),
    match: filter,
  })
  .map(({ name, jsonSchema, uri, match }): RandomDefinition[] => [
    { path: `/${name}`, method: 'PUT', body: {} },
    { path: `/${name}/_meta`, method: 'PATCH', body: { jsonSchema } },
    {
      path: `/${name}/_meta`,
      method: 'PATCH',
      body: { aggrs: [{ uri, type: 'pipeline', stages: [{ $match: match }] }] },
    },
    { path: `/${name}/_indexes/by-${uri}`, method: 'PUT', body: { keys: { [uri]: 1 } } },
  ])

/** Definitions of every kind. A server may refuse one of them, which is then none. */
export const randomDefinitions: fc.Arbitrary<RandomDefinition[]> = fc
  .tuple(distinct(permission), distinct(webhook), distinct(app), collection)
  .map(([permissions, webhooks, apps, ofCollection]) => [...ofCollection, ...apps, ...permissions, ...webhooks])
