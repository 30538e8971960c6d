/** Permissions that the service refuses: the path that it names, and what is wrong with an otherwise good one. */
export const REFUSED_PERMISSIONS: readonly (readonly [path: string, fields: object])[] = [
  ['_id', { _id: 7 }],
  ['_id', { _id: 'explain' }],
  ['_id', { _id: 'a/b' }],
  ['_id', { _id: '65a1b2c3d4e5f60718293a4b' }],
  ['description', { description: 'x'.repeat(1_001) }],
  ['roles', { roles: [] }],
  ['roles', { roles: ['a', 'a'] }],
  ['roles.0', { roles: ['two words'] }],
  ['roles', { roles: 'crew' }],
  ['predicate', { predicate: '' }],
  ['predicate', { predicate: "path('/a') and pth('/b')" }],
  ['predicate', { predicate: 'response-code(200)' }],
  ['priority', { priority: '1' }],
  ['prority', { prority: 1 }],
  ['mongo', { mongo: [] }],
  ['mongo', { mongo: { readFilter: { a: 'x'.repeat(4_097) } } }],
  ['mongo.readfilter', { mongo: { readfilter: {} } }],
  ['mongo.readFilter', { mongo: { readFilter: 'a' } }],
  ['mongo.readFilter.$expr', { mongo: { readFilter: { $expr: {} } } }],
  ['mongo.readFilter.a.$regex', { mongo: { readFilter: { a: { $regex: '@user.a' } } } }],
  ['mongo.writeFilter.$or.1.a.$in', { mongo: { writeFilter: { $or: [{ b: 1 }, { a: { $in: '5' } }] } } }],
  ['mongo.mergeRequest.$set', { mongo: { mergeRequest: { $set: { a: 1 } } } }],
  ['mongo.mergeRequest.a.b', { mongo: { mergeRequest: { 'a.b': 1, a: {} } } }],
  ['mongo.projectResponse', { mongo: { projectResponse: { a: 0, b: 1 } } }],
  ['mongo.allowBulkPatch', { mongo: { allowBulkPatch: 1 } }],
  ['mongo.readFilter', { predicate: "path('/graphql/flights')", mongo: { readFilter: { a: 1 } } }],
  ['apiKeys', { apiKeys: null }],
  ['apiKeys.roles', { apiKeys: {} }],
  ['apiKeys.roles', { apiKeys: { roles: ['a', 'admin'] } }],
  ['apiKeys.role', { apiKeys: { roles: ['a'], role: ['a'] } }],
  ['apiKeys.max-expires-in-days', { apiKeys: { roles: ['a'], 'max-expires-in-days': 3_651 } }],
  ['apiKeys.max-keys-per-user', { apiKeys: { roles: ['a'], 'max-keys-per-user': 0 } }],
  ['keyRules.allowedIps.0', { keyRules: { allowedIps: ['nowhere'] } }],
  ['keyRules.rateLimit', { keyRules: { rateLimit: 0 } }],
]

/** The label of the field at which a path is told; undefined of one that no field is for, or that a line tells. */
export function fieldFor(path: string): string | undefined {
  return FIELDS.find(([name]) => path === name || path.startsWith(`${name}.`))?.[1]
}

const FIELDS: readonly (readonly [name: string, label: string])[] = [
  ['_id', 'Name'],
  ['description', 'Description'],
  ['roles', 'Roles'],
  ['predicate', 'Predicate'],
  ['priority', 'Priority'],
  ['mongo.readFilter', 'Read filter'],
  ['mongo.writeFilter', 'Write filter'],
  ['mongo.mergeRequest', 'Fields that it writes'],
  ['mongo.projectResponse', 'Fields that it shows or hides'],
  ['apiKeys.roles', 'Roles of its keys'],
  ['apiKeys.max-expires-in-days', 'Longest lifetime in days'],
  ['apiKeys.max-keys-per-user', 'Most keys of a user'],
  ['keyRules.allowedIps', 'Addresses'],
  ['keyRules.rateLimit', 'Requests a minute'],
]
