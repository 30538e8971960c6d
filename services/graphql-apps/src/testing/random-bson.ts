import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson'
import fc from 'fast-check'

/** Texts with all of Unicode, and with what JSON has to escape. */
/** Stored with a byte in it that no UTF-8 has, as other drivers may. */
const BROKEN = 'broken text'

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\u0000', '\u007f', 'ü€😀', '\u2028', BROKEN),
)
const objectId = fc.uint8Array({ minLength: 12, maxLength: 12 }).map(bytes => new ObjectId(bytes))
const instant = fc.date({ noInvalidDate: true })
const double = fc.double().map(value => new Double(value))
const long = fc
  .oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.maxSafeInteger().map(BigInt))
  .map(value => Long.fromBigInt(value))
const int = fc.integer().map(value => new Int32(value))

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  text,
  objectId,
  instant,
  double,
  long,
  int,
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    new MinKey(),
    new MaxKey(),
    new Timestamp({ t: 1, i: 2 }),
    new Binary(Buffer.from('x')),
    new BSONRegExp('a', 'i'),
    new BSONRegExp('(?i)a', 'sx'),
    new BSONSymbol('symbol'),
    new Code('code'),
    new Double(-0),
    new Double(Number.NaN),
    new Double(1e300),
    new Double(5e-324),
    Decimal128.fromString('1.50'),
    new Date(Number.NaN),
  ),
)

const { any } = fc.letrec<{ any: unknown; object: unknown; list: unknown }>(tie => ({
  any: fc.oneof({ maxDepth: 2 }, { weight: 8, arbitrary: scalar }, tie('object'), tie('list')),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', '$ref', '$id', '0', 'constructor', 'ü'), tie('any'), {
    maxKeys: 3,
  }),
  list: fc.array(tie('any'), { maxLength: 3 }),
}))

/** Mostly a value of the type that the schema promises; sometimes any value, or none. */
const mostly = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 30, arbitrary: value }, any)
const among = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(fc.record(fields, { requiredKeys: [] }), fc.integer({ min: 0, max: 5 })).map(([record, turn]) => {
    const entries = Object.entries(record)
    // The store keeps no order of its own.
    return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)])
  })

const key = fc.constantFrom<unknown>(
  'a',
  'b',
  'ü',
  '',
  'a text that is longer than what is copied byte by byte',
  // These two have one hash among the keys of joins.
  'afmoa8',
  '-rby6lz',
  7,
  new Int32(7),
  new Double(7),
  Long.fromNumber(7),
  true,
  new ObjectId('0'.repeat(24)),
)
const number = fc.oneof(
  int,
  double,
  fc.integer({ min: 0, max: 9 }),
  fc.maxSafeInteger().map(value => Long.fromNumber(value)),
)
const part = among({
  name: mostly(text),
  count: mostly(int),
  owner: mostly(key),
  parts: mostly(fc.array(mostly(text), { maxLength: 2 })),
})

const thing = among({
  text: mostly(text),
  id: mostly(fc.oneof(text, objectId, int)),
  int: mostly(number),
  float: mostly(number),
  flag: mostly(fc.boolean()),
  oid: mostly(objectId),
  at: mostly(instant),
  long: mostly(fc.oneof(long, int)),
  decimal: mostly(fc.constantFrom(Decimal128.fromString('1.50'))),
  any: mostly(fc.dictionary(fc.constantFrom('a', 'b'), any, { maxKeys: 2 })),
  level: mostly(fc.constantFrom('LOW', 1)),
  texts: mostly(fc.array(mostly(text), { maxLength: 3 })),
  part: mostly(part),
  parts: mostly(fc.array(mostly(part), { maxLength: 3 })),
  owner: mostly(key),
  to: mostly(fc.record({ owner: mostly(key), city: mostly(text) })),
})
const owner = among({ name: mostly(text), friend: mostly(key), mark: mostly(key) })

/** Documents as they are stored: of all types, at the wrong places too, and with fields in any order. */
export type BsonWorld = { things: Uint8Array[]; owners: Uint8Array[] }

function stored(document: object): Uint8Array {
  const bytes = Buffer.from(serialize(document, { ignoreUndefined: false }))
  for (let at = bytes.indexOf(BROKEN); at !== -1; at = bytes.indexOf(BROKEN, at)) bytes[at] = 0xff
  return bytes
}

export const bsonWorlds: fc.Arbitrary<BsonWorld> = fc.record({
  things: fc.array(thing, { maxLength: 4 }).map(list => list.map((each, at) => stored({ ...each, _id: at }))),
  owners: fc
    .uniqueArray(fc.tuple(key, owner), { selector: ([id]) => String(id), maxLength: 5 })
    .map(list => list.map(([_id, rest]) => stored({ ...rest, _id }))),
})

