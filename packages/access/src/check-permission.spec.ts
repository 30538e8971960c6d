import { describe, expect, it } from '@jest/globals'
import { checkPermission, compilePermissions } from './index.ts'

const permission = (changes: Record<string, unknown> = {}) => ({
  _id: 'readers',
  roles: ['reader'],
  predicate: "path-prefix('/orders')",
  ...changes,
})

const errorsOf = (changes: Record<string, unknown>) => {
  const checked = checkPermission(permission(changes))
  return checked.kind === 'invalid' ? checked.errors : []
}
const pathsOf = (changes: Record<string, unknown>) => errorsOf(changes).map(({ path }) => path)

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

describe('checking a permission', () => {
  it('accepts a whole document and compiles it', () => {
    const checked = checkPermission(
      permission({
        priority: 10,
        description: 'Readers see their team.',
        mongo: {
          readFilter: { team: '@user.team', state: { $in: ['open', '@user.state'] } },
          writeFilter: { _$or: [{ owner: '@user._id' }, { open: true }] },
          mergeRequest: { owner: '@user._id', at: '@now', 'log.ip': 'x' },
          projectResponse: { secret: 0 },
          allowBulkPatch: true,
        },
        apiKeys: { roles: ['reader'], 'max-expires-in-days': 30, 'max-keys-per-user': 3 },
      }),
    )
    expect(checked).toMatchObject({
      kind: 'valid',
      permission: {
        id: 'readers',
        priority: 10,
        rules: { writeFilter: { $or: [{ owner: '@user._id' }, { open: true }] }, allowBulkPatch: true },
        apiKeys: { roles: ['reader'] },
        readsBody: false,
      },
    })
  })

  it('knows a permission by the digits of its ObjectId', () => {
    const _id = Object.create({ _bsontype: 'ObjectId', toString: () => '65a000000000000000000001' })
    expect(checkPermission(permission({ _id }))).toMatchObject({ permission: { id: '65a000000000000000000001' } })
  })

  it.each<[unknown, string]>([
    [{ toString: [] }, '{"toString":[]}'],
    [[1], '[1]'],
  ])('leaves out a permission with the _id %j alone', (_id, id) => {
    const { rejected } = compilePermissions([permission(), permission({ _id })])
    expect(rejected).toEqual([{ id, errors: [{ path: '_id', message: 'An id is a text or an ObjectId.' }] }])
  })

  it.each([
    ['mongo', { mongo: { readFilter: { a: '@request.body.a' } } }],
    ['predicate', { predicate: 'equals(@request.body.a, b)' }],
  ])('notices that the %s needs the request body', (_name, changes) => {
    expect(checkPermission(permission(changes))).toMatchObject({ permission: { readsBody: true } })
  })

  it.each<[string, Record<string, unknown>]>([
    ['_id', { _id: undefined }],
    ['_id', { _id: 7 }],
    ['_id', { _id: { _bsontype: 'ObjectId', toString: 'x' } }],
    ['roles', { roles: [] }],
    ['roles', { roles: ['a', 'a'] }],
    ['roles.0', { roles: ['two words'] }],
    ['predicate', { predicate: undefined }],
    ['priority', { priority: '1' }],
    ['priority', { priority: Number.NaN }],
    ['prority', { prority: 1 }],
    ['mongo', { mongo: [] }],
    ['mongo.readFilter', { mongo: { readFilter: 'a' } }],
    ['mongo.readfilter', { mongo: { readfilter: {} } }],
    ['mongo.allowBulkPatch', { mongo: { allowBulkPatch: 1 } }],
    ['mongo.projectResponse', { mongo: { projectResponse: { a: 0, b: 1 } } }],
    ['apiKeys.role', { apiKeys: { roles: ['a'], role: ['a'] } }],
    ['apiKeys.roles', { apiKeys: {} }],
    ['apiKeys.roles', { apiKeys: { roles: [] } }],
    ['apiKeys.roles', { apiKeys: { roles: ['a', 'a'] } }],
    ['apiKeys.roles', { apiKeys: { roles: ['a', 'admin'] } }],
    ['apiKeys.roles', { apiKeys: { roles: ['$unauthenticated'] } }],
    ['apiKeys.roles', { apiKeys: { roles: Array.from({ length: 101 }, (_, number) => `r${number}`) } }],
    ['apiKeys', { apiKeys: null }],
    ['predicate', { predicate: '' }],
    ['predicate', { predicate: 'x'.repeat(5000) }],
    ['description', { description: 'x'.repeat(1001) }],
    ['apiKeys.max-expires-in-days', { apiKeys: { roles: ['a'], 'max-expires-in-days': 1.5 } }],
    ['apiKeys.max-expires-in-days', { apiKeys: { roles: ['a'], 'max-expires-in-days': 3651 } }],
    ['apiKeys.max-keys-per-user', { apiKeys: { roles: ['a'], 'max-keys-per-user': 0 } }],
  ])('names %s when it is wrong', (path, changes) => {
    expect(pathsOf(changes)).toEqual([path])
  })

  it('says at once everything that is wrong', () => {
    expect(pathsOf({ apiKeys: { role: ['a'] }, predicate: 'pth(a)', mongo: { readFilter: { $where: 'x' } } })).toEqual([
      'apiKeys.roles',
      'apiKeys.role',
      'predicate',
      'mongo.readFilter.$where',
    ])
  })

  it('says what a field is called', () => {
    expect(errorsOf({ apiKeys: { roles: ['a'], role: ['a'] } })[0]?.message).toBe(
      'There is no field "role" in apiKeys. The fields here are: roles, max-expires-in-days, max-keys-per-user.',
    )
    expect(errorsOf({ roles: undefined })[0]?.message).toBe('It is missing: it must be a list of role names.')
    expect(errorsOf({ priority: 'x' })[0]?.message).toBe('It must be a number, not a text.')
  })

  it('gives line and column of a fault in the predicate', () => {
    expect(errorsOf({ predicate: "path('/a')\n and pth('/b')" })).toEqual([
      { path: 'predicate', line: 2, column: 6, message: expect.stringContaining('line 2, column 6') },
    ])
  })

  it('refuses a predicate that needs the response', () => {
    expect(pathsOf({ predicate: 'response-code(200)' })).toEqual(['predicate'])
  })

  it.each([null, undefined, 1, 'x', [], new Date()])('refuses %p as a permission', document => {
    expect(checkPermission(document).kind).toBe('invalid')
  })
})

