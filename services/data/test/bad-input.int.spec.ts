import { beforeAll, beforeEach, expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const orders = { db: 'sluice', collection: 'orders' }
const q = encodeURIComponent
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

/** What no filter may hold, wherever a filter stands. */
const BAD_FILTERS: readonly (readonly [what: string, filter: string])[] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['a number', '5'],
  ['null', 'null'],
  ['$where', '{"$where":"sleep(1)"}'],
  ['$where in $or', '{"$or":[{"$and":[{"$where":"1"}]}]}'],
  ['$where in $elemMatch', '{"a":{"$elemMatch":{"$where":"1"}}}'],
  ['$where in $not', '{"a":{"$not":{"$where":"1"}}}'],
  ['$function', '{"a":{"$function":{"body":"x","args":[],"lang":"js"}}}'],
  ['$expr', '{"$expr":{"$eq":[1,{"$function":{}}]}}'],
  ['$accumulator', '{"$accumulator":{}}'],
  ['$jsonSchema', '{"$jsonSchema":{}}'],
  ['$text', '{"$text":{"$search":"x"}}'],
  ['$comment', '{"$comment":"x"}'],
  ['an unknown operator', '{"a":{"$near":1}}'],
  ['an operator beside a field', '{"a":{"$gt":1,"b":1}}'],
  ['$or of nothing', '{"$or":[]}'],
  ['$or of a text', '{"$or":"x"}'],
  ['$in without a list', '{"a":{"$in":1}}'],
  ['$not of a value', '{"a":{"$not":1}}'],
  ['$size of a text', '{"a":{"$size":"x"}}'],
  ['an empty name', '{"":1}'],
  ['an empty part of a name', '{"a..b":1}'],
  ['__proto__', '{"__proto__":{"a":1}}'],
  ['_bsontype', '{"a":{"_bsontype":"ObjectId","id":"x"}}'],
  ['_bsontype as a name', '{"_bsontype":"Code"}'],
  ['a broken ObjectId', '{"_id":{"$oid":"x"}}'],
  ['a date that is none', '{"a":{"$date":"soon"}}'],
  ['21 levels', deep(21)],
  ['500 levels', deep(500)],
  ['more than 16 KB', JSON.stringify({ a: 'x'.repeat(17_000) })],
  ['a repetition of a repetition', '{"a":{"$regex":"(a+)+$"}}'],
  ['a broken expression', '{"a":{"$regex":"("}}'],
  ['a NUL in a name', '{"a\\u0000b":1}'],
]

const BAD_LISTS: readonly (readonly [query: string, code: string, path: string])[] = [
  ['sort=', 'BAD_FILTER', 'sort'],
  ['sort=-', 'BAD_FILTER', 'sort'],
  [`sort=${q('{"a":2}')}`, 'BAD_FILTER', 'sort'],
  [`sort=${q('{"a":{"$meta":"textScore"}}')}`, 'BAD_FILTER', 'sort'],
  [`sort=${q('$where')}`, 'BAD_FILTER', 'sort'],
  [`sort=${q('{"__proto__":1}')}`, 'BAD_FILTER', 'sort'],
  [`sort=${q('a..b')}`, 'BAD_FILTER', 'sort'],
  [`sort=${Array.from({ length: 17 }, (_, at) => `f${at}`).join('&sort=')}`, 'BAD_FILTER', 'sort'],
  [`keys=${q('{"a":"$b"}')}`, 'BAD_FILTER', 'keys'],
  [`keys=${q('{"a":{"$concat":["$b"]}}')}`, 'BAD_FILTER', 'keys'],
  [`keys=${q('{"a.$":1}')}`, 'BAD_FILTER', 'keys'],
  [`keys=${q('{"a":1,"a.b":1}')}`, 'BAD_FILTER', 'keys'],
  [`keys=${q('["a"]')}`, 'BAD_FILTER', 'keys'],
  ['page=0', 'BAD_QUERY', 'page'],
  ['page=-1', 'BAD_QUERY', 'page'],
  ['page=1.5', 'BAD_QUERY', 'page'],
  ['page=999999999&pagesize=1000', 'BAD_QUERY', 'page'],
  ['pagesize=1001', 'BAD_QUERY', 'pagesize'],
  ['pagesize=1e3', 'BAD_QUERY', 'pagesize'],
  ['pagesize=', 'BAD_QUERY', 'pagesize'],
  ['jsonMode=xml', 'BAD_QUERY', 'jsonMode'],
  ['hint=none', 'BAD_QUERY', 'hint'],
  [`hint=${q('{"none":1}')}`, 'BAD_QUERY', 'hint'],
  [`hint=${q('{')}`, 'BAD_QUERY', 'hint'],
]

