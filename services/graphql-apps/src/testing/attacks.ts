/** Values that would be more than values if anything looked at them again. */
export const attacks: unknown[] = [
  { $ne: null },
  { $ne: 'x' },
  { $gt: '' },
  { $gte: '' },
  { $lt: '~' },
  { $exists: true },
  { $in: ['s1', 's2'] },
  { $nin: [] },
  { $not: { $eq: 'x' } },
  { $regex: '.*' },
  { $regex: '^s', $options: 'i' },
  { $regularExpression: { pattern: '.*', options: '' } },
  { $where: 'true' },
  { $expr: { $eq: [1, 1] } },
  { $or: [{}] },
  { $nor: [{ a: 1 }] },
  { $elemMatch: { $exists: true } },
  { $type: 'string' },
  { $mod: [1, 0] },
  { $jsonSchema: {} },
  { $comment: 'x' },
  { $literal: 's1' },
  { $function: { body: 'return true', args: [], lang: 'js' } },
  { $code: 'true' },
  { $minKey: 1 },
  { secret: { $ne: null } },
  { secret: { $regex: '.' } },
  { 'secret.$ne': null },
  { '$ne.x': 1 },
  { deep: { secret: { $ne: null } } },
  { data: { $ne: null } },
  JSON.parse('{"__proto__": {"$ne": null}}'),
  { constructor: { prototype: { $ne: null } } },
  { _bsontype: 'ObjectId', id: 'x' },
  { _bsontype: 'BSONRegExp', pattern: '.*', options: '' },
  [{ $ne: null }],
  [{ $regex: '.*' }],
  [['s1'], { $gt: '' }],
  '.*',
  '^s',
  's\\d',
  '{"$ne": null}',
  '$secret',
  '$$ROOT',
  "'; return true; //",
  's1\u0000',
]

// Without $near and $rand, which the server that stands in for MongoDB takes for operators even in a value.
const OPERATORS = [
  ...[
    '$eq',
    '$ne',
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$in',
    '$nin',
    '$exists',
    '$type',
    '$regex',
    '$options',
    '$not',
    '$and',
  ],
  ...['$or', '$nor', '$all', '$elemMatch', '$size', '$mod', '$expr', '$where', '$jsonSchema', '$text'],
  ...[
    '$geoWithin',
    '$geoIntersects',
    '$bitsAllSet',
    '$bitsAnyClear',
    '$sampleRate',
    '$function',
    '$accumulator',
    '$meta',
  ],
  ...[
    '$slice',
    '$cond',
    '$ifNull',
    '$switch',
    '$concat',
    '$toString',
    '$let',
    '$map',
    '$filter',
    '$reduce',
    '$getField',
  ],
  ...['$set', '$unset', '$push', '$pull', '$rename', '$lookup', '$merge', '$out', '$unionWith', '$match', '$limit'],
  ...[
    '$var',
    '$arg',
    '$fk',
    '$ifarg',
    '$ifvar',
    '$regexMode',
    '$oid',
    '$date',
    '$numberLong',
    '$ref',
    '$db',
    '$natural',
  ],
  ...['$$ROOT', '$$CURRENT', '$$NOW', '$$REMOVE', '$$PRUNE', '$$KEEP'],
]

/** For what reads: each operator of the store and of our mappings too, with an operand that would find something. */
export const readAttacks: unknown[] = [
  ...attacks,
  ...OPERATORS.flatMap(operator => [{ [operator]: 's1' }, { [operator]: ['$secret', 's1'] }]),
  ...['$deep.secret', '$$CURRENT.secret', '$$NOW', '$$USER_ROLES', '$$h0', '$$REMOVE'],
]

/** Writes a value as a GraphQL literal; keys that GraphQL has no names for make it a text. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isNamed = Object.keys(value).every(key => /^[A-Za-z_]\w*$/.test(key))
  if (!isNamed) return JSON.stringify(JSON.stringify(value))
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')}}`
}
