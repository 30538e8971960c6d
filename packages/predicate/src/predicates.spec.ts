import { describe, expect, it } from '@jest/globals'
import { explainPredicate, parsePredicate, pathPrefixes, readsRequestBody, testPredicate } from './index.ts'
import { exchange, type RowExchange } from './testing/row.ts'

const compile = (text: string, use: 'permission' | 'condition' = 'condition') => {
  const result = parsePredicate(text, use)
  if (result.kind === 'invalid') throw new Error(`${text}: ${result.message}`)
  return result.predicate
}

const holds = (text: string, given: RowExchange = {}) => testPredicate(compile(text), exchange(given))
const result = (text: string, given: RowExchange = {}) => explainPredicate(compile(text), exchange(given)).result
const reason = (text: string, given: RowExchange = {}) => explainPredicate(compile(text), exchange(given)).reason

describe('bindings', () => {
  it('binds the segments of a template, what follows a prefix, and the groups of a regular expression', () => {
    /* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the expression's own form */
    expect(
      holds('path-template("/{db}/{coll}/*") and equals(${db}, a) and equals(${*}, "c/d")', { path: '/a/b/c/d' }),
    ).toBe(true)
    expect(holds('path-template("/{db}/*") and equals(%{p,db}, a)', { path: '/a' })).toBe(true)
    expect(holds('path-prefix("/a", "/a/b") and equals(${remaining}, "/c")', { path: '/a/b/c' })).toBe(true)
    expect(holds('regex("^/(\\w)/(x)?") and equals(${1}, a)', { path: '/a/b' })).toBe(true)
    expect(result('regex("^/(\\w)/(x)?") and equals(${2}, x)', { path: '/a/b' })).toBe('unknown')
    expect(holds('path-template("/{a}", match=%{i,X-Path}) and equals(${a}, b)', { headers: { 'x-path': 'b/' } })).toBe(
      true,
    )
    /* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the expression's own form */
  })

  it('needs no quotes around attributes, and around names of a template', () => {
    /* biome-ignore-start lint/suspicious/noTemplateCurlyInString: the expression's own form */
    for (const text of [
      "path-template('/users/{who}/*') and equals(${who}, %u)",
      'path-template(/users/{who}/*) and equals(%u,${who})',
      'path-template(value=/users/{who}/*) and equals(value={%{p,who}, @user._id})',
    ]) {
      expect(holds(text, { path: '/users/ann/x', user: 'ann' })).toBe(true)
      expect(holds(text, { path: '/users/bob/x', user: 'ann' })).toBe(false)
    }
    /* biome-ignore-end lint/suspicious/noTemplateCurlyInString: the expression's own form */
  })

  it('lets what is put into a path be one segment only', () => {
    const text = "path-prefix('/users/@user._id')"
    expect(holds(text, { path: '/users/ann/x', user: 'ann' })).toBe(true)
    expect(holds(text, { path: '/users/bob', user: 'ann' })).toBe(false)
    expect(result(text, { path: '/users/ann' })).toBe('unknown')
    expect(result(text, { path: '/users/ann', user: '' })).toBe('unknown')
    expect(result(text, { path: '/users/ann/x', user: 'ann/x' })).toBe('unknown')
  })
})

describe('attributes', () => {
  it.each<[string, RowExchange, boolean]>([
    ['equals(%u, ann)', { user: 'ann' }, true],
    ['equals(%R, /, /)', {}, true],
    ['equals(%{METHOD}, GET)', {}, true],
    ['equals(%{SECURE}, "false")', {}, true],
    ['equals(%H, HTTP/1.1) and equals(%a, 203.0.113.7)', {}, true],
    ['equals(%q, "a=1")', { queryString: 'a=1' }, true],
    ['equals(%U, "http://sluice.test/")', { headers: { host: 'sluice.test' } }, true],
    ['equals(%{q,a}, 1)', { queryString: 'a=1&a=1' }, true],
    // A service may take another one of them, or all.
    ['equals(%{q,a}, 1)', { queryString: 'a=1&a=2' }, false],
    ['not equals(%{q,a}, 2)', { queryString: 'a=1&a=2' }, false],
    ['exists(%{q,a})', { queryString: 'a=1&a=2' }, true],
    ['not exists("-%{q,a}")', { queryString: 'a=1&a=2' }, false],
    ['in(1, array=%{q,a})', { queryString: 'a=1&a=2' }, false],
    ['not in(3, array=%{q,a})', { queryString: 'a=1&a=2' }, false],
    [
      'not bson-request-prop-equals(key=a, value=%{q,a})',
      { queryString: 'a=1&a=2', requestBody: () => ({ a: null }) },
      false,
    ],
    ['equals(%{i,X}, a)', { headers: { x: ['a', 'b'], 'content-length': ['1', '9'] } }, false],
    ['not equals(%{i,X}, a)', { headers: { x: ['a', 'b'], 'content-length': ['1', '9'] } }, false],
    ['exists(%{i,X})', { headers: { x: ['a', 'b'], 'content-length': ['1', '9'] } }, true],
    ['not max-content-size(5)', { headers: { x: ['a', 'b'], 'content-length': ['1', '9'] } }, false],
    ['not equals(%{req-cookie,s}, x)', { headers: { cookie: 's=x; s=y' } }, false],
    ['equals(%{i,Accept}, x)', { headers: { accept: 'x' } }, true],
    ['equals(%{req-cookie,s}, x)', { headers: { cookie: 'a=b; s=x' } }, true],
    [
      'equals(%{o,Location}, x) and equals(%s, 201)',
      { response: { statusCode: 201, headers: { location: 'x' } } },
      true,
    ],
    ['equals(%%, "$$")', {}, false],
    ['equals(bob@user.com, "bob@user.com")', {}, true],
    ['not exists(%{i,Accept})', {}, true],
    ['in(a, array=@user.teams)', { userDocument: { teams: ['b', 'a'] } }, true],
    ['equals(@request.body.lines.0.sku, x)', { requestBody: () => ({ lines: [{ sku: 'x' }] }) }, true],
    ['exists(@request.body.lines.length)', { requestBody: () => ({ lines: [{ sku: 'x' }] }) }, false],
    ['not ip-match(203.0.113.0/24)', { remoteAddress: 'unix' }, false],
    ['not request-smaller-than(10)', {}, false],
    ['not bson-request-whitelist(a)', {}, false],
    ['not bson-request-blacklist(a)', { requestBody: () => 'text' }, false],
  ])('%s', (text, given, expected) => {
    expect(holds(text, given)).toBe(expected)
  })

  it('judges a HEAD request as a GET in a permission, and as itself in a condition', () => {
    const head = exchange({ method: 'HEAD' })
    for (const text of ["method('GET')", 'equals(%m, GET)']) {
      expect(testPredicate(compile(text, 'permission'), head)).toBe(true)
      expect(testPredicate(compile(`not ${text}`, 'permission'), head)).toBe(false)
      expect(testPredicate(compile(text, 'condition'), head)).toBe(false)
    }
  })
})