describe('checking filters', () => {
  it.each<[string, Record<string, unknown>]>([
    ['mongo.readFilter.$expr', { readFilter: { $expr: {} } }],
    ['mongo.writeFilter.$or.0.a.$not.$where', { writeFilter: { $or: [{ a: { $not: { $where: 1 } } }] } }],
    ['mongo.readFilter.a.$near', { readFilter: { a: { $near: [1, 2] } } }],
    ['mongo.writeFilter.$or.1.a.$in', { writeFilter: { $or: [{ b: 1 }, { a: { $in: '5' } }] } }],
    ['mongo.readFilter.a.$regex', { readFilter: { a: { _$regex: '(' } } }],
    ['mongo.readFilter.$text', { readFilter: { $text: { $search: 'x' } } }],
    ['mongo.readFilter._$function', { readFilter: { _$function: {} } }],
    ['mongo.mergeRequest.a.$accumulator', { mergeRequest: { a: { $accumulator: 1 } } }],
    ['mongo.readFilter._$or', { readFilter: { $or: [], _$or: [] } }],
    ['mongo.readFilter.__proto__', { readFilter: JSON.parse('{"__proto__": 1}') }],
    ['mongo.readFilter.a._bsontype', { readFilter: { a: { _bsontype: 'Code', code: 'x' } } }],
    ['mongo.mergeRequest.$set', { mergeRequest: { $set: { a: 1 } } }],
    ['mongo.mergeRequest.a.b.$inc', { mergeRequest: { a: { b: { _$inc: 1 } } } }],
    ['mongo.mergeRequest.a..b', { mergeRequest: { 'a..b': 1 } }],
    ['mongo.projectResponse.a.', { projectResponse: { 'a.': 0 } }],
    ['mongo.projectResponse.a.b.c', { projectResponse: { a: 0, 'a.b.c': 0 } }],
    ['mongo.mergeRequest.a.b', { mergeRequest: { 'a.b': 1, a: {} } }],
  ])('names %s', (path, mongo) => {
    expect(pathsOf({ mongo })).toEqual([path])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ $or: ['@user.a'] }, 'mongo.readFilter.$or.0'],
    [{ $and: '@user.a' }, 'mongo.readFilter.$and'],
    [{ a: { $regex: '@user.a' } }, 'mongo.readFilter.a.$regex'],
    [{ a: { $not: '@user.a' } }, 'mongo.readFilter.a.$not'],
    [{ a: { $elemMatch: '@user.a' } }, 'mongo.readFilter.a.$elemMatch'],
    [{ a: { $exists: '@user.a' } }, 'mongo.readFilter.a.$exists'],
    [{ $comment: '@user.a' }, 'mongo.readFilter.$comment'],
    [{ a: '@user.' }, 'mongo.readFilter.a'],
    [{ a: '@qparams[x]' }, 'mongo.readFilter.a'],
    [{ a: '@rnd(7)' }, 'mongo.readFilter.a'],
    [{ a: '@request.host' }, 'mongo.readFilter.a'],
    [{ a: '@request.method.x' }, 'mongo.readFilter.a'],
    [{ a: { $in: ['@now()'] } }, 'mongo.readFilter.a.$in.0'],
  ])('refuses the variable of %j, where its value could change the meaning, or which is none', (readFilter, path) => {
    expect(errorsOf({ mongo: { readFilter } })).toEqual([
      { path, message: expect.stringContaining('can not stand here') },
    ])
  })

  it.each<[Record<string, unknown>]>([
    [{ a: { $elemMatch: { b: '@user.b', $or: [{ c: '@now' }] } } }],
    [{ a: { $elemMatch: { $gt: '@user.b' } } }],
    [{ a: { $not: { $in: '@user.b' } } }],
    [{ a: { $all: [{ $elemMatch: { b: '@user.b' } }] } }],
    [{ a: '@request', b: { $in: ['@request.remoteIp', '@request.userName'] } }],
    [{ a: '@username', b: 'x@user.com', c: { d: "@qparams['x y']" } }],
  ])('accepts %j', readFilter => {
    expect(errorsOf({ mongo: { readFilter } })).toEqual([])
  })

  it('accepts 4,096 bytes and 20 levels, and no more', () => {
    const sized = (bytes: number) => ({ readFilter: { a: 'x'.repeat(bytes - '{"readFilter":{"a":""}}'.length) } })
    expect(errorsOf({ mongo: sized(4096) })).toEqual([])
    expect(errorsOf({ mongo: sized(4097) })).toEqual([{ path: 'mongo', message: expect.stringContaining('4096') }])
    expect(errorsOf({ mongo: { readFilter: nested(19) } })).toEqual([])
    expect(errorsOf({ mongo: { readFilter: nested(20) } })).toEqual([
      { path: expect.stringContaining('mongo.readFilter.a'), message: expect.stringContaining('20 levels') },
    ])
  })
})
