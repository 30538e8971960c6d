import { describe, expect, it } from '@jest/globals'
import { type AccessRequest, compilePermissions, judge, needsRequestBody, supposedExchange } from './index.ts'

type StoredPermission = {
  _id: string
  roles: string[]
  predicate: string
  priority?: number
  mongo?: Record<string, unknown>
}

const exchange = (method: string, path: string) =>
  supposedExchange({ method, path, queryString: '', headers: {}, caller: { id: null } })

const ann = { id: 'ann', roles: ['reader', 'editor'], isRoot: false }
const nobody = { id: null, roles: [], isRoot: false }
const ask = (method: string, path: string, rest: Partial<AccessRequest> = {}): AccessRequest => ({
  exchange: exchange(method, path),
  principal: ann,
  ...rest,
})

const aclOf = (...documents: Partial<StoredPermission>[]) => {
  const complete = documents.map((document, index) => ({
    _id: `p${index}`,
    roles: ['reader'],
    predicate: 'true',
    ...document,
  }))
  const { acl, rejected } = compilePermissions(complete)
  expect(rejected).toEqual([])
  return acl
}

const allowing = (permission: string) => ({ kind: 'allowed', permission: { id: permission } })

describe('judging a request', () => {
  it('applies the one with the highest priority alone, a missing one being the lowest', () => {
    const acl = aclOf({ _id: 'none' }, { _id: 'low', priority: -5 }, { _id: 'high', priority: 1.5 })
    expect(judge(acl, ask('GET', '/a'))).toMatchObject(allowing('high'))
    expect(judge(aclOf({ _id: 'none' }, { _id: 'low', priority: -5 }), ask('GET', '/a'))).toMatchObject(allowing('low'))
  })

  it('prefers the larger id among equals', () => {
    expect(judge(aclOf({ _id: 'a' }, { _id: 'c' }, { _id: 'b' }), ask('GET', '/a'))).toMatchObject(allowing('c'))
  })

  it('makes one list of the permissions of all roles', () => {
    const acl = aclOf(
      { _id: 'r', priority: 1 },
      { _id: 'e', roles: ['editor'], priority: 2 },
      { _id: 'x', roles: ['x'], priority: 3 },
    )
    expect(judge(acl, ask('GET', '/a'))).toMatchObject(allowing('e'))
  })

  it('lets the root role in without a permission, but not an anonymous caller who claims it', () => {
    expect(judge(aclOf(), ask('GET', '/a', { principal: { ...ann, isRoot: true } }))).toEqual({
      kind: 'allowed',
      permission: null,
    })
    expect(judge(aclOf(), ask('GET', '/a', { principal: { ...nobody, isRoot: true } })).kind).toBe('refused')
  })

  it('keeps $unauthenticated for anonymous callers', () => {
    const acl = aclOf({ _id: 'open', roles: ['$unauthenticated'] })
    expect(judge(acl, ask('GET', '/a', { principal: nobody }))).toMatchObject(allowing('open'))
    expect(judge(acl, ask('GET', '/a', { principal: { ...nobody, roles: ['reader'] } }))).toMatchObject(
      allowing('open'),
    )
    expect(judge(acl, ask('GET', '/a', { principal: { ...ann, roles: ['$unauthenticated'] } })).kind).toBe('refused')
  })

  it.each([
    ['managementRequest', 'allowManagementRequests'],
    ['bulkPatch', 'allowBulkPatch'],
    ['bulkDelete', 'allowBulkDelete'],
    ['writeMode', 'allowWriteMode'],
  ])('does not match a request with %s by a permission without %s, and goes on to the next', (flag, allows) => {
    const acl = aclOf(
      { _id: 'without', priority: 2, mongo: { [allows]: false } },
      { _id: 'with', priority: 1, mongo: { [allows]: true } },
    )
    expect(judge(acl, ask('GET', '/a'))).toMatchObject(allowing('without'))
    expect(judge(acl, ask('GET', '/a', { [flag]: true }))).toMatchObject(allowing('with'))
    expect(judge(aclOf({}), ask('GET', '/a', { [flag]: true }))).toMatchObject({
      code: 'FORBIDDEN',
      detail: expect.stringContaining(allows),
    })
  })

  it('takes a HEAD request as a GET', () => {
    expect(judge(aclOf({ predicate: 'method(GET)' }), ask('HEAD', '/a')).kind).toBe('allowed')
    expect(judge(aclOf({ predicate: 'not method(GET)' }), ask('HEAD', '/a')).kind).toBe('refused')
  })

  it('tells when the body must be read first', () => {
    const acl = aclOf({ predicate: "path('/a') and equals(@request.body.x, 1)" }, { predicate: "path('/b')" })
    expect(needsRequestBody(acl, ask('POST', '/a'))).toBe(true)
    expect(needsRequestBody(acl, ask('POST', '/b'))).toBe(false)
    expect(needsRequestBody(acl, ask('POST', '/a', { principal: { ...ann, roles: ['other'] } }))).toBe(false)
  })
})

