import { describe, expect, it } from '@jest/globals'
import { aclExplanation, aclQuestion } from '@sluice/contracts'
import {
  type AccessQuestion,
  compilePermissions,
  createRuleReach,
  explainAccess,
  type SupposedRequest,
  supposedExchange,
} from './index.ts'

const documents = [
  {
    _id: 'team-reads',
    roles: ['reader'],
    predicate: "path-prefix('/orders') and method(GET)",
    mongo: {
      readFilter: { team: '@user.team', by: "@qparams['by']" },
      writeFilter: { owner: '@user._id' },
      projectResponse: { secret: 0 },
    },
  },
  { _id: 'other-place', roles: ['reader'], predicate: "path('/invoices')", priority: 2 },
  {
    _id: 'bulk',
    roles: ['reader'],
    predicate: "path-prefix('/orders')",
    priority: 3,
    mongo: { allowBulkPatch: false },
  },
  { _id: 'local', roles: ['reader'], predicate: "equals(%{i,X-Site}, 'rome')", priority: 4 },
  { _id: 'writes', roles: ['writer'], predicate: "path('/orders')", mongo: { mergeRequest: { owner: '@user.login' } } },
  { _id: 'keys', roles: ['reader'], predicate: "path-prefix('/keys')", apiKeys: { roles: ['reader'] } },
]
const { acl } = compilePermissions(documents)

type QuestionChanges = { asked?: Partial<SupposedRequest>; roles?: string[]; isRoot?: boolean; bulkPatch?: boolean }

function question({
  asked: changed,
  roles = ['reader'],
  isRoot = false,
  bulkPatch,
}: QuestionChanges = {}): AccessQuestion {
  const caller = { id: 'ann', document: { _id: 'ann', team: 'red' } }
  const asked: SupposedRequest = { method: 'GET', path: '/orders/1', queryString: '', headers: {}, caller, ...changed }
  const exchange = supposedExchange(asked)
  const variables = {
    user: asked.caller.document,
    now: new Date(),
    request: exchange,
    query: exchange.query,
    randomHex: () => '',
  }
  const principal = { id: asked.caller.id, roles, isRoot }
  return {
    request: { exchange, principal, bulkPatch },
    variables,
    access: 'acl',
    reach: createRuleReach({ tier: 'shared', db: 'sluice' }),
  }
}

const explain = (changes?: QuestionChanges, access: AccessQuestion['access'] = 'acl') =>
  explainAccess(acl, { ...question(changes), access })

