import { describe, expect, it } from '@jest/globals'
import { type Exchange, parsePredicate, testPredicate } from '@sluice/predicate'
import fc from 'fast-check'
import { type AccessRequest, compilePermissions, judge, needsRequestBody } from './index.ts'

type Stored = {
  _id: string
  roles: string[]
  predicate: string
  priority?: number
  mongo?: Record<string, unknown>
}

const exchange = (method: string, path: string): Exchange => ({
  method,
  path,
  query: new URLSearchParams(),
  queryString: '',
  url: '',
  header: () => undefined,
  user: undefined,
  remoteAddress: '',
  protocol: '',
  isSecure: false,
})

const ann = { id: 'ann', roles: ['reader', 'editor'], isRoot: false }
const nobody = { id: null, roles: [], isRoot: false }
const ask = (method: string, path: string, rest: Partial<AccessRequest> = {}): AccessRequest => ({
  exchange: exchange(method, path),
  principal: ann,
  ...rest,
})

const aclOf = (...documents: Partial<Stored>[]) => {
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

  it('explains every permission of the caller on demand', () => {
    const acl = aclOf(
      { _id: 'a', predicate: "path('/b')" },
      { _id: 'b', predicate: "path-suffix('/a') and method(POST)", priority: 3 },
    )
    expect(judge(acl, ask('GET', '/a', { explain: true }))).toMatchObject({
      considered: [
        {
          id: 'b',
          priority: 3,
          matched: false,
          explanation: { reason: "method('POST') is false: the method was GET" },
        },
        { id: 'a', priority: null, matched: false, explanation: { reason: "path('/b') is false: the path was /a" } },
      ],
    })
  })

  it('looks at no more than fifty for the log', () => {
    const acl = aclOf(...Array.from({ length: 80 }, () => ({ predicate: 'method(PUT)' })))
    const judgement = judge(acl, ask('GET', '/a'))
    expect(judgement.kind === 'refused' && judgement.considered).toHaveLength(50)
  })
})

const needed = [
  ['managementRequest', 'allowManagementRequests'],
  ['bulkPatch', 'allowBulkPatch'],
  ['bulkDelete', 'allowBulkDelete'],
  ['writeMode', 'allowWriteMode'],
] as const

function matchesSlowly({ roles: allowed, predicate, mongo = {} }: Stored, request: AccessRequest): boolean {
  const { id, roles } = request.principal
  const mine = id === null ? ['$unauthenticated'] : roles.filter(role => role !== '$unauthenticated')
  const parsed = parsePredicate(predicate, 'permission')
  if (parsed.kind === 'invalid' || !testPredicate(parsed.predicate, request.exchange)) return false
  if (needed.some(([asked, allows]) => request[asked] && !mongo[allows])) return false
  return allowed.some(role => mine.includes(role))
}

/** Obvious and slow: every document is looked at anew for every request. */
function judgeSlowly(documents: readonly Stored[], request: AccessRequest): string | null | undefined {
  if (request.principal.id !== null && request.principal.isRoot) return null
  const matching = documents.filter(document => matchesSlowly(document, request))
  const highest = Math.max(...matching.map(({ priority = -Infinity }) => priority))
  const equals = matching.filter(({ priority = -Infinity }) => priority === highest)
  return equals
    .map(({ _id }) => _id)
    .sort()
    .at(-1)
}

describe('the compiled ACL', () => {
  const role = fc.constantFrom('a', 'b', 'c', '$unauthenticated')
  const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map(names => `/${names.join('/')}`)
  const leaf = fc.oneof(
    path.map(text => `path('${text}')`),
    path.map(text => `path-prefix('${text}')`),
    path.map(text => `path-template('${text === '/' ? '' : text}/{x}')`),
    path.map(text => `path-template('${text}/*')`),
    fc.constantFrom("path-suffix('/b')", 'method(GET)', 'not method(POST)', "equals(%u, 'x')", 'true'),
  )
  const predicate = fc.oneof(
    leaf,
    fc.tuple(leaf, fc.constantFrom('and', 'or'), leaf).map(parts => parts.join(' ')),
    leaf.map(text => `not ${text}`),
  )
  const flags = fc.record(
    {
      allowManagementRequests: fc.boolean(),
      allowBulkPatch: fc.boolean(),
      allowBulkDelete: fc.boolean(),
      allowWriteMode: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  const stored: fc.Arbitrary<Stored> = fc.record(
    {
      _id: fc.string({ minLength: 1, maxLength: 3 }),
      roles: fc.uniqueArray(role, { minLength: 1 }),
      predicate,
      priority: fc.integer({ min: -2, max: 2 }),
      mongo: flags,
    },
    { requiredKeys: ['_id', 'roles', 'predicate'] },
  )
  const request: fc.Arbitrary<AccessRequest> = fc.record(
    {
      exchange: fc.tuple(fc.constantFrom('GET', 'HEAD', 'POST'), path).map(([method, at]) => exchange(method, at)),
      principal: fc.record({
        id: fc.constantFrom('ann', null),
        roles: fc.uniqueArray(role),
        isRoot: fc.nat(20).map(n => n === 0),
      }),
      managementRequest: fc.boolean(),
      bulkPatch: fc.boolean(),
      bulkDelete: fc.boolean(),
      writeMode: fc.boolean(),
    },
    { requiredKeys: ['exchange', 'principal'] },
  )

  it('chooses what looking at every document would choose', () => {
    const documents = fc.uniqueArray(stored, { selector: ({ _id }) => _id, maxLength: 30 })
    fc.assert(
      fc.property(documents, fc.array(request, { minLength: 1, maxLength: 10 }), (all, requests) => {
        const { acl } = compilePermissions(all)
        for (const asked of requests) {
          const judgement = judge(acl, asked)
          const chosen = judgement.kind === 'refused' ? undefined : (judgement.permission?.id ?? null)
          expect(chosen).toBe(judgeSlowly(all, asked))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('gives the same answer with and without explanations', () => {
    fc.assert(
      fc.property(fc.uniqueArray(stored, { selector: ({ _id }) => _id, maxLength: 15 }), request, (all, asked) => {
        const { acl } = compilePermissions(all)
        expect(judge(acl, { ...asked, explain: true }).kind).toBe(judge(acl, asked).kind)
      }),
    )
  })

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
        predicate: `path-prefix('/data/c${number % 100}/d${number}') and method('GET')`,
      })),
    )
    const judgement = judge(acl, ask('POST', '/data/c7/d107/x'))
    expect(judgement.kind === 'refused' && judgement.considered.map(({ id }) => id)).toEqual(['p107'])
  })
})