const BAD_BODIES: readonly (readonly [what: string, body: string | Uint8Array, code: string])[] = [
  ['nothing', '', 'MALFORMED_JSON'],
  ['half of it', '{"a":', 'MALFORMED_JSON'],
  ['two documents', '{}{}', 'MALFORMED_JSON'],
  ['a comment', '{/* x */}', 'MALFORMED_JSON'],
  ['single quotes', "{'a':1}", 'MALFORMED_JSON'],
  ['NaN', '{"a":NaN}', 'MALFORMED_JSON'],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 'MALFORMED_JSON'],
  ['a number', '5', 'VALIDATION_FAILED'],
  ['null', 'null', 'VALIDATION_FAILED'],
  ['a text', '"x"', 'VALIDATION_FAILED'],
  ['__proto__', '{"__proto__":{"a":1}}', 'VALIDATION_FAILED'],
  ['__proto__ inside', '{"a":{"__proto__":{"x":1}}}', 'VALIDATION_FAILED'],
  ['_bsontype', '{"a":{"_bsontype":"Code","code":"x"}}', 'VALIDATION_FAILED'],
  ['a broken ObjectId', '{"a":{"$oid":"12"}}', 'VALIDATION_FAILED'],
  ['a broken number', '{"a":{"$numberLong":"x"}}', 'VALIDATION_FAILED'],
  ['a number beyond 64 bits', '{"a":123456789012345678901}', 'VALIDATION_FAILED'],
  ['a number beyond a double', '{"a":1e999}', 'VALIDATION_FAILED'],
  ['a NUL in a name', '{"a\\u0000":1}', 'VALIDATION_FAILED'],
  ['101 levels', deep(101), 'VALIDATION_FAILED'],
  ['100,000 levels', deep(100_000), 'VALIDATION_FAILED'],
]

const BAD_UPDATES: readonly (readonly [what: string, update: object])[] = [
  ['$where', { $where: '1' }],
  ['an unknown operator', { $bit: { total: { and: 1 } } }],
  ['a pipeline', [{ $set: { total: 9 } }]],
  ['an operator without fields', { $set: 5 }],
  ['a positional path', { $set: { 'lines.$[].cost': 1 } }],
  ['an operator in a path', { $set: { 'a.$where': 1 } }],
  ['two changes of one field', { $set: { total: 1 }, $inc: { total: 1 } }],
  ['a change around another one', { $set: { 'a.b': 1, a: 1 } }],
  ['$inc of a text', { $inc: { total: 'x' } }],
  ['$inc on a text', { $inc: { owner: 1 } }],
  ['$push on a number', { $push: { total: 1 } }],
  ['another _id', { _id: 'z', total: 2 }],
  ['_id by an operator', { $set: { _id: 'z' } }],
  ['_etag by an operator', { $unset: { _etag: true } }],
  ['$where in $pull', { $pull: { lines: { $where: '1' } } }],
  ['$function in $pull', { $pull: { lines: { sku: { $function: {} } } } }],
  ['a path through a text', { 'owner.name': 1 }],
]