describe('explaining access to an owner', () => {
  it('names the permission that applies, and why each other one does not, in their order', () => {
    const { considered, ...rest } = explain({ asked: { queryString: 'by=ann' }, bulkPatch: true })
    expect(rest).toMatchObject({ allowed: false, code: 'FORBIDDEN', permission: null })
    expect(considered.map(({ _id, matched, why }) => [_id, matched, why])).toEqual([
      ['local', false, expect.stringContaining('unknown counts as false')],
      [
        'bulk',
        false,
        'Its predicate holds, but it does not cover changing many documents at once: mongo.allowBulkPatch is not true.',
      ],
      ['other-place', false, "path('/invoices') is false: the path was /orders/1"],
      ['team-reads', false, expect.stringContaining('mongo.allowBulkPatch is not true')],
      ['keys', false, expect.stringContaining("path-prefix('/keys') is false")],
    ])
    expect(considered[2]).toMatchObject({ priority: 2, explanation: { text: "path('/invoices')", result: false } })
  })

  it('shows the filters with the values of the caller and the request in them', () => {
    const lower = compilePermissions([documents[0]]).acl
    const asked = question({ asked: { queryString: 'by=bob' } })
    expect(explainAccess(lower, asked)).toMatchObject({
      allowed: true,
      code: null,
      permission: 'team-reads',
      readFilter: { team: 'red', by: 'bob' },
      writeFilter: { owner: 'ann' },
      projectResponse: { secret: 0 },
      mergeRequest: null,
      unbound: [],
      considered: [{ _id: 'team-reads', matched: true, why: 'It applies.' }],
    })
    expect(explainAccess(lower, question())).toMatchObject({
      allowed: true,
      readFilter: { _id: { $in: [] } },
      unbound: [{ rule: 'readFilter', variables: ["@qparams['by']"] }],
    })
  })

  it('says of one that matches too which one comes first', () => {
    expect(explain().considered.map(({ _id, matched, why }) => [_id, matched, why])).toContainEqual([
      'team-reads',
      true,
      'It matches too, but "bulk" comes first.',
    ])
  })

  it('names a variable of mergeRequest that has no value: such a request is refused', () => {
    expect(explain({ asked: { method: 'POST', path: '/orders' }, roles: ['writer'] })).toMatchObject({
      allowed: false,
      code: 'FORBIDDEN',
      permission: 'writes',
      reason: expect.stringContaining('@user.login'),
    })
  })

  it('says of a rule that is not applied at the path what the real request would be refused with', () => {
    const narrow = { roles: ['reader'], mongo: { readFilter: { team: '@user.team' }, allowManagementRequests: true } }
    const { acl: narrowed } = compilePermissions([{ ...narrow, _id: 'all', predicate: "path-prefix('/')" }])
    const at = (method: string, path: string) => explainAccess(narrowed, question({ asked: { method, path } }))
    const detail =
      'GET /plugins: your permission "all" is narrowed by mongo.readFilter, which can not be applied there. ' +
      'The owner can give such paths a permission of their own, without readFilter and with a higher priority.'
    expect(at('GET', '/plugins')).toMatchObject({
      allowed: false,
      code: 'FORBIDDEN',
      permission: 'all',
      reason: detail,
      readFilter: null,
      considered: [{ _id: 'all', matched: true, why: 'It applies.' }],
    })
    for (const path of ['/gql-apps/shop/versions', '/orders', '/users/ann', '/webhooks/w/logs', '/admin/keys']) {
      expect(at('GET', path)).toMatchObject({ allowed: true, readFilter: { team: 'red' } })
    }
    for (const [method, path] of [
      ['PUT', '/orders'],
      ['POST', '/graphql/shop'],
      ['HEAD', '/admin/audit'],
    ] as const) {
      expect(at(method, path)).toMatchObject({ allowed: false, code: 'FORBIDDEN' })
    }
    const onKeys = explainAccess(narrowed, { ...question({ asked: { path: '/keys' } }), access: 'keys' })
    expect(onKeys).toMatchObject({ allowed: true, permission: 'all', readFilter: null })
  })

  it('says of what belongs to the management of a collection that it needs the flag, whatever the method', () => {
    const onIndexes = (mongo: object, method = 'GET') => {
      const { acl: own } = compilePermissions([{ _id: 'all', roles: ['reader'], predicate: 'true', mongo }])
      return explainAccess(own, question({ asked: { method, path: '/orders/_indexes' } }))
    }
    for (const method of ['GET', 'HEAD']) {
      expect(onIndexes({}, method)).toMatchObject({ allowed: false, code: 'FORBIDDEN', permission: 'all' })
    }
    expect(onIndexes({}).reason).toContain('allowManagementRequests')
    expect(onIndexes({ allowManagementRequests: true })).toMatchObject({ allowed: true })
  })

  it('leaves the own keys of a caller open where the permission for an issue has no value for a variable', () => {
    const mongo = { mergeRequest: { owner: '@user.nothing' } }
    const { acl: own } = compilePermissions([{ _id: 'all', roles: ['reader'], predicate: 'true', mongo }])
    const asked = { method: 'POST', path: '/keys' }
    const explained = explainAccess(own, { ...question({ asked }), access: 'keys' })
    expect(explained).toMatchObject({
      allowed: true,
      code: null,
      reason: expect.stringContaining('no key can be issued'),
    })
  })

  it('lets a request that writes nothing through, without that rule, and names its variable', () => {
    expect(explain({ asked: { method: 'GET', path: '/orders' }, roles: ['writer'] })).toMatchObject({
      allowed: true,
      permission: 'writes',
      mergeRequest: null,
      unbound: [{ rule: 'mergeRequest', variables: ['@user.login'] }],
    })
  })

  it('reads headers whatever their case', () => {
    expect(explain({ asked: { headers: { 'x-site': 'rome' } } }).permission).toBe('local')
  })

  it('says that the root role needs none, and that an anonymous caller has to sign in', () => {
    expect(explain({ isRoot: true })).toMatchObject({ allowed: true, permission: null, considered: [] })
    expect(explain({ asked: { caller: { id: null } } })).toMatchObject({ allowed: false, code: 'UNAUTHENTICATED' })
  })

  it.each<[AccessQuestion['access'], string | null, boolean]>([
    ['open', null, true],
    ['signed-in', null, false],
    ['signed-in', 'ann', true],
    ['keys', null, false],
    ['keys', 'ann', true],
  ])('knows paths that ask for no permission: %s by %s', (access, id, allowed) => {
    const explained = explain({ asked: { path: '/whoami', caller: { id } } }, access)
    expect(explained).toMatchObject({ allowed, code: allowed ? null : 'UNAUTHENTICATED', permission: null })
  })

  it('tells for keys which permission says whether they can be issued, to the root role too', () => {
    const asked = { method: 'POST', path: '/keys' }
    expect(explain({ asked }, 'keys')).toMatchObject({ allowed: true, permission: 'keys' })
    expect(explain({ asked, roles: ['admin'], isRoot: true }, 'keys')).toMatchObject({
      allowed: true,
      permission: null,
      reason: expect.stringContaining('no key can be issued'),
    })
  })

  it('explains the first five hundred and the one that applies, and counts the others', () => {
    const many = Array.from({ length: 600 }, (_, number) => ({
      _id: `p${number}`,
      roles: ['reader'],
      predicate: number === 0 ? 'true' : 'method(PUT)',
      priority: number,
    }))
    const explained = explainAccess(compilePermissions(many).acl, question())
    expect(explained.considered).toHaveLength(501)
    expect(explained).toMatchObject({ permission: 'p0', notShown: 99 })
  })

  it('answers in the shape that is described', () => {
    expect(aclExplanation.safeParse(explain()).error).toBeUndefined()
  })
})

describe('the question of an owner', () => {
  const ask = (changes: object) => aclQuestion.safeParse({ user: 'ann', method: 'get', path: '/a', ...changes })

  it('has a method in any case, and needs no more than who and what', () => {
    expect(ask({}).data).toEqual({ user: 'ann', method: 'GET', path: '/a', query: '', headers: {}, isSecure: false })
  })

  it.each([
    ['user', { roles: ['a'] }],
    ['user', { user: undefined }],
    ['method', { method: 'FETCH' }],
    ['path', { path: 'a' }],
    ['path', { path: '/a?b=1' }],
    ['headers', { headers: [] }],
    ['remoteAddress', { remoteAddress: 'here' }],
  ])('is refused by the field %s', (field, changes) => {
    expect(ask(changes).error?.issues.map(({ path }) => path[0])).toEqual([field])
  })
})
