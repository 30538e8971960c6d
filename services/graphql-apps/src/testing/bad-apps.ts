import type { Document } from '@sluice/store'

export const GOOD_SCHEMA = `
  type Query { orders(status: String, many: [String], limit: Int, where: Where, any: BsonDocument, rx: Regex): [Order] }
  type Order { _id: ID status: String customer: Customer total: Int }
  type Customer { name: String }
  input Where { status: String nested: Inner }
  input Inner { city: String }
  enum Level { LOW HIGH }
`

/** The mapping of the one field of the query, with more about it. */
export const ordersOf = (rest: Document = {}) => ({ db: 'sluice', collection: 'orders', ...rest })
export const ORDERS_PATH = 'mappings.Query.orders'
const P = ORDERS_PATH
const orders = ordersOf

/** What is written, the path that the refusal names, and what it says. */
type BadPart<T> = [what: string, written: T, path: string, message: RegExp]

/** Mappings of types, beside a right one of the query. */
export const BAD_MAPPINGS: BadPart<unknown>[] = [
  ['an unknown type', { Order2: { a: 'b' } }, 'mappings.Order2', /no type "Order2"/],
  ['an unknown field', { Order: { nope: 'b' } }, 'mappings.Order.nope', /no field "nope"/],
  ['an input type', { Where: { status: 'a' } }, 'mappings.Where', /Where can not be mapped/],
  ['a number', { Order: { status: 5 } }, 'mappings.Order.status', /path of a property, or a query/],
  ['a path with an operator', { Order: { status: 'a.$b' } }, 'mappings.Order.status', /"\$b"/],
  ['a path with an empty part', { Order: { status: 'a..b' } }, 'mappings.Order.status', /empty part/],
  ['a path into prototypes', { Order: { status: '__proto__.x' } }, 'mappings.Order.status', /__proto__/],
  ['a query for a scalar', { Order: { status: orders() } }, 'mappings.Order.status', /no type of objects/],
  [
    '$arg of a field without arguments',
    { Order: { customer: orders({ find: { a: { $arg: 'x' } } }) } },
    'mappings.Order.customer.find.a.$arg',
    /It has none. Declare it in the schema, or take this out/,
  ],
]

const STATUS = { $arg: 'status' }
const STAGE = `${P}.stages.0`
const computing = (value: unknown): Document => ({ stages: [{ $addFields: { value } }] })