describeOnEachStore('bad input', {}, data => {
  const collection = () => data().platform.store.collection(orders)
  const everything = () => collection().find({}, { sort: { _id: 1 } })

  beforeAll(() => data().request('PUT', '/orders'))
  beforeEach(async () => {
    await collection().deleteMany({})
    await collection().insertMany([{ _id: 'a', owner: 'ada', total: 1, lines: [{ sku: 'x', cost: 1 }] }])
  })

  it.each(BAD_FILTERS)('a filter of %s is 400 wherever a filter stands', async (_what, filter) => {
    const before = await everything()
    const requests = [
      ['GET', '/orders?filter='],
      ['GET', '/orders/_size?filter='],
      ['PATCH', '/orders/*?filter='],
      ['DELETE', '/orders/*?filter='],
    ] as const
    for (const [method, target] of requests) {
      const answer = await data().request(method, `${target}${q(filter)}`, method === 'PATCH' ? { body: { x: 1 } } : {})
      expect([method, answer.status]).toEqual([method, 400])
      expect(answer.json).toMatchObject({ code: 'BAD_FILTER', detail: expect.stringMatching(/\w/) })
    }
    expect(await everything()).toEqual(before)
  })

  it.each(BAD_LISTS)('GET ?%s is %s at %s', async (query, code, path) => {
    const answer = await data().request('GET', `/orders?${query}`)
    expect(answer).toMatchObject({ status: 400, json: { code, errors: [{ path }] } })
    expect((await data().request('GET', `/nowhere?${query}`)).status).toBeGreaterThanOrEqual(400)
  })

  it.each(BAD_BODIES)('a body of %s is 400, and nothing is written', async (_what, body, code) => {
    const before = await everything()
    for (const [method, target] of [
      ['POST', '/orders'],
      ['PUT', '/orders/a'],
      ['PATCH', '/orders/a'],
      ['PATCH', '/orders/*?filter=%7B%7D'],
    ] as const) {
      expect(await data().request(method, target, { body })).toMatchObject({ status: 400, json: { code } })
    }
    expect(await everything()).toEqual(before)
  })

  it.each(BAD_UPDATES)('an update with %s is 400, and nothing is written', async (_what, body) => {
    const before = await everything()
    expect(await data().request('PATCH', '/orders/a', { body })).toMatchObject({
      status: 400,
      json: { code: expect.stringMatching(/VALIDATION_FAILED|BAD_FILTER/), detail: expect.stringMatching(/\w/) },
    })
    expect(await everything()).toEqual(before)
  })

  it.each([
    ['/orders/_streams/x', 404],
    ['/orders/a/b', 404],
    ['/_collections', 404],
    ['/apiKeys', 404],
    ['/webhooks', 404],
    ['/system.users', 404],
    ['/gql-apps', 404],
    ['/orders/%2e%2e', 400],
    ['/orders/%2F', 400],
    ['/orders/%zz', 400],
    ['/orders/a?id_type=DATE', 400],
    ['/orders/a?id_type=OID', 400],
    ['/orders/a?id_type=NUMBER', 400],
    ['/orders/a?keys=%7B', 400],
    ['/ORDERS', 404],
    ['/orders/_SIZE', 400],
  ])('GET %s is %i', async (target, status) => {
    expect((await data().request('GET', target)).status).toBe(status)
  })

  it('HEAD answers as GET does, without a body', async () => {
    for (const target of ['/orders', '/orders/a', '/orders/_size', '/orders/none', '/orders?page=0']) {
      const get = await data().request('GET', target)
      const head = await data().request('HEAD', target)
      expect([target, head.status, head.text]).toEqual([target, get.status, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    }
  })

  it.each(['orders', 'users', 'acl'])(
    'an id in the path of /%s and one in the query is 400, and nothing is done',
    async name => {
      const path = `/${name}/root?id=${q('"other"')}`
      for (const [method, body] of [['GET'], ['PUT', {}], ['PATCH', { a: 1 }], ['DELETE']] as const) {
        const answer = await data().request(method, path, { body })
        expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_QUERY', errors: [{ path: 'id' }] } })
      }
    },
  )

  it('405 for methods that are not served, with those that are', async () => {
    const answer = await data().request('POST', '/orders/a', { body: {} })
    expect(answer).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('PATCH') } })
    const count = await data().request('PUT', '/orders/_size', { body: {} })
    expect(count).toMatchObject({ status: 405, headers: { allow: 'GET' } })
  })

  it('an index says in words what is wrong with it', async () => {
    for (const [body, path] of [
      [{}, 'keys'],
      [{ keys: {} }, 'keys'],
      [{ keys: { a: 2 } }, 'keys.a'],
      [{ keys: { a: 'text' } }, 'keys.a'],
      [{ keys: { a: 1 }, ops: { unique: 'yes' } }, 'ops.unique'],
      [{ keys: { a: 1 }, ops: { expireAfterSeconds: -1 } }, 'ops.expireAfterSeconds'],
      [{ keys: { a: 1 }, ops: { sparse: 1 } }, 'ops.sparse'],
      [{ keys: { a: 1 }, ops: { collation: { strength: 2 } } }, 'ops.collation.locale'],
      [{ keys: { a: 1 }, ops: { partialFilterExpression: { a: { $date: 'x' } } } }, 'ops.partialFilterExpression'],
      [{ keys: { a: 1 }, ops: { background: true } }, 'ops.background'],
      [{ keys: { a: 1 }, more: 1 }, 'more'],
    ] as const) {
      const answer = await data().request('PUT', '/orders/_indexes/i', { body })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path }] } })
      expect(answer.text).not.toMatch(/Invalid input|expected|received/)
    }
    expect((await collection().listIndexes()).map(({ name }) => name)).toEqual(['_id_'])
  })

  it('users and permissions never expire', async () => {
    for (const name of ['users', 'acl']) {
      const body = { keys: { at: 1 }, ops: { expireAfterSeconds: 1 } }
      const answer = await data().request('PUT', `/${name}/_indexes/ttl`, { body })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'ops.expireAfterSeconds' }] } })
    }
  })

  it('a user says in words what is wrong with it', async () => {
    for (const [body, path] of [
      [{ _id: 'x', password: 'long enough' }, 'roles'],
      [{ _id: 'x', password: 'long enough', roles: 'reader' }, 'roles'],
      [{ _id: 'x', password: 'long enough', roles: [5] }, 'roles.0'],
      [{ _id: 'x', password: 'long enough', roles: ['a b'] }, 'roles.0'],
      [{ _id: 'x', password: 'long enough', roles: ['a', 'a'] }, 'roles'],
      [{ _id: 5, password: 'long enough', roles: [] }, '_id'],
      [{ _id: 'a:b', password: 'long enough', roles: [] }, '_id'],
      [{ _id: 'x', roles: [] }, 'password'],
      [{ _id: 'x', password: 'long enough', roles: [], disabled: 'no' }, 'disabled'],
    ] as const) {
      const answer = await data().request('POST', '/users', { body })
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ path }] } })
      expect(answer.text).not.toMatch(/Invalid|expected|received|long enough/)
    }
    expect(await data().platform.store.collection({ db: 'sluice', collection: 'users' }).count({})).toBe(1)
  })
})