describe('what is not there', () => {
  it.each([
    'equals(%{i,X}, a)',
    'not equals(%{i,X}, a)',
    'contains(value=%{i,X}, search=a)',
    'contains(value=abc, search=%{i,X})',
    'not in(%u, array={a, b})',
    'not in(a, array=@user.teams)',
    'not regex(pattern=a, value=%{q,x})',
    'not response-code(200)',
    "not path('/@user.team')",
    "not path-template('/a', match=%{i,X})",
    'not equals(@request.body.a, b)',
    'not equals(@user.object, b)',
  ])('%s is unknown, and so no match', text => {
    expect(result(text)).toBe('unknown')
    expect(holds(text)).toBe(false)
  })

  it('is decided by the other side alone', () => {
    expect(result('equals(%u, a) or true')).toBe(true)
    expect(result('equals(%u, a) and false')).toBe(false)
    expect(result('equals(%u, a) or false')).toBe('unknown')
    expect(result('not (equals(%u, a) and true)')).toBe('unknown')
  })

  it('takes an object that claims to be of a class for what it is: no single value', () => {
    const fake = { _bsontype: 'ObjectId', toString: 'x' }
    expect(result('equals(@request.body.a, x)', { requestBody: () => ({ a: fake }) })).toBe('unknown')
    const real = Object.create({ _bsontype: 'ObjectId', toString: () => 'x' })
    expect(result('equals(@request.body.a, x)', { requestBody: () => ({ a: real }) })).toBe(true)
  })

  it('does not let an empty text be found in everything', () => {
    expect(holds('contains(value=%R, search=@user.team)', { path: '/a', userDocument: { team: '' } })).toBe(false)
  })
})

describe('explaining', () => {
  it('says what was compared, part by part', () => {
    const text = "path-prefix('/orders') and method('POST')"
    expect(explainPredicate(compile(text), exchange({ path: '/orders/1' }))).toEqual({
      text,
      result: false,
      reason: "method('POST') is false: the method was GET",
      children: [
        {
          text: "path-prefix('/orders')",
          result: true,
          reason: "path-prefix('/orders') is true: the path was /orders/1",
        },
        { text: "method('POST')", result: false, reason: "method('POST') is false: the method was GET" },
      ],
    })
  })

  it('names what is not there', () => {
    expect(reason('not equals(%{i,X-Team}, red)')).toBe(
      "equals('%{i,X-Team}', 'red') is unknown: %{i,X-Team} is not there",
    )
  })

  it('never shows a credential, and cuts long values', () => {
    const given = { headers: { authorization: 'Bearer slk_1', accept: 'x'.repeat(5000), cookie: 'sid=slk_1' } }
    expect(reason('equals(%{i,Authorization}, x) or equals(%{req-cookie,sid}, x)', given)).not.toContain('slk_1')
    expect(reason('equals(%{i,Accept}, y)', given).length).toBeLessThan(200)
  })
})

describe('facts for an index', () => {
  it.each<[string, string[] | undefined]>([
    ["path('/a', '/b/c')", ['/b/c', '/a']],
    ["path-prefix('/a') and method(GET)", ['/a']],
    ["path-prefix('/a') and path('/a/b')", ['/a/b']],
    ["path-template('/a/{x}/b')", ['/a']],
    ["path-template('/{x}/b')", undefined],
    ["path-template('/a', match=%u)", undefined],
    ["path('/a') or path-template('/b/*')", ['/a', '/b']],
    ["path('/a') or secure", undefined],
    ["not path('/a')", undefined],
    ["path-prefix('/')", undefined],
    ["path('/a/@user.team')", undefined],
    ["path-suffix('.css')", undefined],
  ])('%s is confined to %j', (text, prefixes) => {
    expect(pathPrefixes(compile(text))).toEqual(prefixes)
  })

  it('tells whether the body is read', () => {
    expect(readsRequestBody(compile("path('/a')"))).toBe(false)
    expect(readsRequestBody(compile('equals(@request.body.a, @user.b)'))).toBe(true)
    expect(readsRequestBody(compile('secure and not bson-request-contains(a)'))).toBe(true)
  })
})