export const bsonSchema = `
  enum Level { LOW HIGH }
  type Query { things: [Thing] strict: [Strict!] first: Thing sure: Strict! }
  type Thing {
    _id: Int text: String id: ID int: Int float: Float flag: Boolean oid: ObjectId at: DateTime long: Long
    decimal: Decimal128 any: BsonDocument level: Level texts: [String] sureTexts: [String!] part: Part parts: [Part]
    sureParts: [Part!] city: String owner: Owner owners: [Owner!] marked: [Owner] near: Owner sure: Owner!
  }
  type Strict { _id: Int! text: String! int: Int! part: Part! owner: Owner! }
  type Part { name: String count: Int parts: [String] owner: Owner sure: Owner! text: String! }
  type Owner {
    _id: ID name: String friend: Owner fans: [Owner] thing: [Thing] newest: [Owner] later(skip: Int = 1): [Owner]
    named(name: String, limit: Int): [Owner!]! alone: Owner
  }
`
const from = (collection: string, rest: object = {}) => ({ db: 'sluice', collection, ...rest })
const byOwner = (path: string, property = '_id') => from('owners', { find: { [property]: { $fk: path } } })
export const bsonMappings = {
  Level: { LOW: 'LOW', HIGH: 1 },
  Query: { things: from('things'), strict: from('things'), first: from('things'), sure: from('things') },
  Thing: {
    sureTexts: 'texts',
    sureParts: 'parts',
    city: 'to.city',
    owner: byOwner('owner'),
    owners: byOwner('owner'),
    marked: byOwner('owner', 'mark'),
    near: byOwner('to.owner'),
    sure: byOwner('owner'),
  },
  Strict: { owner: byOwner('owner') },
  Part: { owner: byOwner('owner'), sure: byOwner('owner'), text: 'name' },
  Owner: {
    friend: byOwner('friend'),
    fans: byOwner('_id', 'friend'),
    newest: from('owners', { find: { friend: { $fk: '_id' } }, sort: { _id: -1 }, limit: 1 }),
    later: from('owners', { find: { friend: { $fk: '_id' } }, skip: { $arg: 'skip' }, limit: 2 }),
    named: from('owners', {
      find: { mark: { $fk: 'friend' }, name: { $arg: 'name' } },
      limit: { $arg: 'limit' },
      dataLoader: { batching: false },
    }),
    alone: from('owners', { find: { mark: { $fk: '_id' } }, dataLoader: { batching: false } }),
    thing: from('things', { find: { owner: { $fk: '_id' } } }),
  },
}

const LEAVES: Record<string, readonly string[]> = {
  Thing: [
    ...['_id', 'text', 'id', 'int', 'float', 'flag', 'oid', 'at', 'long', 'decimal', 'any', 'level', 'texts'],
    ...['sureTexts', 'city', '__typename', 'again: text'],
  ],
  Strict: ['_id', 'text', 'int', '__typename'],
  Part: ['name', 'count', 'parts', 'text'],
  Owner: ['_id', 'name', '__typename'],
}
const BRANCHES: Record<string, readonly (readonly [string, string])[]> = {
  Query: [
    ['things', 'Thing'],
    ['strict', 'Strict'],
    ['first', 'Thing'],
    ['sure', 'Strict'],
  ],
  Thing: [
    ['part', 'Part'],
    ['parts', 'Part'],
    ['sureParts', 'Part'],
    ['owner', 'Owner'],
    ['owners', 'Owner'],
    ['marked', 'Owner'],
    ['near', 'Owner'],
    ['sure', 'Owner'],
  ],
  Strict: [
    ['part', 'Part'],
    ['owner', 'Owner'],
  ],
  Part: [
    ['owner', 'Owner'],
    ['sure', 'Owner'],
  ],
  Owner: [
    ['friend', 'Owner'],
    ['fans', 'Owner'],
    ['thing', 'Thing'],
    ['newest', 'Owner'],
    ['later', 'Owner'],
    ['named', 'Owner'],
    ['few: named(name: "", limit: 1)', 'Owner'],
    ['alone', 'Owner'],
  ],
}

function selection(type: string, depth: number): fc.Arbitrary<string> {
  const leaves = LEAVES[type] ?? []
  const branches = depth > 0 ? (BRANCHES[type] ?? []) : []
  const ofLeaves = fc.subarray([...leaves], {
    minLength: leaves.length > 0 ? 1 : 0,
    maxLength: Math.min(5, leaves.length),
  })
  const ofBranches = fc
    .subarray([...branches], { minLength: leaves.length === 0 ? 1 : 0, maxLength: Math.min(2, branches.length) })
    .chain(chosen =>
      fc.tuple(...chosen.map(([field, inner]) => selection(inner, depth - 1).map(text => `${field} ${text}`))),
    )
  return fc.tuple(ofLeaves, ofBranches).map(([a, b]) => `{ ${[...a, ...b].join(' ')} }`)
}

/** Queries that mostly have a flat plan. */
export const bsonQueries = selection('Query', 4)