/** What more stands in the mapping of the query. */
export const BAD_QUERIES: BadPart<Document>[] = [
  ['another key', { filter: {} }, `${P}.filter`, /Known are db, collection, find/],
  ['a find beside stages', { stages: [], find: {} }, `${P}.find`, /Known are db, collection, stages/],
  ['unknown options', { dataLoader: { size: 5 } }, `${P}.dataLoader.size`, /no field "size"/],
  ['a batch of nothing', { dataLoader: { maxBatchSize: 0 } }, `${P}.dataLoader.maxBatchSize`, /1/],
  ['a mutation', { insertOne: {} }, `${P}.insertOne`, /not known/],
  [
    'a field of $getField from outside',
    computing({ $getField: { field: STATUS, input: '$$ROOT' } }),
    STAGE,
    /\$getField/,
  ],
  [
    'a pattern of $regexMatch from outside',
    computing({ $regexMatch: { input: '$a', regex: STATUS } }),
    STAGE,
    /no expr/,
  ],
  [
    'a direction of $sortArray from outside',
    computing({ $sortArray: { input: '$a', sortBy: STATUS } }),
    STAGE,
    /1 or -1/,
  ],
  ['an operator of no list in $map', computing({ $map: { input: '$a', in: { $function: {} } } }), STAGE, /\$function/],
  ['a variable of nobody', computing({ $map: { input: '$a', in: '$$NOW' } }), STAGE, /\$\$NOW/],
  ['another database', { db: 'other' }, `${P}.db`, /"sluice"/],
  ['no database', { db: undefined }, `${P}.db`, /missing/],
  ['the keys', { collection: 'apiKeys' }, `${P}.collection`, /can not be read/],
  ['the webhooks', { collection: 'webhooks' }, `${P}.collection`, /can not be read/],
  ['the ACL', { collection: 'acl' }, `${P}.collection`, /can not be read/],
  ['an inner collection', { collection: '_changes' }, `${P}.collection`, /can not be read/],
  ['a system collection', { collection: 'system.users' }, `${P}.collection`, /can not be read/],
  ['a negative limit', { limit: -1 }, `${P}.limit`, /from 0 to 1000/],
  ['a limit above 1,000', { limit: 1001 }, `${P}.limit`, /from 0 to 1000/],
  ['a limit from a text', { limit: { $arg: 'status' } }, `${P}.limit`, /needs an Int/],
  ['a limit from a parent', { limit: { $fk: 'x' } }, `${P}.limit`, /Only \{"\$arg"/],
  ['a default limit above 1,000', { limit: { $arg: ['limit', 5000] } }, `${P}.limit`, /default/],
  ['a sort by text', { sort: { a: 'up' } }, `${P}.sort`, /1 or -1/],
  ['a sort with an operator', { sort: { $a: 1 } }, `${P}.sort.$a`, /"\$a"/],
  ['a direction from a text', { sort: { a: { $arg: 'status' } } }, `${P}.sort.a`, /needs an Int, 1 or -1/],
  ['a direction from a parent', { sort: { a: { $fk: 'x' } } }, `${P}.sort.a`, /Only \{"\$arg"/],
  ['a default direction of 0', { sort: { a: { $arg: ['limit', 0] } } }, `${P}.sort.a`, /default/],
  ['a sort from a text', { sort: { $arg: 'status' } }, `${P}.sort`, /input object or a BsonDocument/],
]

/** The filter of the mapping of the query; the path begins there. */
export const BAD_FILTERS: BadPart<unknown>[] = [
  ['an unknown argument', { a: { $arg: 'nope' } }, 'a.$arg', /no argument "nope". It has: status/],
  ['a way into a scalar', { a: { $arg: 'status.x' } }, 'a.$arg', /can not be read/],
  ['an unknown input field', { a: { $arg: 'where.nope' } }, 'a.$arg', /no field "nope"/],
  ['an unknown name of the caller', { a: { $arg: '@me' } }, 'a.$arg', /@me is not known. Known are @user/],
  ['the whole user', { a: { $arg: '@user' } }, 'a.$arg', /@user needs a path/],
  ['a part of now', { a: { $arg: '@now.year' } }, 'a.$arg', /@now has no parts/],
  ['a whole filter of the caller', { $arg: '@user.filter' }, '', /can come from an argument alone/],
  ['rootDoc at the root', { a: { $arg: 'rootDoc.x' } }, 'a.$arg', /A root field has no document/],
  ['$fk at the root', { a: { $fk: 'x' } }, 'a.$fk', /no parent/],
  ['$arg beside something', { a: { $arg: 'status', x: 1 } }, 'a', /x can not stand beside \$arg/],
  ['a filter from a text', { a: { $arg: 'status', $as: 'filter' } }, 'a', /needs a BsonDocument.*String/],
  ['a filter from an input object', { a: { $arg: 'where', $as: 'filter' } }, 'a', /needs a BsonDocument/],
  ['a filter from an unknown argument', { a: { $arg: 'nope', $as: 'filter' } }, 'a.$arg', /no argument "nope"/],
  ['a filter of the caller', { a: { $arg: '@user.filter', $as: 'filter' } }, 'a.$arg', /@user can not stand here/],
  ['a filter of a parent', { a: { $arg: 'any', $fk: 'x', $as: 'filter' } }, 'a', /\$fk can not stand beside \$as/],
  ['something else than a filter', { a: { $arg: 'any', $as: 'query' } }, 'a.$as', /only \$as is "filter"/],
  ['a filter as an operand', { a: { $gt: { $arg: 'any', $as: 'filter' } } }, 'a.$gt', /nowhere else/],
  ['a filter as a pattern', { a: { $regex: { $arg: 'any', $as: 'filter' } } }, 'a.$regex', /nowhere else/],
  ['a filter in $not', { a: { $not: { $arg: 'any', $as: 'filter' } } }, 'a.$not', /inside \$not/],
  ['a filter in $elemMatch', { a: { $elemMatch: { $arg: 'any', $as: 'filter' } } }, 'a.$elemMatch', /inside \$elemM/],
  ['a filter by an operator', { a: { $arg: ['any', { $where: '1' }], $as: 'filter' } }, 'a', /default.*\$eq, \$ne/],
  ['a filter with a pattern', { a: { $arg: ['any', { $regex: 'a' }], $as: 'filter' } }, 'a', /default.*\$eq, \$ne/],
  ['a whole filter with a default', { $arg: ['any', {}], $as: 'filter' }, '', /no default/],
  ['$arg and $fk together', { a: { $arg: 'status', $fk: 'x' } }, 'a', /together/],
  ['a default that is a hole', { a: { $arg: ['status', { $arg: 'limit' }] } }, 'a.$arg', /plain value/],
  ['$where', { $where: 'true' }, '$where', /not allowed/],
  ['$expr', { $expr: { $eq: ['$a', 1] } }, '$expr', /not allowed/],
  ['an unknown operator', { a: { $near: 1 } }, 'a.$near', /not allowed/],
  ['an operator beside a field', { a: { $gt: 1, b: 2 } }, 'a.b', /beside operators/],
  ['a value inside a document', { a: { b: { $arg: 'status' } } }, 'a', /inside a value/],
  ['a value inside a list', { a: { $in: ['x', { $arg: 'status' }] } }, 'a.$in', /inside \$in/],
  ['a value in $not', { a: { $not: { $gt: { $arg: 'status' } } } }, 'a.$not', /inside \$not/],
  ['a value in $elemMatch', { a: { $elemMatch: { b: { $arg: 'status' } } } }, 'a.$elemMatch', /inside \$elemMatch/],
  ['a value in $size', { a: { $size: { $arg: 'limit' } } }, 'a.$size', /inside \$size/],
  ['a value in $exists', { a: { $exists: { $arg: 'status' } } }, 'a.$exists', /inside \$exists/],
  ['options from outside', { a: { $regex: 'x', $options: { $arg: 'status' } } }, 'a.$options', /inside \$options/],
  [
    'options from outside with a pattern',
    { a: { $regex: { $arg: 'status' }, $options: { $arg: 'status' } } },
    'a.$options',
    /mapping alone/,
  ],
  ['a pattern that is no text', { a: { $regex: { $arg: 'limit' } } }, 'a.$regex', /needs a String/],
  ['a slow pattern', { a: { $regex: '(a+)+$' } }, 'a.$regex', /repeats/],
  ['one value for $in', { a: { $in: { $arg: 'status' } } }, 'a.$in', /needs a list/],
  ['a list for $gt', { a: { $gt: { $arg: 'many' } } }, 'a.$gt', /takes one value/],
  ['a Regex for $eq', { a: { $eq: { $arg: 'rx' } } }, 'a.$eq', /Regex can not/],
  ['$in without a list', { a: { $in: 5 } }, 'a.$in', /array/],
  ['a malformed operand in $not', { a: { $not: { $size: 'x' } } }, 'a.$not', /whole number/],
  ['a malformed operand in $elemMatch', { a: { $elemMatch: { b: { $in: 5 } } } }, 'a.$elemMatch', /array/],
  ['operators in $all', { a: { $all: [{ $gt: 1 }] } }, 'a.$all', /values/],
  ['an unknown type', { a: { $type: 'nope' } }, 'a.$type', /nope/],
  ['a pattern that can not be read', { a: { $regex: '(' } }, 'a.$regex', /valid/],
  ['a pattern with look-around', { a: { $regex: '(?=x)' } }, 'a.$regex', /not supported/],
  ['a division by 0', { a: { $mod: [0, 1] } }, 'a.$mod', /not 0/],
  ['options without a pattern', { a: { $options: 'i' } }, 'a.$options', /\$regex/],
  ['an unknown option', { a: { $regex: 'x', $options: 'q' } }, 'a.$regex', /unknown option/],
  ['an empty $or', { $or: [] }, '$or', /at least one/],
  ['a whole filter from a document', { $arg: 'any' }, '', /input object/],
  ['a whole filter from a text', { $arg: 'status' }, '', /input object/],
  ['a field with an operator', { 'a.$b': 1 }, 'a.$b', /"\$b"/],
  ['a list', [], '', /is an object/],
]

/** A schema, what the refusal says, its line and its column. */
export const BAD_SCHEMAS: [what: string, schema: string, message: RegExp, line: number, column: number][] = [
  ['a syntax error', 'type Query {\n  a: }', /Expected Name/, 2, 6],
  ['an unknown type', 'type Query {\n  a: Nope\n}', /Unknown type "Nope"/, 2, 6],
  ['a subscription', 'type Query { a: Int }\ntype Subscription { b: Int }', /Subscriptions/, 2, 1],
  ['an unknown scalar', 'type Query { a: Int }\nscalar Money', /scalar Money/, 2, 1],
  ['a query', 'type Query { a: Int }\n{ a }', /definitions only/, 2, 1],
]

/** Changes of the settings of an app, and the path that the refusal names. */
export const BAD_SETTINGS: [what: string, descriptor: Document, path: string][] = [
  ['an address that no path can name', { uri: 'a b' }, 'descriptor.uri'],
  ['a name that breaks the line', { name: 'a\nb' }, 'descriptor.name'],
  ['a description that turns text', { description: '\u202Ea' }, 'descriptor.description'],
  ['a limit that lets nothing through', { limits: { maxDepth: 0 } }, 'descriptor.limits.maxDepth'],
]