describe('refusing a request', () => {
  it('asks an anonymous caller to sign in', () => {
    expect(judge(aclOf({}), ask('GET', '/a', { principal: nobody }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('tells a caller about the own roles, and nothing about the permissions of others', () => {
    const acl = aclOf({ _id: 'secret-permission', roles: ['boss'] }, { _id: 'mine', predicate: "path('/b')" })
    const judgement = judge(acl, ask('POST', '/a'))
    expect(judgement).toEqual({
      kind: 'refused',
      code: 'FORBIDDEN',
      detail: 'No permission of your roles (reader, editor) allows POST /a.',
      reason: { kind: 'none-matches' },
      considered: [],
    })
  })

  it('says that a key without roles can do nothing', () => {
    const detail = expect.stringContaining('no role')
    expect(judge(aclOf({}), ask('GET', '/a', { principal: { ...ann, roles: [] } }))).toMatchObject({
      code: 'FORBIDDEN',
      detail,
    })
  })

  it.each<[string, Partial<AccessRequest>, Record<string, unknown>]>([
    ['not-signed-in', { principal: nobody }, {}],
    ['no-roles', { principal: { ...ann, roles: ['$unauthenticated'] } }, {}],
    ['no-permissions', { principal: { ...ann, roles: ['other'] } }, {}],
    ['none-matches', { exchange: exchange('GET', '/b') }, {}],
    ['flag-missing', { bulkPatch: true }, { permission: 'high', flag: 'allowBulkPatch' }],
  ])('says for the log that the reason is %s', (kind, changes, more) => {
    const acl = aclOf(
      { _id: 'low', predicate: "path('/a')", mongo: { allowBulkDelete: true } },
      { _id: 'high', predicate: "path('/a')", priority: 1 },
    )
    expect(judge(acl, ask('PATCH', '/a', changes))).toMatchObject({ kind: 'refused', reason: { kind, ...more } })
  })

  it('looks at no more than fifty for the log', () => {
    const acl = aclOf(...Array.from({ length: 80 }, () => ({ predicate: "regex('^/z')" })))
    const judgement = judge(acl, ask('GET', '/a'))
    expect(judgement.kind === 'refused' && judgement.considered).toHaveLength(50)
  })
})

describe('the compiled ACL', () => {
  it('leaves out what is no valid permission, and says why', () => {
    const { acl, rejected } = compilePermissions([
      { _id: 'bad', roles: ['reader'], predicate: 'pth(a)' },
      null,
      { _id: 'good', roles: ['x'], predicate: 'true' },
    ])
    expect(acl.size).toBe(1)
    expect(rejected).toMatchObject([{ id: 'bad', errors: [{ path: 'predicate' }] }, { id: 'undefined' }])
    expect(judge(acl, ask('GET', '/a')).kind).toBe('refused')
  })

  it('looks at a handful of ten thousand permissions on different paths', () => {
    const { acl } = compilePermissions(
      Array.from({ length: 10_000 }, (_, number) => ({
        _id: `p${number}`,
        roles: ['reader'],
        predicate: `path-prefix('/data/c${number % 100}/d${number}') and not method(POST)`,
      })),
    )
    const judgement = judge(acl, ask('POST', '/data/c7/d107/x'))
    expect(judgement.kind === 'refused' && judgement.considered).toEqual(['p107'])
  })
})
